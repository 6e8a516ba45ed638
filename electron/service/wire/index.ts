/**
 * The JSON of the interface, read and written without losing a digit: numbers as their text
 * (`exact-json.ts`), single fields (`scalars.ts`), complete answers (`shapes.ts`,
 * `biller-shapes.ts`), refusals (`problem.ts`).
 *
 * - Reading never throws. A field of the wrong type is null, and so is an answer that cannot be
 *   used at all. Unknown fields are ignored; the names of both generations are understood.
 * - Amounts are decimal text with the currency as it was sent. If a read takes a `currency`, that
 *   one is used when the service names none. Times are ISO 8601 in UTC.
 *
 * Implements "Resources and their fields" and the bodies of "Errors" of the interface.
 */
export {
  isJsonObject,
  type JsonNumber,
  jsonNumber,
  type ParsedJson,
  parseExact,
  parseFast,
  plainJson,
  writeExact,
} from './exact-json.ts';
export {
  type RefusalBody,
  readRefusal,
  silenceProblem,
  unauthorizedProblem,
} from './problem.ts';
export { readId, readInteger } from './scalars.ts';
export {
  readAccount,
  readBill,
  readBiller,
  readConsult,
  readExtraData,
  readRates,
  readTopUpCheck,
  readTransaction,
} from './shapes.ts';
