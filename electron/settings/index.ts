/**
 * How this till is set up: one set of settings for each environment, kept by electron-store, and
 * its secrets, kept by the vault. Answers `provisioning`, `storage` and `no-key-store` problems.
 * Secrets leave this folder only towards the service's client and the upload, in main.
 */
export { readProvisioningFile, readProvisioningText } from './provisioning-file.ts';
export { createSettings, type Settings, type SettingsStore } from './settings.ts';
export { openSettingsStore } from './store.ts';
export {
  accountPrint,
  parseProvisioning,
  type Secrets,
  type TillSettings,
} from './till-settings.ts';
export { trainingProvisioning } from './training-till.ts';
