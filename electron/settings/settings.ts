import {
  type EnvironmentName,
  fail,
  type Language,
  ok,
  type Provisioning,
  type Result,
  type SettingsChange,
} from '../../shared/contract/index.ts';
import type { Log, Vault } from '../platform/index.ts';
import { withChange } from './change.ts';
import { secretsOf, settingsOf } from './from-provisioning.ts';
import { noteOf, type SettingsNote } from './note.ts';
import {
  EMPTY_SETTINGS,
  type Secrets,
  type SettingsFile,
  secrets as secretsSchema,
  settingsFile,
  type TillSettings,
} from './till-settings.ts';

/** The store of the settings: electron-store in the product, a variable in tests. */
export interface SettingsStore {
  /** The name without its folder, for the help line. */
  readonly name: string;
  /** Throws if the file cannot be read or is not JSON. */
  read(): unknown;
  /** Throws if it cannot be written. */
  write(value: SettingsFile): void;
}

export interface Settings {
  /** The till in use; null if it was never set up. */
  active(): TillSettings | null;
  /** The till of an environment, in use or not; null if it was never set up. */
  of(environment: EnvironmentName): TillSettings | null;
  /** The language that a person chose last; else the one of the provisioning. */
  language(): Language | null;
  setLanguage(chosen: Language): Result<null>;
  /** Null if there are none, or if the vault no longer opens them. */
  secrets(environment: EnvironmentName): Promise<Secrets | null>;
  /**
   * Makes a provisioning ready: files that it names are read, relative to `folder`, and its secrets
   * sealed. Nothing is kept before `keep` is called.
   */
  prepare(provisioning: Provisioning, folder: string): Promise<Result<PreparedTill>>;
  /** The number of the settings' state; it grows with every change except a chosen language. */
  revision(): number;
  /**
   * Prepares a change of the settings in use, made on the state `revision`: `stale-settings` if
   * others were kept since, `setting` if it cannot be kept as given. Nothing is kept before `keep`
   * is called.
   */
  prepareChange(change: SettingsChange, revision: number): Promise<Result<PreparedChange>>;
}

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

/** Reads the settings once. A damaged file is a `storage` problem and is left as it is. */
export function createSettings(ports: {
  readonly store: SettingsStore;
  readonly vault: Vault;
  readonly log: Log;
}): Result<Settings> {
  const { store, vault, log } = ports;
  const read = readStore(store, log);
  if (!read.ok) return read;
  let file = read.value;
  const write = (next: SettingsFile): Result<null> => {
    try {
      store.write(next);
    } catch (error) {
      log.error({ error: String(error) }, 'the settings could not be written');
      return fail({ kind: 'storage', reason: writeReason(error), file: store.name });
    }
    file = next;
    return ok(null);
  };

  /** Null if they cannot be opened now, although another moment may. */
  const openSecrets = async (environment: EnvironmentName): Promise<Secrets | null> => {
    const sealed = file.sealed[environment];
    if (sealed === undefined) return {};
    const opened = await vault.open(sealed);
    if (opened.ok) return readSecrets(opened.value.text) ?? {};
    // A lost secret cannot be recovered, so other keys may replace it.
    return opened.problem === 'lost' ? {} : null;
  };

  const seal = async (environment: EnvironmentName, secrets: Secrets): Promise<Result<string>> => {
    if (environment === 'production' && !(await vault.isStrong())) {
      return fail({ kind: 'no-key-store', environment });
    }
    const sealed = await vault.seal(JSON.stringify(secrets));
    if (sealed.ok) return ok(sealed.value);
    log.error({ environment, failure: sealed.problem }, 'the vault did not take the keys');
    return fail({ kind: 'no-key-store', environment });
  };

  const sealAgain = async (environment: EnvironmentName, text: string): Promise<void> => {
    const sealed = await vault.seal(text);
    if (sealed.ok) write({ ...file, sealed: { ...file.sealed, [environment]: sealed.value } });
  };

  return ok({
    active: () => (file.environment ? (file.tills[file.environment] ?? null) : null),
    of: (environment) => file.tills[environment] ?? null,
    language: () => file.language,
    setLanguage: (chosen) => write({ ...file, language: chosen }),
    secrets: async (environment) => {
      const sealed = file.sealed[environment];
      if (sealed === undefined) return null;
      const opened = await vault.open(sealed);
      if (!opened.ok) {
        log.warn({ environment, failure: opened.problem }, 'the vault did not open the keys');
        return null;
      }
      const read = readSecrets(opened.value.text);
      if (!read) {
        log.error({ environment }, 'what the vault kept is not keys');
        return null;
      }
      if (opened.value.sealAgain) await sealAgain(environment, opened.value.text);
      return read;
    },
    prepare: async (provisioning, folder) => {
      const prepared = await settingsOf(provisioning, folder);
      if (!prepared.ok) return prepared;
      const { environment } = provisioning;
      const sealed = await seal(environment, secretsOf(provisioning));
      if (!sealed.ok) return sealed;
      return ok({
        keep: () => {
          const written = write({
            revision: file.revision + 1,
            environment,
            language: provisioning.language,
            tills: { ...file.tills, [environment]: prepared.value },
            sealed: { ...file.sealed, [environment]: sealed.value },
          });
          return written.ok ? ok(prepared.value) : written;
        },
      });
    },
    revision: () => file.revision,
    prepareChange: async (change, revision) => {
      const isStale = (): boolean => file.revision !== revision;
      const { environment } = file;
      const before = environment ? file.tills[environment] : undefined;
      if (!environment || !before) return fail({ kind: 'not-set-up' });
      if (isStale()) return fail({ kind: 'stale-settings' });
      const held = await openSecrets(environment);
      const changed = await withChange({ settings: before, secrets: held ?? {} }, change);
      if (!changed.ok) return changed;
      const { settings: after, secrets } = changed.value;
      const isSecret = JSON.stringify(secrets) !== JSON.stringify(held ?? {});
      if (isSecret && held === null) return fail({ kind: 'key-store-locked' });
      const sealed = isSecret ? await seal(environment, secrets) : null;
      if (sealed && !sealed.ok) return sealed;
      return ok({
        settings: after,
        secrets,
        note: noteOf(change, { settings: before, secrets: held ?? {} }, changed.value),
        keep: () => {
          if (isStale()) return fail({ kind: 'stale-settings' });
          const old = file;
          const written = write({
            revision: file.revision + 1,
            environment,
            language: change.section === 'language' ? change.language : file.language,
            tills: { ...file.tills, [environment]: after },
            sealed: sealed ? { ...file.sealed, [environment]: sealed.value } : file.sealed,
          });
          return written.ok ? ok({ undo: () => write(old) }) : written;
        },
      });
    },
  });
}

function readStore(store: SettingsStore, log: Log): Result<SettingsFile> {
  let raw: unknown;
  try {
    raw = store.read();
  } catch (error) {
    log.error({ error: String(error) }, 'the settings could not be read');
    return fail({ kind: 'storage', reason: 'damaged', file: store.name });
  }
  if (raw === undefined || raw === null) return ok(EMPTY_SETTINGS);
  const parsed = settingsFile.safeParse(raw);
  if (!parsed.success) {
    log.error(
      { issues: parsed.error.issues.map((issue) => issue.path.join('.')) },
      'the settings do not fit',
    );
    return fail({ kind: 'storage', reason: 'damaged', file: store.name });
  }
  return ok(parsed.data);
}

/** An error of the parser would carry a piece of the secret into the log. */
function readSecrets(text: string): Secrets | null {
  try {
    return secretsSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function writeReason(error: unknown): 'full' | 'read-only' | 'failed' {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'full';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'read-only';
  return 'failed';
}
