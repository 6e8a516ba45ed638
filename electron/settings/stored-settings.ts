import { fail, ok, type Result } from '../../shared/contract/index.ts';
import { JITLESS_PARSE_OPTIONS, type Log } from '../platform/index.ts';
import { findInvalidField } from './find-invalid-field.ts';
import {
  EMPTY_SETTINGS,
  SETTINGS_FORMAT,
  type SettingsFile,
  settingsFileSchema,
} from './till-settings.ts';

/** The store of the settings: electron-store in the product, a variable in tests. */
export interface SettingsStore {
  /** The file name without its folder, for support. */
  readonly name: string;
  /** Throws if the file cannot be read or is not JSON. */
  read(): unknown;
  /** Throws if it cannot be written. */
  write(value: SettingsFile): void;
}

/** The content of the store, in memory. */
export interface StoredSettings {
  getCurrent(): SettingsFile;
  /** Saves the complete settings or nothing. */
  write(next: SettingsFile): Result<null>;
}

/** Reads the store once. Returns a `storage` problem for a damaged file, which is not changed. */
export function openStoredSettings(store: SettingsStore, log: Log): Result<StoredSettings> {
  const read = readStore(store, log);
  if (!read.ok) return read;
  let file = read.value;
  return ok({
    getCurrent: () => file,
    write: (next) => {
      try {
        store.write(next);
      } catch (error) {
        log.error({ err: error }, 'settings: write failed');
        return fail({ kind: 'storage', reason: toWriteReason(error), file: store.name });
      }
      file = next;
      return ok(null);
    },
  });
}

function readStore(store: SettingsStore, log: Log): Result<SettingsFile> {
  let raw: unknown;
  try {
    raw = store.read();
  } catch (error) {
    log.error({ err: error }, 'settings: read failed');
    return fail({ kind: 'storage', reason: 'damaged-settings', file: store.name });
  }
  if (raw === undefined || raw === null) return ok(EMPTY_SETTINGS);
  if (isNewerFormat(raw))
    return fail({ kind: 'storage', reason: 'newer-settings', file: store.name });
  const parsed = settingsFileSchema.safeParse(raw, JITLESS_PARSE_OPTIONS);
  if (!parsed.success) {
    log.error(
      { issues: parsed.error.issues.map((issue) => issue.path.join('.')) },
      'settings: file invalid',
    );
    return fail({ kind: 'storage', reason: 'damaged-settings', file: store.name });
  }
  const field = findInvalidField(parsed.data);
  if (field !== null) {
    log.error({ issues: [field] }, 'settings: field invalid');
    return fail({ kind: 'storage', reason: 'damaged-settings', file: store.name });
  }
  return ok(parsed.data);
}

/** Written by a later version of Mostrador: not damaged, but unreadable for this version. */
function isNewerFormat(raw: unknown): boolean {
  const { format } = { format: null, ...Object(raw) };
  return typeof format === 'number' && format > SETTINGS_FORMAT;
}

function toWriteReason(error: unknown): 'full' | 'read-only' | 'failed' {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'full';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'read-only';
  return 'failed';
}
