/**
 * How this till is set up: one set of settings for each environment, kept by electron-store, and
 * its secrets, kept by the vault. A change is made ready, then kept whole or not at all, upon the
 * revision that a person saw. Answers `provisioning`, `provisioning-incomplete`, `setting`,
 * `stale-settings`, `storage`, `no-key-store` and `key-store-locked` problems; a damaged file is left as it is.
 * Secrets leave this folder only towards the service's client and the upload, in main.
 *
 * Decisions where the interface was silent:
 * - A stale change is refused, also where it is about something else: the revision counts everything
 *   that is kept (`settings.ts`).
 * - While the vault does not open secrets for the moment, a change of another secret is refused;
 *   what is lost for good may be replaced (`settings.ts`).
 * - An exported file keeps the POS number, and the screen says to change it (`export.ts`).
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
