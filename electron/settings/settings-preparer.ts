import {
  type EnvironmentName,
  environmentNameSchema,
  fail,
  getSettingsSection,
  type Language,
  ok,
  type Provisioning,
  type Result,
} from '../../shared/contract/index.ts';
import { applySettingsPatch, type CurrentSettings, type PatchedSettings } from './apply-patch.ts';
import { withReplacedChainPasswords } from './chain-passwords.ts';
import { findInvalidField } from './find-invalid-field.ts';
import { toTillSettings } from './from-provisioning.ts';
import type { SealedSecrets } from './sealed-secrets.ts';
import { toSecrets } from './secret-fields.ts';
import { createSettingsNote, type SettingsNote } from './settings-audit-note.ts';
import type { StoredSettings } from './stored-settings.ts';
import {
  SETTINGS_FORMAT,
  type SettingsAndSecrets,
  type TillSecrets,
  type TillSettings,
  tillSettingsSchema,
} from './till-settings.ts';

export interface PreparedPatch extends PatchedSettings {
  /** The change without secrets, for the audit log. */
  readonly note: SettingsNote;
  /** Saves the complete change or nothing; the returned function restores the previous state. */
  save(): Result<{ readonly undo: () => Result<null> }>;
}

export interface PreparedProvisioning {
  /**
   * Saves it and makes its environment the active one, at once; or saves nothing and returns the
   * problem.
   */
  save(): Result<TillSettings>;
}

/** Prepares changes of the settings before they are saved. */
export interface SettingsPreparer {
  /**
   * Prepares a provisioning: reads the files that it names, relative to `folder`, and seals its
   * secrets. Nothing is saved before `save` is called.
   */
  prepare(provisioning: Provisioning, folder: string): Promise<Result<PreparedProvisioning>>;
  /**
   * Prepares the settings in a backup, for a till that was never set up; they contain no keys.
   * Nothing is saved before `save` is called. Settings that this version cannot parse are from a
   * newer version: `restore`, `newer-version`.
   */
  prepareSettingsFromBackup(carried: string): Result<PreparedProvisioning>;
  /**
   * Prepares a patch of the provisioning file (`applySettingsPatch`) for the environment in the patch, or
   * for the active one. Nothing is saved before `save` is called, which also makes that environment
   * the active one. Returns `stale-settings` if settings were saved after `revision`; by default,
   * after this call.
   */
  preparePatch(patch: unknown, folder: string, revision?: number): Promise<Result<PreparedPatch>>;
}

export function createSettingsPreparer(
  stored: StoredSettings,
  sealedSecrets: SealedSecrets,
): SettingsPreparer {
  /** A file that is read again does not restore its first password, which the till has replaced. */
  const getSecretsToKeep = async (
    environment: EnvironmentName,
    after: SettingsAndSecrets,
  ): Promise<Result<TillSecrets>> => {
    const settings = stored.getCurrent().tills[environment];
    const current = await sealedSecrets.open(environment);
    if (!current.ok && current.problem === 'unavailable') return fail({ kind: 'key-store-locked' });
    if (after.settings.chain === undefined || settings?.chain === undefined || !current.ok) {
      return ok(withReplacedChainPasswords(null, after));
    }
    return ok(withReplacedChainPasswords({ settings, secrets: current.value }, after));
  };

  /**
   * Seals the secrets if they changed, and returns the function that saves everything. `current` is
   * null if the vault is not open.
   */
  const prepareKeep = async (
    next: {
      readonly environment: EnvironmentName;
      readonly settings: TillSettings;
      readonly secrets: TillSecrets;
      readonly language: Language | null;
    },
    current: TillSecrets | null,
    isStale: () => boolean,
  ): Promise<Result<PreparedPatch['save']>> => {
    const { environment, settings, secrets, language } = next;
    const hasNewSecrets = JSON.stringify(secrets) !== JSON.stringify(current ?? {});
    if (hasNewSecrets && current === null) return fail({ kind: 'key-store-locked' });
    const sealed = hasNewSecrets ? await sealedSecrets.seal(environment, secrets) : null;
    if (sealed && !sealed.ok) return sealed;
    return ok(() => {
      if (isStale()) return fail({ kind: 'stale-settings' });
      const previous = stored.getCurrent();
      const written = stored.write({
        format: SETTINGS_FORMAT,
        revision: stored.getCurrent().revision + 1,
        environment,
        language,
        tills: { ...stored.getCurrent().tills, [environment]: settings },
        sealed: sealed
          ? { ...stored.getCurrent().sealed, [environment]: sealed.value }
          : stored.getCurrent().sealed,
      });
      return written.ok ? ok({ undo: () => stored.write(previous) }) : written;
    });
  };

  return {
    prepare: async (provisioning, folder) => {
      const prepared = await toTillSettings(provisioning, folder);
      if (!prepared.ok) return prepared;
      const { environment } = provisioning;
      const after = { settings: prepared.value, secrets: toSecrets(provisioning) };
      const secrets = await getSecretsToKeep(environment, after);
      if (!secrets.ok) return secrets;
      const sealed = await sealedSecrets.seal(environment, secrets.value);
      if (!sealed.ok) return sealed;
      return ok({
        save: () => {
          const written = stored.write({
            format: SETTINGS_FORMAT,
            revision: stored.getCurrent().revision + 1,
            environment,
            language: provisioning.language,
            tills: { ...stored.getCurrent().tills, [environment]: prepared.value },
            sealed: { ...stored.getCurrent().sealed, [environment]: sealed.value },
          });
          return written.ok ? ok(prepared.value) : written;
        },
      });
    },
    prepareSettingsFromBackup: (carried) => {
      if (stored.getCurrent().environment !== null)
        return fail({ kind: 'restore', reason: 'other-till' });
      const parsed = parseTillSettings(carried);
      if (parsed === null) return fail({ kind: 'restore', reason: 'newer-version' });
      const { environment, language } = parsed;
      return ok({
        save: () => {
          const written = stored.write({
            ...stored.getCurrent(),
            revision: stored.getCurrent().revision + 1,
            environment,
            language,
            tills: { ...stored.getCurrent().tills, [environment]: parsed },
          });
          return written.ok ? ok(parsed) : written;
        },
      });
    },
    preparePatch: async (patch, folder, revision = stored.getCurrent().revision) => {
      const isStale = (): boolean => stored.getCurrent().revision !== revision;
      const { environment: active } = stored.getCurrent();
      const environment = parseEnvironmentName(patch) ?? active;
      if (active === null || environment === null) return fail({ kind: 'not-set-up' });
      if (isStale()) return fail({ kind: 'stale-settings' });
      const settings = stored.getCurrent().tills[environment];
      const opened = await sealedSecrets.open(environment);
      const replacesLost = !opened.ok && opened.problem === 'lost' && hasServiceKeys(patch);
      const current = opened.ok ? opened.value : replacesLost ? {} : null;
      const before: CurrentSettings | null = settings ? { settings, secrets: current } : null;
      const patched = await applySettingsPatch(before, patch, folder);
      if (!patched.ok) return patched;
      const { settings: after, secrets, namedFields } = patched.value;
      const language = namedFields.includes('language')
        ? after.language
        : stored.getCurrent().language;
      const next = { environment, settings: after, secrets, language };
      const save = await prepareKeep(next, current, isStale);
      if (!save.ok) return save;
      const note = createSettingsNote(
        getSettingsSection(namedFields.at(-1) ?? '') ?? 'patch',
        settings ? { settings, secrets: current ?? {} } : null,
        patched.value,
      );
      return ok({ ...patched.value, note, save: save.value });
    },
  };
}

function parseTillSettings(carried: string): TillSettings | null {
  try {
    const parsed = tillSettingsSchema.safeParse(JSON.parse(carried)).data ?? null;
    if (parsed === null || findInvalidField({ tills: { [parsed.environment]: parsed } }) !== null)
      return null;
    return parsed;
  } catch {
    return null;
  }
}

/** Who enters the service's keys again knows that the stored secrets are gone. */
function hasServiceKeys(patch: unknown): boolean {
  const { apiKey, secretKey } = { apiKey: null, secretKey: null, ...Object(patch) };
  return typeof apiKey === 'string' && typeof secretKey === 'string';
}

function parseEnvironmentName(patch: unknown): EnvironmentName | null {
  const { environment } = { environment: null, ...Object(patch) };
  return environmentNameSchema.safeParse(environment).data ?? null;
}
