import type { EnvironmentName, Language, Result } from '../../shared/contract/index.ts';
import { ok } from '../../shared/contract/index.ts';
import type { Log, Vault } from '../platform/index.ts';
import { createSealedSecrets } from './sealed-secrets.ts';
import { createSettingsPreparer, type SettingsPreparer } from './settings-preparer.ts';
import { openStoredSettings, type SettingsStore } from './stored-settings.ts';
import type { TillSecrets, TillSettings } from './till-settings.ts';

/** The settings of the till for every environment that it was set up for. */
export interface Settings extends SettingsPreparer {
  /** The settings of the active environment; null if the till was never set up. */
  getActiveTillSettings(): TillSettings | null;
  /** The settings of an environment, active or not; null if it was never set up. */
  getTillSettings(environment: EnvironmentName): TillSettings | null;
  /** The language that a person chose last; otherwise the language of the provisioning. */
  getLanguage(): Language | null;
  setLanguage(chosen: Language): Result<null>;
  /** The secrets; null if there are none, or if the vault cannot open them any more. */
  readSecrets(environment: EnvironmentName): Promise<TillSecrets | null>;
  /**
   * The number of the settings' state. It increases with every change except a change of
   * `setLanguage`.
   */
  getRevision(): number;
  /**
   * Replaces secrets that the till changes without a person; prepared changes become stale. Returns
   * `no-key-store` if sealed secrets do not outlive the process, and `key-store-locked` if they
   * cannot be opened now.
   */
  changeSecrets(
    environment: EnvironmentName,
    change: (current: TillSecrets) => TillSecrets,
  ): Promise<Result<null>>;
}

/**
 * Reads the settings once. Returns a `storage` problem for a damaged file, which is not changed.
 */
export function createSettings(ports: {
  readonly store: SettingsStore;
  readonly vault: Vault;
  readonly log: Log;
}): Result<Settings> {
  const opened = openStoredSettings(ports.store, ports.log);
  if (!opened.ok) return opened;
  const stored = opened.value;
  const secrets = createSealedSecrets(stored, ports);
  return ok({
    getActiveTillSettings: () => {
      const { environment, tills } = stored.getCurrent();
      return environment ? (tills[environment] ?? null) : null;
    },
    getTillSettings: (environment) => stored.getCurrent().tills[environment] ?? null,
    getLanguage: () => stored.getCurrent().language,
    setLanguage: (chosen) => stored.write({ ...stored.getCurrent(), language: chosen }),
    readSecrets: secrets.read,
    ...createSettingsPreparer(stored, secrets),
    getRevision: () => stored.getCurrent().revision,
    changeSecrets: secrets.change,
  });
}
