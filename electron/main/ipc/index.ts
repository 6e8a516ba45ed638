/**
 * The main process's side of the IPC contract. `createCallListener` gives every call of the
 * contract one handler and checks everything between the page and the handlers:
 *
 * - It rejects, without a reason, a message that does not come from the top frame of our page or
 *   that names no call of the contract.
 * - Input must be plain JSON of bounded depth and size and must match the call's schema. Otherwise
 *   the response is `invalid-input` with the path of the field.
 * - It enforces the call's access: `not-set-up`, `not-signed-in`, `not-allowed`.
 * - Output must match the schema exactly; an extra field is an error, so that nothing leaks.
 *   Otherwise, or if a handler throws, the response is `internal` with a reference that the log
 *   explains. A `StorageError` becomes `storage`.
 *
 * Startup throws if a call has no handler or a handler has no call. `createEmitter` validates the
 * events for the page in the same way.
 */

export { createCallListener } from './call-listener.ts';
export { createEmitter, type Emit } from './emit.ts';
export type { CallListener } from './types.ts';
