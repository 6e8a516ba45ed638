import { describe, expect, it } from 'vitest';
import {
  judgeCertificates,
  judgeCiphers,
  judgeDatabase,
  judgeDisplays,
  judgeFrame,
  judgeHttps,
  judgeKeyStore,
  judgeSandbox,
  judgeVersions,
  judgeWalls,
  judgeWindow,
} from './judge-facts.ts';

const DISPLAY = { bounds: { x: 0, y: 0, width: 1920, height: 1080 }, scaleFactor: 1 };
const WINDOW = {
  visibleCount: 1,
  bounds: { x: 10, y: 20, width: 1366, height: 768 },
  displays: [DISPLAY],
};
const LINUX_KEY_STORE = {
  platform: 'linux',
  backend: 'gnome_libsecret',
  passwordStore: '',
  isAvailable: true,
  tag: 'v11',
  isReadBack: true,
} as const;
const VERSIONS = {
  till: '0.1.0',
  electron: '45.4.1',
  chrome: '150.0.0.0',
  node: '24.0.0',
  sqlite: '3.50.0',
  openssl: '0.0.0',
};
const FRAME = { visibility: 'visible', width: 1366, height: 768, colorCount: 900 };
const WALLS = { exposedNames: [], bridgeKeys: ['call', 'on'], loadedAddresses: [] };
const DATABASE = { journal: 'wal', hasBackup: true, value: 'áé €' };
const ANSWER = { status: 401, protocol: 'TLSv1.3', error: null };
const HTTPS = {
  trusted: ANSWER,
  untrusted: { status: null, protocol: null, error: 'Error: unknown certificate' },
};

describe('lines of the smoke check', () => {
  it.each<[string, () => string, RegExp]>([
    ['versions', () => judgeVersions(VERSIONS, '45.4.1', null), /Electron 45\.4\.1, Chromium 150/],
    ['a window', () => judgeWindow(WINDOW), /^1366 × 768 at 10, 20 on 1 display: 1920 × 1080/],
    ['a frame', () => judgeFrame(FRAME), /^1366 × 768, 900 colours/],
    [
      'two displays',
      () => judgeDisplays({ ...WINDOW, displays: [DISPLAY, DISPLAY] }),
      /^2 displays/,
    ],
    [
      'a sandbox on Linux',
      () => judgeSandbox({ isSwitchedOff: false, isReported: null, seccomp: '2' }, 'linux'),
      /filter of system calls/,
    ],
    [
      'a sandbox on macOS',
      () => judgeSandbox({ isSwitchedOff: false, isReported: true, seccomp: null }, 'darwin'),
      /Electron reports/,
    ],
    [
      'a key ring',
      () => judgeKeyStore(LINUX_KEY_STORE),
      /tag v11, backend gnome_libsecret: strong/,
    ],
    [
      'a constant key',
      () => judgeKeyStore({ ...LINUX_KEY_STORE, tag: 'v10', passwordStore: 'basic' }),
      /tag v10, backend gnome_libsecret, --password-store=basic: none, a constant key/,
    ],
    [
      "Windows' own key",
      () => judgeKeyStore({ ...LINUX_KEY_STORE, platform: 'win32', backend: null, tag: 'v10' }),
      /^tag v10: strong$/,
    ],
    ['BoringSSL', () => judgeCiphers({ missing: [], hasChaCha: false }), /no chacha20-poly1305$/],
    ['walls', () => judgeWalls(WALLS, 0), /no Node/],
    ['a database', () => judgeDatabase(DATABASE), /write-ahead log, and a copy/],
    [
      'one without backup()',
      () => judgeDatabase({ ...DATABASE, hasBackup: false, value: null }),
      /no backup\(\)/,
    ],
    ['certificates', () => judgeCertificates({ system: 3, bundled: 5 }), /^3 of the system$/],
    [
      'no own ones',
      () => judgeCertificates({ system: 0, bundled: 5 }),
      /uses the 5 of the runtime/,
    ],
    ['HTTPS', () => judgeHttps(HTTPS), /^TLSv1\.3, status 401/],
  ])('passes %s', (_name, judge, text) => expect(judge()).toMatch(text));

  it.each<[string, () => string, RegExp]>([
    ['another Electron', () => judgeVersions(VERSIONS, '46.0.0', null), /^Electron 45\.4\.1$/],
    ['no window', () => judgeWindow({ ...WINDOW, visibleCount: 0, bounds: null }), /^0 visible/],
    [
      'a window on no display',
      () => judgeWindow({ ...WINDOW, bounds: { ...WINDOW.bounds, x: 5000 } }),
      /on no display/,
    ],
    ['a white frame', () => judgeFrame({ ...FRAME, colorCount: 1 }), /1 colours/],
    ['a hidden page', () => judgeFrame({ ...FRAME, visibility: 'hidden' }), /hidden/],
    ['no display', () => judgeDisplays({ ...WINDOW, displays: [] }), /^0 displays/],
    [
      'a sandbox that is switched off',
      () => judgeSandbox({ isSwitchedOff: true, isReported: null, seccomp: '2' }, 'linux'),
      /--no-sandbox/,
    ],
    [
      'a page without a filter',
      () => judgeSandbox({ isSwitchedOff: false, isReported: null, seccomp: '0' }, 'linux'),
      /seccomp mode 0/,
    ],
    [
      'a page that is not reported',
      () => judgeSandbox({ isSwitchedOff: false, isReported: false, seccomp: null }, 'win32'),
      /sandboxed: false/,
    ],
    [
      'no key store',
      () => judgeKeyStore({ ...LINUX_KEY_STORE, isAvailable: false, tag: null, isReadBack: false }),
      /not available/,
    ],
    [
      'a text that does not open',
      () => judgeKeyStore({ ...LINUX_KEY_STORE, isReadBack: false }),
      /does not open/,
    ],
    ['an unknown tag', () => judgeKeyStore({ ...LINUX_KEY_STORE, tag: 'v99' }), /unknown tag v99/],
    ['Node in the page', () => judgeWalls({ ...WALLS, exposedNames: ['process'] }, 0), /"process"/],
    ['a file', () => judgeWalls({ ...WALLS, loadedAddresses: ['file:///x'] }, 0), /file:\/\/\/x/],
    ['a connection', () => judgeWalls(WALLS, 2), /2 connections/],
    ['more in the bridge', () => judgeWalls({ ...WALLS, bridgeKeys: ['run'] }, 0), /has run/],
    [
      'a cipher that is missing',
      () => judgeCiphers({ missing: ['aes-128-gcm'], hasChaCha: true }),
      /^without aes-128-gcm$/,
    ],
    ['no log', () => judgeDatabase({ ...DATABASE, journal: 'delete' }), /journal mode delete/],
    ['another copy', () => judgeDatabase({ ...DATABASE, value: '?' }), /contains "\?"/],
    ['no certificates', () => judgeCertificates({ system: 0, bundled: 0 }), /no certificates/],
    [
      'a refused connection',
      () => judgeHttps({ ...HTTPS, trusted: { status: null, protocol: null, error: 'refused' } }),
      /^refused$/,
    ],
    ['another status', () => judgeHttps({ ...HTTPS, trusted: { ...ANSWER, status: 500 } }), /500/],
    ['any certificate', () => judgeHttps({ ...HTTPS, untrusted: ANSWER }), /was accepted/],
  ])('fails with %s', (_name, judge, text) => expect(judge).toThrow(text));
});
