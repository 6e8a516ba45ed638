/**
 * A computer of a fleet: the machine-wide files `provision.json` and `secrets.json`, which only
 * administrators can write (`docs/fleet.md`). An empty profile is set up from them once. Later, the
 * policy fields (`policy.ts`) of such a till are applied again whenever the file changes: validated
 * like any setting, recorded in the audit log, and never while a payment is in progress.
 *
 * Problems: `machine-file` (another account or computer, a file that others can write or read),
 * `provisioning` (a field does not fit), and those of a provisioning and of a patch.
 *
 * Decisions where the issue was silent:
 * - The POS number always comes from a table by computer name: a file with one number "07" for all
 *   would give a copied disk the same number. The same table can set other fields that differ
 *   between computers.
 * - A till of this chain does not open under another account or on a computer that is not its own.
 *   A till of another chain, or one that a person set up, is left alone, because it was there
 *   before.
 * - A file that others can write never stops a till that is set up: a light reports it.
 * - A change by an owner in F7 holds until the file changes that field.
 * - Policy changes need no owner's PIN. `--apply` from the same folder still needs one: only the
 *   file whose permissions are checked is trusted for the fleet, not a patch beside it.
 */
export { createFleetSetup, type FleetSetup } from './fleet.ts';
export { findFleetProfileFolder } from './machine-file.ts';
export {
  findUnauthorizedWindowsReader,
  getMachineFolder,
  isInProtectedMachineFolder,
  type MachineFolder,
} from './machine-folder.ts';
export type { FleetPorts } from './ports.ts';
