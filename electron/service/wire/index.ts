/**
 * The JSON of the interface, read and written without losing a digit: numbers as their text
 * (`exact-json.ts`), single fields (`scalars.ts`), complete answers (`shapes.ts`,
 * `biller-shapes.ts`), refusals (`answer-problems.ts`).
 *
 * - Reading never throws. A field of the wrong type is null, and so is an answer that cannot be
 *   used at all. Unknown fields are ignored; the names of both generations are understood.
 * - Amounts are decimal text with the currency as it was sent. If a read takes a `currency`, that
 *   one is used when the service names none. Times are ISO 8601 in UTC.
 *
 * Implements "Resources and their fields" and the bodies of "Errors" of the interface.
 */

export {
  parseRefusal,
  type RefusalBody,
  toNoAnswerProblem,
  toUnauthorizedProblem,
} from './answer-problems.ts';
export {
  createJsonNumber,
  isJsonObject,
  type JsonNumber,
  type ParsedJson,
  parseExactJson,
  parseJsonFast,
  stringifyExactJson,
  toPlainJson,
} from './exact-json.ts';
export { parseId, parseInteger } from './scalars.ts';
export {
  parseAccount,
  parseBill,
  parseBiller,
  parseConsult,
  parseExtraData,
  parseRates,
  parseTopUpCheck,
  parseTransaction,
} from './shapes.ts';
