/**
 * Creates a till from its settings, and holds the open till. Everything that the main process does
 * for the page goes through `TillHost`. `create-till.ts` creates the parts, each from those before
 * it (`shared-parts.ts`, `counter-parts.ts`, `back-office-parts.ts`), and then sets the listeners of
 * `till-events.ts`; `till-lifecycle.ts` starts and closes the parts. Returns `storage`,
 * `provisioning`, `no-key-store` and `payment-state` problems; damaged files are named in the
 * problem and left unchanged.
 *
 * A changed setting takes effect immediately, because settings are read at each use: no till is
 * reopened and no session ends. A change is prepared on the revision that the person saw, checked,
 * and then saved as a whole: its audit note goes into the ledger's commit, and within that commit
 * the settings file is written; it is restored if the commit fails. Changes and provisionings run
 * one at a time.
 *
 * A change of the service waits up to 30 seconds for payments in flight and is then refused. After
 * the change the new client takes over, and the old client is closed once no response can reach it.
 * Orders from before the change must be prepared again, because an order belongs to the client that
 * made its request.
 *
 * Decisions where the interface is silent:
 * - Another account's keys are refused while payments are unresolved, because the other account
 *   would answer that those payments do not exist (`changing/ledger-conflict-finder.ts`).
 * - Provisioning or restoring from the command line takes a PIN from a file, not from an argument,
 *   because every program can read arguments. It is the PIN of an owner or a supervisor of the
 *   ledger in use, or of the backup if that ledger cannot be read (`changing/owner-approval.ts`,
 *   `restoring/restore.ts`).
 * - A request that moves no money, made before the service's first client exists, waits for that
 *   client until 10 seconds after the till began to connect. Then it is refused with advice
 *   (`not-connected`). A request that moves money is refused unless a client exists
 *   (`service-connection.ts`).
 * - The settings of a printer or server that cannot be reached may be saved without a test, which
 *   is noted; keys may not (`changing/audited-settings.ts`, `changing/settings-validator.ts`).
 */

export type { AuditedSettings, SettingsChangeActor } from './changing/index.ts';
export type { Till } from './create-till.ts';
export { createTillHost } from './host.ts';
export { validateAndStageRestore } from './restoring/index.ts';
export type { TillHost } from './till-host.ts';
