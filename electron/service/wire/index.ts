export {
  isJsonObject,
  type JsonNumber,
  jsonNumber,
  parseExact,
  parseFast,
  plainJson,
  writeExact,
} from './exact-json.ts';
export {
  type Refusal,
  readRefusal,
  retryAfter,
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
