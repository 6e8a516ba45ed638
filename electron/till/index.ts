/**
 * Builds a till by hand from its settings, and holds the one that is open. Everything that main
 * does for the page goes through `TillHost`. Answers `storage`, `provisioning`, `no-key-store` and
 * `payment-state` problems; damaged files are named and left as they are.
 *
 * A changed setting holds from the next moment on, because settings are read at each use: no till is
 * reopened, and no session ends. A change is made ready upon the revision that the person saw,
 * checked, and then kept as one: its note in the ledger's commit, and the settings file within it,
 * which is put back where that commit fails. Changes and provisionings take turns. Where the change
 * is one of the service, payments that are out are waited for, up to 30 seconds, and then it is
 * refused. The new client then takes over, and the old one is closed once no answer can come to it.
 * Orders that were made before have to be prepared again: an order belongs to the client that made
 * its request.
 *
 * Decisions where the interface was silent:
 * - Another account's keys are refused while payments are not resolved: it would answer that they do
 *   not exist (`account-guard.ts`).
 * - Whoever insists on a restore from the command line gives a PIN in a file, not in an argument,
 *   which every program sees; it is one of the ledger in use, or of the backup where that cannot be
 *   read (`restore.ts`).
 * - What is asked before the service's first client is there, and moves no money, waits for it up to
 *   10 seconds after the till began to connect, and then says what to do (`not-connected`). What
 *   moves money has met the client before, or is refused (`connection.ts`).
 * - A printer or server that is away can be kept untried, which is noted; keys never
 *   (`settings-room.ts`, `settings-checks.ts`).
 */
export { createTillHost, type TillHost } from './host.ts';
export type { OpenTill } from './open-till.ts';
export { readInsistence, restoreAtStart } from './restore.ts';
export type { ActOf, SettingsRoom } from './settings-room.ts';
