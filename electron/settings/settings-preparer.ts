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
import { createPatchNote, createSettingsNote, type SettingsNote } from './settings-note.ts';
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
    Pick<PatchedSettings, 'cashiers' | 'named'> {}

export interface PreparedChange {
  /** The settings and the secrets as they would be. The secrets are for the check in main alone. */
  readonly settings: TillSettings;
  readonly secrets: Secrets;
  /** The change, without a secret, for the audit log. */
  readonly note: SettingsNote;
  /** Keeps the whole change or nothing; the function it returns restores the former state. */
  keep(): Result<{ readonly undo: () => Result<null> }>;
}

export interface PreparedTill {
  /** Keeps it and makes its environment the one in use, at once; or nothing, and says why. */
  keep(): Result<TillSettings>;
}

/** Makes ready what is to be kept next. */
export interface SettingsPreparer {
  /**
   * Makes a provisioning ready: files that it names are read, relative to `folder`, and its secrets
   * sealed. Nothing is kept before `keep` is called.
   */
  prepare(provisioning: Provisioning, folder: string): Promise<Result<PreparedTill>>;
  /**
   * Makes ready the settings that a backup carries, on a till that was never set up; keys are not
   * among them. Nothing is kept before `keep` is called. Settings that this version does not
   * understand are of a newer one, and refused as `restore`, `newer-version`.
   */
  prepareFromBackup(carried: string): Result<PreparedTill>;
  /**
   * Prepares a change of the settings in use, made on the state `revision`: `stale-settings` if
   * others were kept since, `setting` if it cannot be kept as given. Nothing is kept before `keep`
   * is called.
   */
  prepareChange(change: SettingsChange, revision: number): Promise<Result<PreparedChange>>;
  /**
   * Prepares a patch of the provisioning file (`applyPatch`) for the environment that it names, or
   * for the one in use. Nothing is kept before `keep` is called, which also makes that environment
   * the one in use.
   */
  preparePatch(patch: unknown, folder: string): Promise<Result<PreparedPatch>>;
}

export function createSettingsPreparer(
  stored: StoredSettings,
  vaulted: SealedSecrets,
): SettingsPreparer {
  /** A file that is read again does not put back the password that it gave at first. */
  const withReplacedOf = async (
    environment: EnvironmentName,
    after: SettingsAndSecrets,
  ): Promise<Result<Secrets>> => {
    const settings = stored.now().tills[environment];
    if (after.settings.chain === undefined || settings?.chain === undefined) {
      return ok(withReplacedPasswords(null, after));
    }
    const held = await vaulted.open(environment);
    if (held === null) return fail({ kind: 'key-store-locked' });
    return ok(withReplacedPasswords({ settings, secrets: held }, after));
  };

  /** Seals what has to be, and returns what keeps it all. `held` is null if the vault is closed. */
  const keeping = async (
    to: {
      readonly environment: EnvironmentName;
      readonly settings: TillSettings;
      readonly secrets: Secrets;
      readonly language: Language | null;
    },
    held: Secrets | null,
    isStale: () => boolean,
  ): Promise<Result<PreparedChange['keep']>> => {
    const { environment, settings, secrets, language } = to;
    const isSecret = JSON.stringify(secrets) !== JSON.stringify(held ?? {});
    if (isSecret && held === null) return fail({ kind: 'key-store-locked' });
    const sealed = isSecret ? await vaulted.seal(environment, secrets) : null;
    if (sealed && !sealed.ok) return sealed;
    return ok(() => {
      if (isStale()) return fail({ kind: 'stale-settings' });
      const old = stored.now();
      const written = stored.write({
        format: SETTINGS_FORMAT,
        revision: stored.now().revision + 1,
        environment,
        language,
        tills: { ...stored.now().tills, [environment]: settings },
        sealed: sealed
          ? { ...stored.now().sealed, [environment]: sealed.value }
          : stored.now().sealed,
      });
      return written.ok ? ok({ undo: () => stored.write(old) }) : written;
    });
  };

  return {
    prepare: async (provisioning, folder) => {
      const prepared = await toTillSettings(provisioning, folder);
      if (!prepared.ok) return prepared;
      const { environment } = provisioning;
      const after = { settings: prepared.value, secrets: toSecrets(provisioning) };
      const secrets = await withReplacedOf(environment, after);
      if (!secrets.ok) return secrets;
      const sealed = await vaulted.seal(environment, secrets.value);
      if (!sealed.ok) return sealed;
      return ok({
        keep: () => {
          const written = stored.write({
            format: SETTINGS_FORMAT,
            revision: stored.now().revision + 1,
            environment,
            language: provisioning.language,
            tills: { ...stored.now().tills, [environment]: prepared.value },
            sealed: { ...stored.now().sealed, [environment]: sealed.value },
          });
          return written.ok ? ok(prepared.value) : written;
        },
      });
    },
    prepareFromBackup: (carried) => {
      if (stored.now().environment !== null) return fail({ kind: 'restore', reason: 'other-till' });
      const read = parseTillSettings(carried);
      if (read === null) return fail({ kind: 'restore', reason: 'newer-version' });
      const { environment, language } = read;
      return ok({
        keep: () => {
          const written = stored.write({
            ...stored.now(),
            revision: stored.now().revision + 1,
            environment,
            language,
            tills: { ...stored.now().tills, [environment]: read },
          });
          return written.ok ? ok(read) : written;
        },
      });
    },
    prepareChange: async (change, revision) => {
      const field = findFieldWithControls(change);
      if (field !== null) return fail({ kind: 'provisioning', field, reason: NO_CONTROLS_REASON });
      const isStale = (): boolean => stored.now().revision !== revision;
      const { environment } = stored.now();
      const before = environment ? stored.now().tills[environment] : undefined;
      if (!environment || !before) return fail({ kind: 'not-set-up' });
      if (isStale()) return fail({ kind: 'stale-settings' });
      const held = await vaulted.open(environment);
      const changed = await applyChange({ settings: before, secrets: held ?? {} }, change);
      if (!changed.ok) return changed;
      const { settings: after, secrets } = changed.value;
      const note = createSettingsNote(
        change,
        { settings: before, secrets: held ?? {} },
        changed.value,
      );
      const language = change.section === 'language' ? change.language : stored.now().language;
      const to = { environment, settings: after, secrets, language };
      const kept = await keeping(to, held, isStale);
      return kept.ok ? ok({ settings: after, secrets, note, keep: kept.value }) : kept;
    },
    preparePatch: async (patch, folder) => {
      const { revision, environment: active } = stored.now();
      const environment = parseEnvironmentName(patch) ?? active;
      if (active === null || environment === null) return fail({ kind: 'not-set-up' });
      const settings = stored.now().tills[environment];
      const held = await vaulted.open(environment);
      if (held === null) return fail({ kind: 'key-store-locked' });
      const before: SettingsAndSecrets | null = settings ? { settings, secrets: held } : null;
      const patched = await applyPatch(before, patch, folder);
      if (!patched.ok) return patched;
      const { settings: after, secrets, cashiers, named } = patched.value;
      const language = named.includes('language') ? after.language : stored.now().language;
      const to = { environment, settings: after, secrets, language };
      const kept = await keeping(to, held, () => stored.now().revision !== revision);
      if (!kept.ok) return kept;
      const note = createPatchNote(before, patched.value);
      return ok({ settings: after, secrets, note, cashiers, named, keep: kept.value });
    },
  };
}

function parseTillSettings(carried: string): TillSettings | null {
  try {
    const read = tillSettingsSchema.safeParse(JSON.parse(carried)).data ?? null;
    if (read === null || findInvalidField({ tills: { [read.environment]: read } }) !== null)
      return null;
    return read;
  } catch {
    return null;
  }
}

function parseEnvironmentName(patch: unknown): EnvironmentName | null {
  const { environment } = { environment: null, ...Object(patch) };
  return environmentNameSchema.safeParse(environment).data ?? null;
}
