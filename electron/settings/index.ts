/**
 * The settings of the till, of every environment that it was set up for: read once, checked, changed,
 * and kept in `settings.json` of the profile.
 *
 * - A provisioning file (`parse-provisioning.ts`), a patch of one (`apply-patch.ts`), a change of one section
 *   on the screen (`change.ts`) and what a backup carries are made ready first, tried by whoever asked
 *   for them, and then kept as a whole or not at all (`settings-preparer.ts`).
 * - Keys, passwords and PINs are never in `TillSettings`, which its schema refuses, and so never on the
 *   page: `Secrets` are sealed by the vault, and the audit log has only their names.
 * - A file that is damaged, of a newer version, or says what no provisioning file could say is left as
 *   it is, and the till does not open.
 * - `electron-store` is in `store/`, apart: it loads Electron, which `mostrador-cli` does not have.
 *
 * Amounts are decimal text: `lowBalance` in the currency of the shop's account, `customerFee` in that in
 * which the shop takes cash. Zones are IANA names; an hour is in the zone that is named beside it.
 *
 * Problems: `provisioning` and `provisioning-incomplete` (they name the fields), `setting`,
 * `stale-settings`, `not-set-up`, `no-key-store`, `key-store-locked`, `storage`, and `restore` for
 * settings of a newer version in a backup.
 */

export { removePatchSecrets } from './apply-patch.ts';
export {
  isOwnPassword,
  listChainPasswords,
  withNewPassword,
  withoutNewPassword,
  withProvenPassword,
} from './chain-passwords.ts';
export { resolveFirstLanguage } from './first-language.ts';
export { isObject, mergePatch } from './merge-patch.ts';
export {
  hasUploadsBesideChain,
  NO_UPLOADS_BESIDE_CHAIN,
  parseProvisioning,
} from './parse-provisioning.ts';
export { readProvisioningFile, readProvisioningText } from './provisioning-file.ts';
export { createReadOnlySettingsStore } from './read-only-store.ts';
export { createSettings, type Settings } from './settings.ts';
export { createSettingsExport } from './settings-export.ts';
export { toSettingsFields } from './settings-note.ts';
export type { PreparedChange, PreparedPatch } from './settings-preparer.ts';
export { toChainLocation, toSettingsView, toUploadLocation } from './settings-view.ts';
export type { SettingsStore } from './stored-settings.ts';
export { computeAccountFingerprint, type Secrets, type TillSettings } from './till-settings.ts';
export { createTrainingProvisioning } from './training-till.ts';
