/**
 * The contract on main's side. `createCallListener` gives every call of the contract one handler, and checks
 * everything between the page and the handlers:
 *
 * - A message that does not come from our page's top frame, or names no call of the contract, is
 *   rejected without a reason.
 * - Input must be plain JSON of a bounded depth and size and must fit the call's schema. Otherwise
 *   the answer is `invalid-input` with the path of the field.
 * - The call's access is enforced: `not-set-up`, `not-signed-in`, `not-allowed`.
 * - Output must fit the schema exactly (an extra field is a fault, so that it cannot leak).
 *   Otherwise, or if a handler throws, the answer is `internal` with a reference that the log
 *   explains. A `StorageError` becomes `storage`.
 *
 * Start-up fails (an exception) if a call has no handler or a handler has no call. `createEmitter`
 * validates the events that go to the page in the same way.
 */

export { createCallListener } from './call-listener.ts';
export { createEmitter, type Emit } from './emit.ts';
export type { CallListener } from './types.ts';
