/**
 * Changing the settings of a till that is set up: its own screens, `--apply`, and who may provision
 * it again. A change is prepared, checked against what it names (service, printer, server, folder),
 * and then kept with its note in one commit. Edits of `settings.json` by hand are noticed. Returns
 * `setting`, `stale-settings`, `provisioning`, `payment-state`, `storage` and PIN problems.
 */
export { type ActOf, type AuditedSettings, createAuditedSettings } from './audited-settings.ts';
export { createLedgerGuard, type LedgerGuard } from './ledger-guard.ts';
export { approveOnScreen, approveProvisioning } from './owner-approval.ts';
export { createPatching, type PatchAsked, type PatchReport } from './patching.ts';
export { lastPolicy, type Policy, policyNote } from './policy.ts';
export { noticeEdit } from './settings-watch.ts';
