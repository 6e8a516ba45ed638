/**
 * Changes the settings of a till that is set up: from its own screens and by `--apply`. Also
 * decides who may provision it again. A change is prepared, checked against what it names (service,
 * printer, server, folder), and saved with its audit note in one commit. Manual edits of
 * `settings.json` are detected. Returns `setting`, `stale-settings`, `provisioning`,
 * `payment-state`, `storage` and PIN problems.
 */
export {
  type AuditedSettings,
  createAuditedSettings,
  type SettingsChangeActor,
} from './audited-settings.ts';
export { createLedgerConflictFinder, type FindLedgerConflict } from './ledger-conflict-finder.ts';
export { approveOnScreenProvisioning, approveProvisioning } from './owner-approval.ts';
export { readLastFleetPolicy, toFleetPolicyAuditNote } from './policy.ts';
export { recordManuallyEditedFields } from './settings-digests.ts';
export { createSettingsPatcher } from './settings-patcher.ts';
