/**
 * A test counter, also for the tests of other folders: a real ledger file, an in-memory service and
 * virtual time.
 */

export {
  insertIntent,
  insertOutcome,
  insertSend,
  markCashHandedOver,
  updateUnresolvedOutcome,
} from '../rows/index.ts';
export { createCounterPorts, NO_OTHER_TILL_PAYMENTS } from './counter-ports.ts';
export { createTestCounter } from './create-test-counter.ts';
export {
  ANSWER_LOST,
  createRefusal,
  createUnknownAnswer,
  type Fate,
  type LookUpFate,
  NEVER_ARRIVES,
  SUCCEEDS,
} from './fates.ts';
export { expectOk, expectProblem, expectSynchronous } from './results.ts';
export { ANA, createTestBiller, LUIS, LUIS_PIN } from './samples.ts';
export type { TestCounter } from './test-counter.ts';
