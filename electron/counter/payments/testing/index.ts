/**
 * A test counter, also for the tests of other folders: a real ledger file, an in-memory service and
 * virtual time.
 */

export {
  insertIntent,
  insertOutcome,
  insertSend,
  markHandedOver,
  updateOpenOutcome,
} from '../rows/index.ts';
export { testCounter } from './counter.ts';
export {
  ANSWER_LOST,
  type Fate,
  type LookUpFate,
  NEVER_ARRIVES,
  refusal,
  unknownAnswer,
  WELL,
} from './fates.ts';
export { atOnce, expectOk, expectProblem } from './results.ts';
export { ANA, LUIS, LUIS_PIN, testBiller } from './samples.ts';
export type { TestCounter } from './test-counter.ts';
