/** A counter for tests of other folders: a real ledger file, a service in memory, virtual time. */

export {
  insertIntent,
  insertOutcome,
  insertSend,
  markHandedOver,
  updateOpenOutcome,
} from '../payment-writes.ts';
export {
  ANA,
  expectOk,
  expectProblem,
  LUIS,
  LUIS_PIN,
  type TestCounter,
  testBiller,
  testCounter,
} from './counter.ts';
export { refusal } from './fake-service.ts';
