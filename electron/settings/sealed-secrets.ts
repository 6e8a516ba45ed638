import { type EnvironmentName, fail, ok, type Result } from '../../shared/contract/index.ts';
import { fromKeyStoreSeal, type Log, type Vault } from '../platform/index.ts';
import type { StoredSettings } from './stored-settings.ts';
import { type TillSecrets, tillSecretsSchema } from './till-settings.ts';

/** The secrets of each environment, which the stored file contains sealed by the vault. */
export interface SealedSecrets {
  /** Null if there are none, or if they cannot be read now: the log contains the reason. */
  read(environment: EnvironmentName): Promise<TillSecrets | null>;
  /**
   * Returns an empty object if there are none, or none that outlived the process. `unavailable`: a
   * later attempt may succeed, so nothing may replace them. `lost`: only a person may replace them,
   * and only all together.
   */
  open(environment: EnvironmentName): Promise<Result<TillSecrets, 'unavailable' | 'lost'>>;
  /**
   * Returns the text for the stored file. Secrets that a key store sealed are never replaced by
   * secrets that only this process holds: `key-store-locked`.
   */
  seal(environment: EnvironmentName, secrets: TillSecrets): Promise<Result<string>>;
  /** See `Settings.changeSecrets`. */
  change(
    environment: EnvironmentName,
    change: (current: TillSecrets) => TillSecrets,
  ): Promise<Result<null>>;
}

export function createSealedSecrets(
  stored: StoredSettings,
  { vault, log }: { readonly vault: Vault; readonly log: Log },
): SealedSecrets {
  const open: SealedSecrets['open'] = async (environment) => {
    const sealed = stored.getCurrent().sealed[environment];
    if (sealed === undefined) return ok({});
    const opened = await vault.open(sealed);
    if (opened.ok) {
      const secrets = parseSecrets(opened.value.text);
      return secrets === null ? fail('lost') : ok(secrets);
    }
    if (opened.problem !== 'lost') return fail('unavailable');
    return fromKeyStoreSeal(sealed) === null ? ok({}) : fail('lost');
  };

  const seal: SealedSecrets['seal'] = async (environment, secrets) => {
    const strength = await vault.getStrength();
    if (strength === 'unavailable') return fail({ kind: 'key-store-locked' });
    if (strength === 'none') {
      if (environment === 'production') return fail({ kind: 'no-key-store', environment });
      const previous = stored.getCurrent().sealed[environment];
      if (previous !== undefined && fromKeyStoreSeal(previous) !== null)
        return fail({ kind: 'key-store-locked' });
    }
    const sealed = await vault.seal(JSON.stringify(secrets));
    if (sealed.ok) return ok(sealed.value);
    log.error({ environment, failure: sealed.problem }, 'settings-secrets: vault seal failed');
    return fail({ kind: 'key-store-locked' });
  };

  const reseal = async (
    environment: EnvironmentName,
    previous: string,
    secrets: TillSecrets,
  ): Promise<void> => {
    const sealed = await seal(environment, secrets);
    // Other secrets may have been saved meanwhile.
    if (!sealed.ok || stored.getCurrent().sealed[environment] !== previous) return;
    stored.write({
      ...stored.getCurrent(),
      sealed: { ...stored.getCurrent().sealed, [environment]: sealed.value },
    });
  };

  return {
    open,
    seal,
    read: async (environment) => {
      const sealed = stored.getCurrent().sealed[environment];
      if (sealed === undefined) return null;
      const opened = await vault.open(sealed);
      if (!opened.ok) {
        log.warn({ environment, failure: opened.problem }, 'settings-secrets: vault open failed');
        return null;
      }
      const parsed = parseSecrets(opened.value.text);
      if (!parsed) {
        log.error({ environment }, 'settings-secrets: vault content invalid');
        return null;
      }
      if (opened.value.needsReseal) await reseal(environment, sealed, parsed);
      return parsed;
    },
    change: async (environment, change) => {
      const strength = await vault.getStrength();
      if (strength === 'unavailable') return fail({ kind: 'key-store-locked' });
      if (strength === 'none') return fail({ kind: 'no-key-store', environment });
      for (;;) {
        const before = stored.getCurrent().sealed[environment];
        const current = await open(environment);
        if (!current.ok) return fail({ kind: 'key-store-locked' });
        const sealed = await seal(environment, change(current.value));
        if (!sealed.ok) return sealed;
        // Other secrets were saved meanwhile: the change is applied to those.
        if (stored.getCurrent().sealed[environment] !== before) continue;
        return stored.write({
          ...stored.getCurrent(),
          revision: stored.getCurrent().revision + 1,
          sealed: { ...stored.getCurrent().sealed, [environment]: sealed.value },
        });
      }
    },
  };
}

/** A parser error would leak a part of the secret to the log. */
function parseSecrets(text: string): TillSecrets | null {
  try {
    return tillSecretsSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
