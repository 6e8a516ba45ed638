/**
 * A computer of a fleet: the machine-wide files `provision.json` and `secrets.json`, which only
 * administrators write (`docs/fleet.md`). An empty profile is set up from them once. Of a till that
 * was set up so, what is policy (`policy.ts`) is taken again whenever the file changes, checked like
 * any setting, noted in the audit log, and never while a payment is out.
 *
 * Problems: `machine-file` (another account or computer, a file that others can write or read),
 * `provisioning` (a field does not fit), and those of a provisioning and of a patch.
 *
 * Decisions where the issue was silent:
 * - The POS number comes from a table by computer name, always: a file that said "07" to whoever
 *   reads it would make two tills 07 of a copied disk. The same table may say what else differs from
 *   computer to computer.
 * - A till of this chain does not open under another account or on a computer that is not its own.
 *   One of another chain, or that a person set up, is left alone: it was there before.
 * - A file that others can write never stops a till that is set up: a light says so.
 * - What an owner changes in F7 holds until the file changes in that field.
 * - An owner's PIN is not asked for policy. `--apply` from the same folder still asks for it: a file
 *   whose rights are checked speaks for the fleet, a patch beside it for whoever put it there.
 */
export { createFleet, type Fleet } from './fleet.ts';
export { findFleetProfile } from './machine-file.ts';
export {
  findOtherWindowsReader,
  getMachineFolder,
  isMachineFile,
  type MachineFolder,
} from './machine-folder.ts';
export { readPlainFile } from './plain-file.ts';
export type { FleetPorts } from './ports.ts';
