/**
 * Facts that only main can read. Each function runs there, sent as text: it uses nothing from outside
 * its own body, and its input and result are plain JSON.
 */
import type { TLSSocket } from 'node:tls';
import type * as Electron from 'electron';

/** The `electron` module in main. In the browser shell it has only what the shell uses. */
export type ElectronModule = typeof Electron;

export function readVersions({ app }: ElectronModule) {
  const { electron = null, chrome = null, node, sqlite, openssl } = process.versions;
  return { till: app.getVersion(), electron, chrome, node, sqlite, openssl };
}
export type VersionFacts = ReturnType<typeof readVersions>;

export function readWindow({ BrowserWindow, screen }: ElectronModule) {
  const windows = BrowserWindow.getAllWindows().filter((window) => window.isVisible());
  const [window] = windows;
  return {
    visibleCount: windows.length,
    bounds: window?.getBounds() ?? null,
    displays: screen.getAllDisplays().map(({ bounds, scaleFactor }) => ({ bounds, scaleFactor })),
  };
}
export type WindowFacts = ReturnType<typeof readWindow>;

export function readSandbox({ app, BrowserWindow }: ElectronModule) {
  const { readFileSync } = process.getBuiltinModule('node:fs');
  const [window] = BrowserWindow.getAllWindows();
  const pid = window?.webContents.getOSProcessId() ?? 0;
  // On Linux, Electron does not report it, but the kernel does: 2 is a filter of system calls.
  const status = process.platform === 'linux' ? readFileSync(`/proc/${pid}/status`, 'utf8') : '';
  return {
    isSwitchedOff: app.commandLine.hasSwitch('no-sandbox'),
    isReported: app.getAppMetrics().find((metric) => metric.pid === pid)?.sandboxed ?? null,
    seccomp: /^Seccomp:\s*(\d)/m.exec(status)?.[1] ?? null,
  };
}
export type SandboxFacts = ReturnType<typeof readSandbox>;

export async function readKeyStore({ app, safeStorage }: ElectronModule) {
  const backend = process.platform === 'linux' ? safeStorage.getSelectedStorageBackend() : null;
  const passwordStore = app.commandLine.getSwitchValue('password-store');
  const isAvailable = await safeStorage.isAsyncEncryptionAvailable();
  const facts = { platform: process.platform, backend, passwordStore, isAvailable };
  if (!isAvailable) return { ...facts, tag: null, isReadBack: false };
  const sealed = await safeStorage.encryptStringAsync('probe');
  const { result } = await safeStorage.decryptStringAsync(sealed);
  return { ...facts, tag: sealed.toString('latin1', 0, 3), isReadBack: result === 'probe' };
}
export type KeyStoreFacts = Awaited<ReturnType<typeof readKeyStore>>;

export interface DatabaseFacts {
  readonly journal: unknown;
  readonly hasBackup: boolean;
  /** What the copy contains. */
  readonly value: unknown;
}

/** Creates a database with a write-ahead log in this folder, and copies it with `backup()`. */
export async function copyDatabase(
  _electron: unknown,
  { folder }: { readonly folder: string },
): Promise<DatabaseFacts> {
  const { join } = process.getBuiltinModule('node:path');
  const { backup, DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const file = join(folder, 'probe.sqlite');
  const copy = join(folder, 'probe-copy.sqlite');
  const database = new DatabaseSync(file);
  const journal = database.prepare('PRAGMA journal_mode = WAL').get()?.journal_mode;
  database.exec("CREATE TABLE probe (value TEXT) STRICT; INSERT INTO probe VALUES ('áé €')");
  const hasBackup = typeof backup === 'function';
  if (hasBackup) await backup(database, copy);
  database.close();
  if (!hasBackup) return { journal, hasBackup, value: null };
  const copied = new DatabaseSync(copy, { readOnly: true });
  const value = copied.prepare('SELECT value FROM probe').get()?.value;
  copied.close();
  return { journal, hasBackup, value };
}
interface ScryptInput {
  readonly password: string;
  readonly salt: string;
  readonly cost: { readonly N: number; readonly r: number; readonly p: number };
}

/** Derives a key of 32 bytes, in Base64. */
export function deriveKey(
  _electron: unknown,
  { password, salt, cost }: ScryptInput,
): Promise<{ readonly key: string; readonly milliseconds: number }> {
  const { scrypt } = process.getBuiltinModule('node:crypto');
  const startedAt = performance.now();
  const options = { ...cost, maxmem: 256 * cost.N * cost.r };
  return new Promise((resolve, reject) => {
    scrypt(password, salt, 32, options, (error, key) => {
      const milliseconds = Math.round(performance.now() - startedAt);
      if (error) reject(error);
      else resolve({ key: key.toString('base64'), milliseconds });
    });
  });
}

export function countCertificates() {
  const { getCACertificates } = process.getBuiltinModule('node:tls');
  return {
    system: getCACertificates('system').length,
    bundled: getCACertificates('bundled').length,
  };
}
export type CertificateFacts = ReturnType<typeof countCertificates>;

/** Of these ciphers and curves, and of the signature of an evidence sheet, those that are missing. */
export function findMissingCiphers(
  _electron: unknown,
  { ciphers, curves }: { readonly ciphers: readonly string[]; readonly curves: readonly string[] },
) {
  const crypto = process.getBuiltinModule('node:crypto');
  const { getCiphers, getCurves } = crypto;
  const present = [...getCiphers(), ...getCurves()];
  const canSign = (): boolean => {
    try {
      const { privateKey, publicKey } = crypto.generateKeyPairSync('ed25519');
      const data = new Uint8Array([1, 2, 3]);
      return crypto.verify(null, data, publicKey, crypto.sign(null, data, privateKey));
    } catch {
      return false;
    }
  };
  return {
    missing: [
      ...[...ciphers, ...curves].filter((name) => !present.includes(name)),
      ...(canSign() ? [] : ['ed25519']),
    ],
    hasChaCha: getCiphers().includes('chacha20-poly1305'),
  };
}
export type CipherFacts = ReturnType<typeof findMissingCiphers>;

/** Lets the worker of papers render one, and returns the SHA-256 of its bytes. */
export function renderInWorker(
  _electron: unknown,
  { url, request }: { readonly url: string; readonly request: object },
): Promise<string> {
  const { createHash } = process.getBuiltinModule('node:crypto');
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(url), { workerData: request, execArgv: [] });
    worker.once('message', ({ bytes }) =>
      resolve(createHash('sha256').update(bytes).digest('hex')),
    );
    // The error of another thread is not one of this thread.
    worker.once('error', (error) => reject(new Error(String(error))));
    worker.once('exit', (code) => reject(new Error(`the worker ended with ${code}`)));
  });
}

/** Requests this address, once with the certificate and once without. */
export async function requestOverHttps(
  _electron: unknown,
  { url, ca }: { readonly url: string; readonly ca: string },
) {
  const https = process.getBuiltinModule('node:https');
  const request = (options: { readonly ca?: string }) =>
    new Promise<{ status: number | null; protocol: string | null; error: string | null }>(
      (resolve) => {
        https
          .get(url, { ...options, agent: false }, (answer) => {
            const socket = answer.socket as TLSSocket;
            const protocol = socket.getProtocol();
            answer.resume();
            resolve({ status: answer.statusCode ?? null, protocol, error: null });
          })
          .once('error', (error) => {
            resolve({ status: null, protocol: null, error: String(error) });
          });
      },
    );
  return { trusted: await request({ ca }), untrusted: await request({}) };
}
export type HttpsFacts = Awaited<ReturnType<typeof requestOverHttps>>;
