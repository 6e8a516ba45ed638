import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { afterAll, describe, expect, it } from 'vitest';
import {
  copyDatabase,
  countCertificates,
  deriveKey,
  type ElectronModule,
  findMissingCiphers,
  readKeyStore,
  readSandbox,
  readVersions,
  readWindow,
  requestOverHttps,
} from './main-facts.ts';

const folder = mkdtempSync(join(tmpdir(), 'main-facts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Calls the function as main does: from its text, where nothing else of its file is there. */
function evaluate<Input, Output>(
  getFacts: (electron: ElectronModule, input: Input) => Output,
  electron: object,
  input: Input,
): Output {
  return runInThisContext(`(${String(getFacts)})`)(electron, input);
}

describe('facts of main, each from its own text', () => {
  it('reads versions', () => {
    const electron = { app: { getVersion: () => '0.1.0' } };
    expect(evaluate(readVersions, electron, {})).toMatchObject({
      till: '0.1.0',
      electron: null,
      node: process.versions.node,
    });
  });

  it('reads visible windows and displays', () => {
    const bounds = { x: 0, y: 0, width: 800, height: 600 };
    const electron = {
      BrowserWindow: {
        getAllWindows: () => [
          { isVisible: () => false, getBounds: () => null },
          { isVisible: () => true, getBounds: () => bounds },
        ],
      },
      screen: { getAllDisplays: () => [{ id: 7, bounds, scaleFactor: 2 }] },
    };
    expect(evaluate(readWindow, electron, {})).toEqual({
      visibleCount: 1,
      bounds,
      displays: [{ bounds, scaleFactor: 2 }],
    });
  });

  it("reads the sandbox of the page's process", () => {
    const { pid } = process;
    const electron = {
      app: {
        commandLine: { hasSwitch: () => false },
        getAppMetrics: () => [{ pid: pid + 1 }, { pid, sandboxed: true }],
      },
      BrowserWindow: { getAllWindows: () => [{ webContents: { getOSProcessId: () => pid } }] },
    };
    expect(evaluate(readSandbox, electron, {})).toEqual({
      isSwitchedOff: false,
      isReported: true,
      seccomp: process.platform === 'linux' ? expect.stringMatching(/^[0-2]$/) : null,
    });
  });

  it.each([
    [true, { isAvailable: true, tag: 'v11', isReadBack: true }],
    [false, { isAvailable: false, tag: null, isReadBack: false }],
  ])('reads the tag of a key store whose availability is %s', async (isAvailable, expected) => {
    const electron = {
      app: { commandLine: { getSwitchValue: () => '' } },
      safeStorage: {
        getSelectedStorageBackend: () => 'gnome_libsecret',
        isAsyncEncryptionAvailable: async () => isAvailable,
        encryptStringAsync: async (text: string) => Buffer.from(`v11${text}`),
        decryptStringAsync: async (sealed: Buffer) => ({ result: sealed.toString('utf8', 3) }),
      },
    };
    expect(await evaluate(readKeyStore, electron, {})).toMatchObject(expected);
  });

  it('copies a database', async () => {
    expect(await evaluate(copyDatabase, {}, { folder })).toEqual({
      journal: 'wal',
      hasBackup: true,
      value: 'áé €',
    });
  });

  it('derives the key of RFC 7914', async () => {
    const input = {
      password: 'pleaseletmein',
      salt: 'SodiumChloride',
      cost: { N: 2 ** 14, r: 8, p: 1 },
    };
    const { key } = await evaluate(deriveKey, {}, input);
    expect(Buffer.from(key, 'base64').toString('hex')).toBe(
      '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2',
    );
  });

  it('finds missing ciphers and curves', () => {
    const input = { ciphers: ['aes-128-gcm', 'rot13'], curves: ['prime256v1', 'oval'] };
    expect(evaluate(findMissingCiphers, {}, input)).toMatchObject({ missing: ['rot13', 'oval'] });
  });

  it('counts certificates', () => {
    expect(evaluate(countCertificates, {}, {}).bundled).toBeGreaterThan(50);
  });

  it('returns the error of a connection that is refused', async () => {
    const facts = await evaluate(requestOverHttps, {}, { url: 'https://127.0.0.1:1/', ca: '' });
    expect(facts.trusted).toEqual({
      status: null,
      protocol: null,
      error: expect.stringContaining('ECONNREFUSED'),
    });
  });
});
