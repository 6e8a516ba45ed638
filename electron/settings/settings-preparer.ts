import {
  type EnvironmentName,
  environmentNameSchema,
  fail,
  type Language,
  ok,
  type Provisioning,
  type Result,
  type SettingsChange,
} from '../../shared/contract/index.ts';
import { applyChange } from './apply-change.ts';
import { applyPatch, type PatchedSettings } from './apply-patch.ts';
import { withReplacedPasswords } from './chain-passwords.ts';
import { findFieldWithControls, NO_CONTROLS_REASON } from './control-characters.ts';
import { findInvalidField } from './find-invalid-field.ts';
import { toSecrets, toTillSettings } from './from-provisioning.ts';
import type { SealedSecrets } from './sealed-secrets.ts';
import { createPatchNote, createSettingsNote, type SettingsNote } from './settings-audit-note.ts';
import type { StoredSettings } from './stored-settings.ts';
import {
  SETTINGS_FORMAT,
  type Secrets,
  type SettingsAndSecrets,
  type TillSettings,
  tillSettingsSchema,
} from './till-settings.ts';

export interface PreparedPatch
  extends PreparedChange,
    Pick<PatchedSettings, 'cashiers' | 'fieldNames'> {}

export interface PreparedChange {
  /** The settings and the secrets after the change. Only the check in main uses the secrets. */
  readonly settings: TillSettings;
  readonly secrets: Secrets;
  /** The change without secrets, for the audit log. */
  readonly note: SettingsNote;
  /** Saves the complete change or nothing; the returned function restores the previous state. */
  save(): Result<{ readonly undo: () => Result<null> }>;
}

export interface PreparedTill {
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
  prepare(provisioning: Provisioning, folder: string): Promise<Result<PreparedTill>>;
  /**
   * Prepares the settings in a backup, for a till that was never set up; they contain no keys.
   * Nothing is saved before `save` is called. Settings that this version cannot parse are from a
   * newer version: `restore`, `newer-version`.
   */
  prepareFromBackup(carried: string): Result<PreparedTill>;
  /**
   * Prepares a change of the active settings that was made on the state `revision`. Returns
   * `stale-settings` if settings were saved since, `setting` if the change is invalid. Nothing is
   * saved before `save` is called.
   */
  prepareChange(change: SettingsChange, revision: number): Promise<Result<PreparedChange>>;
  /**
   * Prepares a patch of the provisioning file (`applyPatch`) for the environment in the patch, or
   * for the active one. Nothing is saved before `save` is called, which also makes that environment
   * the active one.
   */
  preparePatch(patch: unknown, folder: string): Promise<Result<PreparedPatch>>;
}

export function createSettingsPreparer(
  stored: StoredSettings,
  sealedSecrets: SealedSecrets,
): SettingsPreparer {
  /** A file that is read again does not restore its first password, which the till has replaced. */
  const getSecretsToKeep = async (
    environment: EnvironmentName,
    after: SettingsAndSecrets,
  ): Promise<Result<Secrets>> => {
    const settings = stored.getCurrent().tills[environment];
    if (after.settings.chain === undefined || settings?.chain === undefined) {
      return ok(withReplacedPasswords(null, after));
    }
    const current = await sealedSecrets.open(environment);
    if (current === null) return fail({ kind: 'key-store-locked' });
    return ok(withReplacedPasswords({ settings, secrets: current }, after));
  };

  /**
   * Seals the secrets if they changed, and returns the function that saves everything. `current` is
   * null if the vault is not open.
   */
  const prepareKeep = async (
    next: {
      readonly environment: EnvironmentName;
      readonly settings: TillSettings;
      readonly secrets: Secrets;
      readonly language: Language | null;
    },
    current: Secrets | null,
    isStale: () => boolean,
  ): Promise<Result<PreparedChange['save']>> => {
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
    prepareFromBackup: (carried) => {
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
    prepareChange: async (change, revision) => {
      const field = findFieldWithControls(change);
      if (field !== null) return fail({ kind: 'provisioning', field, reason: NO_CONTROLS_REASON });
      const isStale = (): boolean => stored.getCurrent().revision !== revision;
      const { environment } = stored.getCurrent();
      const before = environment ? stored.getCurrent().tills[environment] : undefined;
      if (!environment || !before) return fail({ kind: 'not-set-up' });
      if (isStale()) return fail({ kind: 'stale-settings' });
      const current = await sealedSecrets.open(environment);
      const changed = await applyChange({ settings: before, secrets: current ?? {} }, change);
      if (!changed.ok) return changed;
      const { settings: after, secrets } = changed.value;
      const note = createSettingsNote(
        change,
        { settings: before, secrets: current ?? {} },
        changed.value,
      );
      const language =
        change.section === 'language' ? change.language : stored.getCurrent().language;
      const next = { environment, settings: after, secrets, language };
      const prepared = await prepareKeep(next, current, isStale);
      return prepared.ok ? ok({ settings: after, secrets, note, save: prepared.value }) : prepared;
    },
    preparePatch: async (patch, folder) => {
      const { revision, environment: active } = stored.getCurrent();
      const environment = parseEnvironmentName(patch) ?? active;
      if (active === null || environment === null) return fail({ kind: 'not-set-up' });
      const settings = stored.getCurrent().tills[environment];
      const current = await sealedSecrets.open(environment);
      if (current === null) return fail({ kind: 'key-store-locked' });
      const before: SettingsAndSecrets | null = settings ? { settings, secrets: current } : null;
      const patched = await applyPatch(before, patch, folder);
      if (!patched.ok) return patched;
      const { settings: after, secrets, cashiers, fieldNames } = patched.value;
      const language = fieldNames.includes('language')
        ? after.language
        : stored.getCurrent().language;
      const next = { environment, settings: after, secrets, language };
      const prepared = await prepareKeep(
        next,
        current,
        () => stored.getCurrent().revision !== revision,
      );
      if (!prepared.ok) return prepared;
      const note = createPatchNote(before, patched.value);
      return ok({ settings: after, secrets, note, cashiers, fieldNames, save: prepared.value });
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

function parseEnvironmentName(patch: unknown): EnvironmentName | null {
  const { environment } = { environment: null, ...Object(patch) };
  return environmentNameSchema.safeParse(environment).data ?? null;
}
