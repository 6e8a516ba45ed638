/**
 * A counter for the tests of other folders: a real ledger file, a service in memory, virtual time.
 */

export {
  insertIntent,
  insertOutcome,
  insertSend,
  markHandedOver,
  updateOpenOutcome,
} from '../rows/index.ts';
export {
  ANA,
  atOnce,
  expectOk,
  expectProblem,
  LUIS,
  LUIS_PIN,
  type TestCounter,
  testBiller,
  testCounter,
} from './counter.ts';
export {
  ANSWER_LOST,
  type Fate,
  type LookUpFate,
  NEVER_ARRIVES,
  refusal,
  unknownAnswer,
  WELL,
} from './fake-service.ts';
