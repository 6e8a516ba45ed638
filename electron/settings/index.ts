/**
 * The settings of the till for every environment that it was set up for: read once, validated,
 * changed, and stored in `settings.json` of the profile.
 *
 * - All settings are declared in `shared/contract/provisioning.ts`. A provisioning file
 *   (`parse-provisioning.ts`), a patch of it from a file, a fleet or the screen (`apply-patch.ts`) and
 *   the settings in a backup are prepared first, tested by the caller, and then saved completely or
 *   not at all (`settings-preparer.ts`).
 * - The schema of `TillSettings` rejects keys, passwords and PINs, so they never reach the page.
 *   `TillSecrets` are sealed by the vault, and the audit log contains only their names.
 * - A file that is damaged, has a newer format, or contains a value that no provisioning file can
 *   contain is not changed, and the till does not open.
 * - `electron-store` is used only in `store/`: it loads Electron, which `mostrador-cli` does not have.
 *
 * Amounts are decimal text: `lowBalance` in the currency of the shop's account, `customerFee` in the
 * currency in which the shop takes cash. Zones are IANA names; a time of day is in the zone of the
 * field next to it.
 *
 * Problems: `provisioning` and `provisioning-incomplete` (with the field names), `setting`,
 * `stale-settings`, `not-set-up`, `no-key-store`, `key-store-locked`, `storage`, and `restore` for
 * settings of a newer version in a backup.
 */

export { removePatchSecrets } from './apply-patch.ts';
export {
  listChainPasswords,
  wasChainPasswordGeneratedByTill,
  withAcceptedChainPassword,
  withNewChainPassword,
  withoutNewChainPassword,
} from './chain-passwords.ts';
export { resolveInitialLanguage } from './first-language.ts';
export { applyJsonMergePatch, isPlainObject } from './merge-patch.ts';
export { hasBothChainAndUploads, parseProvisioning } from './parse-provisioning.ts';
export { mergePatchFiles } from './patch-files.ts';
export { parseProvisioningText, readProvisioningFile } from './provisioning-file.ts';
export { createReadOnlySettingsStore } from './read-only-store.ts';
export { toSettingsRefusal, toSettingsScreenProblem } from './refusals.ts';
export { getFieldByPath } from './secret-fields.ts';
export { createSettings, type Settings } from './settings.ts';
export { toSettingsFields } from './settings-audit-note.ts';
export { createSettingsExport } from './settings-export.ts';
export type { PreparedPatch } from './settings-preparer.ts';
export { toPublicSettings, toSettingsView } from './settings-view.ts';
export type { SettingsStore } from './stored-settings.ts';
export {
  computeAccountFingerprint,
  type EffectiveSettings,
  type TillSecrets,
  type TillSettings,
  withDefaultSettings,
} from './till-settings.ts';
export { createTrainingProvisioning } from './training-provisioning.ts';
