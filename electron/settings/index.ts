/**
 * How this till is set up: one set of settings for each environment, kept by electron-store, and
 * its secrets, kept by the vault. A change is made ready, then kept whole or not at all, upon the
 * revision that a person saw. Answers `provisioning`, `provisioning-incomplete`, `setting`,
 * `stale-settings`, `storage`, `no-key-store` and `key-store-locked` problems; a damaged file is left as it is.
 * Secrets leave this folder only towards the service's client and the upload, in main.
 */
export { exportOf, type SettingsExport } from './export.ts';
export type { SettingsNote } from './note.ts';
export { parseProvisioning } from './parse-provisioning.ts';
export { readProvisioningFile, readProvisioningText } from './provisioning-file.ts';
export {
  createSettings,
  type PreparedChange,
  type Settings,
  type SettingsStore,
} from './settings.ts';
export { openSettingsStore } from './store.ts';
export { accountPrint, type Secrets, type TillSettings } from './till-settings.ts';
export { trainingProvisioning } from './training-till.ts';
export { viewOf } from './view.ts';
