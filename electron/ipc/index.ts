/**
 * The contract on main's side. `registerCalls` gives every call of the contract one channel and one
 * handler, and stands between the page and the handlers:
 *
 * - a message from anywhere but our page's top frame is thrown back without a word about why;
 * - what comes in is plain JSON of a bounded depth and size and fits the call's schema, or the
 *   answer is `invalid-input` with the path of the field;
 * - the call's access is enforced: `not-set-up`, `not-signed-in`, `not-allowed`;
 * - what goes out fits the schema to the letter (a field too many is a fault, not a leak), or the
 *   answer is `internal` with a reference that the log explains. The same holds when a handler
 *   throws; a `StorageError` becomes `storage`.
 *
 * Start-up fails (an exception) when a call has no handler or a handler has no call.
 * `createEmitter` validates the events that go to the page in the same way.
 */
export { createEmitter, type Emit } from './emit.ts';
export { registerCalls } from './register.ts';
export type {
  AccessNow,
  CallContext,
  Handlers,
  IpcPort,
  RegisterOptions,
  SignedInCashier,
} from './types.ts';
