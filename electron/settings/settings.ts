import { readFile } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import {
  type EnvironmentName,
  fail,
  type Language,
  ok,
  type Problem,
  type Provisioning,
  type Result,
} from '../../shared/contract/index.ts';
import type { Log, Vault } from '../platform/index.ts';
import {
  accountPrint,
  EMPTY_SETTINGS,
  type Secrets,
  type SettingsFile,
  secrets as secretsSchema,
  settingsFile,
  type TillSettings,
} from './till-settings.ts';

/** Where the settings are written; electron-store in the product, a variable in tests. */
export interface SettingsStore {
  /** The name without its folder, for the help line. */
  readonly name: string;
  /** Throws where the file cannot be read or is not JSON. */
  read(): unknown;
  /** Throws where it cannot be written. */
  write(value: SettingsFile): void;
}

export interface Settings {
  /** The till in use; null where it was never set up. */
  active(): TillSettings | null;
  /** The till of an environment, in use or not; null where it was never set up. */
  of(environment: EnvironmentName): TillSettings | null;
  /** The language that a person chose last; else the one of the provisioning. */
  language(): Language | null;
  setLanguage(chosen: Language): Result<null>;
  /** Null where there are none, or where the vault no longer opens them. */
  secrets(environment: EnvironmentName): Promise<Secrets | null>;
  /**
   * Makes a provisioning ready: files that it names are read, relative to `folder`, and its secrets
   * sealed. Nothing is kept before `keep` is called.
   */
  prepare(provisioning: Provisioning, folder: string): Promise<Result<PreparedTill>>;
}

export interface PreparedTill {
  /** Keeps it and makes its environment the one in use, at once; or nothing, and says why. */
  keep(): Result<TillSettings>;
}

const MOST_FILE_BYTES = 1_000_000;

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
      const prepared = await prepare(provisioning, folder);
      if (!prepared.ok) return prepared;
      const { environment } = provisioning;
      if (environment === 'production' && !(await vault.isStrong())) {
        return fail({ kind: 'no-key-store', environment });
      }
      const sealed = await vault.seal(JSON.stringify(secretsOf(provisioning)));
      if (!sealed.ok) {
        log.error({ environment, failure: sealed.problem }, 'the vault did not take the keys');
        return fail({ kind: 'no-key-store', environment });
      }
      return ok({
        keep: () => {
          const written = write({
            environment,
            language: provisioning.language,
            tills: { ...file.tills, [environment]: prepared.value },
            sealed: { ...file.sealed, [environment]: sealed.value },
          });
          return written.ok ? ok(prepared.value) : written;
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

function secretsOf(provisioning: Provisioning): Secrets {
  const { apiKey, secretKey, proxy, reconciliation } = provisioning;
  return {
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(secretKey === undefined ? {} : { secretKey }),
    ...(proxy === undefined ? {} : { proxy }),
    ...(reconciliation?.password === undefined ? {} : { sftpPassword: reconciliation.password }),
    ...(reconciliation?.privateKey === undefined
      ? {}
      : { sftpPrivateKey: reconciliation.privateKey }),
  };
}

/** An error of the parser would carry a piece of the secret into the log. */
function readSecrets(text: string): Secrets | null {
  try {
    return secretsSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

async function prepare(provisioning: Provisioning, folder: string): Promise<Result<TillSettings>> {
  const { apiKey, secretKey, cashiers, reconciliation, caFile, proxy, shop, ...rest } =
    provisioning;
  const { logo, ...shopText } = shop;
  const ca = caFile === undefined ? ok(null) : await readNamed(folder, caFile, 'caFile');
  if (!ca.ok) return ca;
  if (ca.value && !ca.value.includes('-----BEGIN CERTIFICATE-----')) {
    return fail({ kind: 'provisioning', field: 'caFile', reason: 'a certificate in PEM form' });
  }
  const picture = logo === undefined ? ok(null) : await readNamed(folder, logo, 'shop.logo');
  if (!picture.ok) return picture;
  if (picture.value && !picture.value.subarray(1, 4).equals(Buffer.from('PNG'))) {
    return fail({ kind: 'provisioning', field: 'shop.logo', reason: 'a PNG picture' });
  }
  return ok({
    ...rest,
    accountPrint: accountPrint(provisioning),
    ...withoutPassword(proxy),
    ...(ca.value ? { caPem: ca.value.toString('utf8') } : {}),
    shop: { ...shopText, ...(picture.value ? { logoPng: picture.value.toString('base64') } : {}) },
    ...(reconciliation ? { reconciliation: withoutSecrets(reconciliation) } : {}),
  });
}

function withoutSecrets(
  reconciliation: NonNullable<Provisioning['reconciliation']>,
): NonNullable<TillSettings['reconciliation']> {
  const { password, privateKey, ...rest } = reconciliation;
  return rest;
}

/** The proxy as it may stand in the clear; an address that cannot be read does not. */
function withoutPassword(proxy: string | undefined): { proxy?: string } {
  const address = proxy === undefined ? null : URL.parse(proxy);
  if (!address || proxy === undefined) return {};
  if (address.username === '' && address.password === '') return { proxy };
  address.username = '';
  address.password = '';
  return { proxy: address.href };
}

async function readNamed(folder: string, name: string, field: string): Promise<Result<Buffer>> {
  const problem = (reason: string): Result<Buffer> =>
    fail<Problem>({ kind: 'provisioning', field, reason });
  try {
    const content = await readFile(isAbsolute(name) ? name : resolve(folder, name));
    if (content.length > MOST_FILE_BYTES) return problem('a file of at most 1 MB');
    return ok(content);
  } catch {
    return problem('a file that can be read');
  }
}

function writeReason(error: unknown): 'full' | 'read-only' | 'failed' {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'full';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'read-only';
  return 'failed';
}
