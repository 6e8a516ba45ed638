/**
 * How this till is set up: one set of settings for each environment, kept by electron-store, and
 * its secrets, kept by the vault. A change is prepared on the revision that a person saw, and then
 * kept as a whole or not at all. Returns `provisioning`, `provisioning-incomplete`, `setting`,
 * `stale-settings`, `storage`, `no-key-store` and `key-store-locked` problems; a damaged file is
 * left as it is. Secrets leave this folder only for the service's client and the upload, in main.
 *
 * Decisions where the interface was silent:
 * - A stale change is refused even if the newer one was about something else: the revision counts
 *   every change (`settings.ts`).
 * - While the vault temporarily cannot open secrets, a change of another secret is refused; a
 *   secret that is lost for good may be replaced (`settings.ts`).
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
