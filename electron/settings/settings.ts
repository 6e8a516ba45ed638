import type { EnvironmentName, Language, Result } from '../../shared/contract/index.ts';
import { ok } from '../../shared/contract/index.ts';
import type { Log, Vault } from '../platform/index.ts';
import { createSealedSecrets } from './sealed-secrets.ts';
import { createSettingsPreparer, type SettingsPreparer } from './settings-preparer.ts';
import { openStoredSettings, type SettingsStore } from './stored-settings.ts';
import type { Secrets, TillSettings } from './till-settings.ts';

/** The settings of the till, of every environment that it was set up for. */
export interface Settings extends SettingsPreparer {
  /** The till in use; null if it was never set up. */
  active(): TillSettings | null;
  /** The till of an environment, in use or not; null if it was never set up. */
  of(environment: EnvironmentName): TillSettings | null;
  /** The language that a person chose last; else the one of the provisioning. */
  language(): Language | null;
  setLanguage(chosen: Language): Result<null>;
  /** Null if there are none, or if the vault no longer opens them. */
  secrets(environment: EnvironmentName): Promise<Secrets | null>;
  /** The number of the settings' state; it grows with every change except a chosen language. */
  revision(): number;
  /**
   * Replaces secrets that the till changes by itself; prepared changes are stale then. Refused as
   * `no-key-store` where what is sealed does not outlive the process, as `key-store-locked` where it
   * cannot be opened now.
   */
  changeSecrets(
    environment: EnvironmentName,
    change: (held: Secrets) => Secrets,
  ): Promise<Result<null>>;
}

/** Reads the settings once. A damaged file is a `storage` problem and is left as it is. */
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
    active: () => {
      const { environment, tills } = stored.now();
      return environment ? (tills[environment] ?? null) : null;
    },
    of: (environment) => stored.now().tills[environment] ?? null,
    language: () => stored.now().language,
    setLanguage: (chosen) => stored.write({ ...stored.now(), language: chosen }),
    secrets: secrets.read,
    ...createSettingsPreparer(stored, secrets),
    revision: () => stored.now().revision,
    changeSecrets: secrets.change,
  });
}
