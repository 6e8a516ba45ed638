import { type EnvironmentName, fail, ok, type Result } from '../../shared/contract/index.ts';
import type { Log, Vault } from '../platform/index.ts';
import type { StoredSettings } from './stored-settings.ts';
import { type Secrets, secretsSchema } from './till-settings.ts';

/** The secrets of each environment, which the stored file contains sealed by the vault. */
export interface SealedSecrets {
  /** Null if there are none, or if they cannot be read now: the log contains the reason. */
  read(environment: EnvironmentName): Promise<Secrets | null>;
  /**
   * Returns an empty object if there are none or they are lost; null if they cannot be opened now,
   * although a later attempt may succeed.
   */
  open(environment: EnvironmentName): Promise<Secrets | null>;
  /** Returns the text for the stored file. */
  seal(environment: EnvironmentName, secrets: Secrets): Promise<Result<string>>;
  /** See `Settings.changeSecrets`. */
  change(
    environment: EnvironmentName,
    change: (current: Secrets) => Secrets,
  ): Promise<Result<null>>;
}

export function createSealedSecrets(
  stored: StoredSettings,
  { vault, log }: { readonly vault: Vault; readonly log: Log },
): SealedSecrets {
  const open = async (environment: EnvironmentName): Promise<Secrets | null> => {
    const sealed = stored.getCurrent().sealed[environment];
    if (sealed === undefined) return {};
    const opened = await vault.open(sealed);
    if (opened.ok) return parseSecrets(opened.value.text) ?? {};
    // A lost secret cannot be recovered, so other keys may replace it.
    return opened.problem === 'lost' ? {} : null;
  };

  const seal = async (environment: EnvironmentName, secrets: Secrets): Promise<Result<string>> => {
    if (environment === 'production' && !(await vault.isStrong())) {
      return fail({ kind: 'no-key-store', environment });
    }
    const sealed = await vault.seal(JSON.stringify(secrets));
    if (sealed.ok) return ok(sealed.value);
    log.error({ environment, failure: sealed.problem }, 'settings-secrets: vault seal failed');
    return fail({ kind: 'no-key-store', environment });
  };

  const reseal = async (environment: EnvironmentName, text: string): Promise<void> => {
    const sealed = await vault.seal(text);
    if (sealed.ok)
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
      if (opened.value.needsReseal) await reseal(environment, opened.value.text);
      return parsed;
    },
    change: async (environment, change) => {
      if (!(await vault.isStrong())) return fail({ kind: 'no-key-store', environment });
      for (;;) {
        const before = stored.getCurrent().sealed[environment];
        const current = await open(environment);
        if (current === null) return fail({ kind: 'key-store-locked' });
        const sealed = await seal(environment, change(current));
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
function parseSecrets(text: string): Secrets | null {
  try {
    return secretsSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
