/**
 * Builds a till by hand from its settings, and holds the one that is open. Everything that main
 * does for the page goes through `TillHost`. Returns `storage`, `provisioning`, `no-key-store` and
 * `payment-state` problems; damaged files are named and left as they are.
 *
 * A changed setting takes effect at once, because settings are read at each use: no till is
 * reopened, and no session ends. A change is prepared on the revision that the person saw, checked,
 * and then kept as a whole: its note in the ledger's commit, and within that commit the settings
 * file, which is restored if the commit fails. Changes and provisionings take turns.
 *
 * A change of the service waits up to 30 seconds for payments in flight; after that it is refused.
 * The new client then takes over, and the old one is closed once no answer can reach it. Orders
 * that were made before have to be prepared again: an order belongs to the client that made its
 * request.
 *
 * Decisions where the interface was silent:
 * - Another account's keys are refused while payments are not resolved: the other account would
 *   answer that those payments do not exist (`changing/ledger-guard.ts`).
 * - Whoever sets up again or restores from the command line gives a PIN in a file, not as an
 *   argument, because every program can read arguments. It is an owner's PIN or a supervisor's, of
 *   the ledger in use, or of the backup if that ledger cannot be read (`changing/owner-approval.ts`,
 *   `restoring/restore.ts`).
 * - A request that moves no money, made before the service's first client exists, waits for that
 *   client until 10 seconds after the till began to connect. Then it is refused with what to do
 *   (`not-connected`). A request that moves money needs an existing client, or is refused
 *   (`connection.ts`).
 * - The settings of a printer or server that cannot be reached may be kept without a test, which is
 *   noted; keys never may (`changing/audited-settings.ts`, `changing/settings-validator.ts`).
 */

export type {
  AuditedSettings,
  FleetPolicy,
  PatchReport,
  PatchRequest,
  SettingsActor,
} from './changing/index.ts';
export { createClosedTill } from './closed-till.ts';
export { createTillHost } from './host.ts';
export type { OpenTill } from './open-till.ts';
export { consumePinFile, restoreAtStart } from './restoring/index.ts';
export type { TillHost } from './till-host.ts';
