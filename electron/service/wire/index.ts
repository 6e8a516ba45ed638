/**
 * Parses and writes the JSON of the interface without losing a digit: numbers as their source text
 * (`exact-json.ts`), single fields (`scalars.ts`), complete answers (`shapes.ts`,
 * `biller-shapes.ts`), refusals (`answer-problems.ts`).
 *
 * - Parsing never throws. A field of the wrong type becomes null, and so does an unusable answer.
 *   Unknown fields are ignored; the field names of both generations are accepted.
 * - Amounts are decimal text with the currency as it was sent. A `currency` parameter is used if the
 *   answer contains no currency. Times are ISO 8601 in UTC.
 *
 * Implements "Resources and their fields" and the bodies of "Errors" of the interface.
 */

export {
  parseErrorInSuccessfulAnswer,
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
export { parseExternalId, parseId, parseInteger, parseTransactionStatus } from './scalars.ts';
export {
  parseAccount,
  parseBill,
  parseBiller,
  parseConsult,
  parseExchangeRates,
  parseExtraData,
  parseTopUpCheck,
  parseTransaction,
} from './shapes.ts';
