import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createPackage, getRawHeader } from '@electron/asar';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { isSamePublisher } from '../../build/release/publisher.mjs';
import { createTestPki, STAND_IN_PUBLISHER } from '../../build/release/standin/throw-away-pki.mjs';
import {
  DownloadError,
  fetchWindowsNode,
  windowsToolsUnavailableReason,
} from '../../build/release/standin/windows.mjs';
import { findSignatureProblems } from '../../build/release/verify/authenticode.ts';
import type { Check } from '../../build/release/verify/check.ts';
import { openRelease, type Release } from '../../build/release/verify/index.ts';
import {
  asarResourceCheck,
  setupFilesCheck,
  signaturesCheck,
} from '../../build/release/verify/windows.ts';
import { prepareWindows, signingUnavailableReason } from '../../build/release/windows.mjs';
import { IS_FULL_RUN } from '../support/sampling.ts';
import { ROOT } from '../support/till-process.ts';
import { createFolders, launch } from './installers.ts';
import { liveUnderWine, wineUnavailableReason } from './wine.ts';

const reason =
  process.platform === 'linux' ? windowsToolsUnavailableReason() : 'it is made on Linux alone';
const because = reason === null ? '' : `: ${reason}`;
const folders = createFolders();
const signing = createRequire(import.meta.url)('../../build/release/sign-windows.cjs') as {
  default(file: { path: string; hash: string; isNest: boolean }): Promise<void>;
};
const SETUP = 'Mostrador-Setup-1.0.0-standin.exe';
const PROGRAMS = [
  'Mostrador.exe',
  'ffmpeg.dll',
  'resources/elevate.exe',
  'resources/cli/node.exe',
] as const;

afterAll(() => folders.remove());

const found = async (check: Check, release: Release): Promise<string> =>
  ((await check.run(release)) ?? ['nothing']).join('\n');

describe.skipIf(reason !== null)(`what is signed for Windows${because}`, () => {
  let plain: string;
  let release: Release;
  let own: ReturnType<typeof createTestPki>;

  const signedBy = async (keys: typeof own, path: string): Promise<void> => {
    for (const [name, value] of Object.entries(keys.env)) vi.stubEnv(name, value);
    await signing.default({ path, hash: 'sha256', isNest: false });
    vi.unstubAllEnvs();
  };

  /** The shape of an installer that is unpacked, with programs of a few kilobytes in it. */
  beforeAll(async () => {
    const folder = folders.make();
    own = createTestPki({ folder: join(folder, 'keys') });
    plain = join(folder, 'plain.exe');
    const source = join(ROOT, 'build', 'release', 'standin', 'nsis', 'elevate.c');
    execFileSync('i686-w64-mingw32-gcc', ['-Os', '-s', '-mwindows', '-o', plain, source]);
    const [artefacts, files, app] = ['artefacts', 'files', 'app'].map((name) => {
      mkdirSync(join(folder, name));
      return join(folder, name);
    });
    if (artefacts === undefined || files === undefined || app === undefined) throw new Error();
    writeFileSync(join(app, 'package.json'), '{"version":"1.0.0-standin"}');
    for (const name of ['resources/cli', 'resources/office', 'standin'])
      mkdirSync(join(files, name), { recursive: true });
    await createPackage(app, join(files, 'resources', 'app.asar'));
    writeFileSync(join(files, 'standin', 'README'), 'NOT FOR SHOPS');
    writeFileSync(join(files, 'resources', 'cli', 'mostrador-cli.mjs'), '');
    writeFileSync(join(files, 'resources', 'office', 'mostrador-chain.mjs'), '');
    copyFileSync(own.authority, join(artefacts, 'NOT-FOR-SHOPS.pem'));
    const uninstaller = join(folder, 'Uninstall Mostrador.exe');
    const program = join(files, 'Mostrador.exe');
    for (const name of PROGRAMS) copyFileSync(plain, join(files, name));
    writeFileSync(program, Buffer.concat([readFileSync(plain), resourceOf(files)]));
    copyFileSync(plain, uninstaller);
    copyFileSync(plain, join(artefacts, SETUP));
    const all = [...PROGRAMS.map((name) => join(files, name)), uninstaller, join(artefacts, SETUP)];
    for (const path of all) await signedBy(own, path);
    const setups = [{ file: SETUP, files, uninstaller }];
    release = {
      folder: artefacts,
      files: [SETUP, 'NOT-FOR-SHOPS.pem'],
      debs: [],
      setups,
      programs: [],
      close: () => {},
    };
  });
  afterEach(() => vi.unstubAllEnvs());

  /** With one file of the program put in the place of another. */
  const changed = async (name: string, work: (path: string) => unknown): Promise<Release> => {
    const [setup] = release.setups;
    if (setup === undefined) throw new Error('there is no installer');
    const files = folders.copyOf(setup.files);
    const path = join(files, name);
    rmSync(path, { force: true });
    await work(path);
    return { ...release, setups: [{ ...setup, files }] };
  };

  it.each([setupFilesCheck, signaturesCheck, asarResourceCheck])('passes: $name', async (check) => {
    expect(await found(check, release)).toBe('');
  });

  it.each(PROGRAMS)('fails where a sign hook has done nothing to %s', async (name) => {
    const unsigned = await changed(name, (path) => copyFileSync(plain, path));
    expect(await found(signaturesCheck, unsigned)).toBe(`${SETUP}: ${name} is not signed.`);
  });

  it('fails where the installer or its uninstaller is not signed', async () => {
    const folder = folders.copyOf(release.folder);
    rmSync(join(folder, SETUP));
    copyFileSync(plain, join(folder, SETUP));
    const setups = release.setups.map((setup) => ({ ...setup, uninstaller: plain }));
    const said = await found(signaturesCheck, { ...release, folder, setups });
    expect(said).toContain(`${SETUP}: ${SETUP} is not signed.`);
    expect(said).toContain(`${SETUP}: its uninstaller is not signed.`);
  });

  it('fails where another has signed, whom the same authority knows or not', async () => {
    const subject = '/C=MX/O=NOT FOR SHOPS/CN=Somebody else';
    const other = createTestPki({ folder: join(folders.make(), 'keys'), subject });
    const by = await changed('ffmpeg.dll', async (path) => {
      copyFileSync(plain, path);
      await signedBy(other, path);
    });
    const said = await found(signaturesCheck, by);
    expect(said).toContain(
      'ffmpeg.dll is signed by /C=MX/O=NOT FOR SHOPS/CN=Somebody else, not by',
    );
    expect(said).toContain('ffmpeg.dll has a signature that does not hold');
    // The right name alone is worth nothing.
    const forged = createTestPki({ folder: join(folders.make(), 'keys') });
    const named = await changed('ffmpeg.dll', async (path) => {
      copyFileSync(plain, path);
      await signedBy(forged, path);
    });
    expect(await found(signaturesCheck, named)).toContain('has a signature that does not hold');
  });

  it('fails where there is no time stamp, and where the program was changed since', async () => {
    const { TILL_SIGN_CERTS: certs, TILL_SIGN_KEY: key } = own.env;
    const words = ['sign', '-certs', certs, '-key', key, '-h', 'sha256', '-in', plain];
    const without = await changed('ffmpeg.dll', (path) =>
      execFileSync('osslsigncode', [...words, '-out', path], { stdio: 'ignore' }),
    );
    expect(await found(signaturesCheck, without)).toContain(
      'ffmpeg.dll has no time stamp that holds',
    );
    const [setup] = release.setups;
    const content = readFileSync(join(setup?.files ?? '', 'ffmpeg.dll'));
    content.writeUInt8((content[0x400] ?? 0) ^ 1, 0x400);
    const bent = await changed('ffmpeg.dll', (path) => writeFileSync(path, content));
    expect(await found(signaturesCheck, bent)).toContain('has a signature that does not hold');
  });

  it('fails where the certificate had expired when it signed', async () => {
    const bySignerOf = async (days: number): Promise<string> => {
      const keys = createTestPki({ folder: join(folders.make(), 'keys'), days });
      // One of no day ends in the second in which it is made.
      await new Promise((done) => setTimeout(done, 1_100));
      const by = await changed('ffmpeg.dll', async (path) => {
        copyFileSync(plain, path);
        await signedBy(keys, path);
      });
      const folder = folders.copyOf(release.folder);
      rmSync(join(folder, 'NOT-FOR-SHOPS.pem'));
      copyFileSync(keys.authority, join(folder, 'NOT-FOR-SHOPS.pem'));
      return found(signaturesCheck, { ...by, folder });
    };
    expect(await bySignerOf(0)).toMatch(/ffmpeg\.dll has a signature that does not hold.*expired/);
    expect(await bySignerOf(1)).not.toContain('ffmpeg.dll');
  });

  it('fails where it is not known whose signature a release must bear', async () => {
    const [setup] = release.setups;
    const files = folders.copyOf(setup?.files ?? '');
    rmSync(join(files, 'standin'), { recursive: true });
    const real = { ...release, setups: release.setups.map((one) => ({ ...one, files })) };
    vi.stubEnv('TILL_PUBLISHER', '');
    expect(await found(signaturesCheck, real)).toContain('Set TILL_PUBLISHER');
    // The stand-in's authority is never believed for what goes to shops.
    vi.stubEnv('TILL_PUBLISHER', STAND_IN_PUBLISHER);
    expect(await found(signaturesCheck, real)).toContain('has a signature that does not hold');
    expect(await found(setupFilesCheck, real)).toContain('does not say truly');
  });

  it('fails where the archive is another than the program knows, or nothing is known of it', async () => {
    const source = folders.make();
    writeFileSync(join(source, 'package.json'), '{"version":"1.0.0-standin","main":"another"}');
    const other = await changed('resources/app.asar', (path) => createPackage(source, path));
    expect(await found(asarResourceCheck, other)).toContain('app.asar is not the one whose hash');
    const none = await changed('Mostrador.exe', (path) => copyFileSync(plain, path));
    expect(await found(asarResourceCheck, none)).toContain('holds no hash of its archive');
  });

  it('fails on a file that nobody has decided on, and on one that is missing', async () => {
    const more = await changed('resources/app.asar.map', (path) => writeFileSync(path, ''));
    expect(await found(setupFilesCheck, more)).toContain(
      'resources/app.asar.map must not be in it.',
    );
    const less = await changed('resources/elevate.exe', () => {});
    expect(await found(setupFilesCheck, less)).toContain('resources/elevate.exe is missing.');
  });

  it('signs nothing without a key, and says so', async () => {
    const path = join(folders.make(), 'plain.exe');
    copyFileSync(plain, path);
    for (const name of Object.keys(own.env)) vi.stubEnv(name, '');
    await expect(signing.default({ path, hash: 'sha256', isNest: false })).rejects.toThrow(
      'There is no key to sign with',
    );
    expect(readFileSync(path)).toEqual(readFileSync(plain));
  });

  it('signs by a key that stays in Azure where that is named, and by one key alone', () => {
    const asked = { root: ROOT, node: process.execPath, isStandIn: false };
    const azure = { TILL_AZURE_ENDPOINT: 'https://mx.example', TILL_AZURE_ACCOUNT: 'a' };
    const env = { ...azure, TILL_AZURE_PROFILE: 'p', TILL_PUBLISHER: STAND_IN_PUBLISHER };
    expect(prepareWindows({ ...asked, env }).config).toEqual({
      azureSignOptions: {
        publisherName: STAND_IN_PUBLISHER,
        endpoint: 'https://mx.example',
        codeSigningAccountName: 'a',
        certificateProfileName: 'p',
        fileDigest: 'SHA256',
        timestampDigest: 'SHA256',
      },
    });
    expect(() => prepareWindows({ ...asked, env: azure })).toThrow(
      'TILL_PUBLISHER, TILL_AZURE_PROFILE not set',
    );
    expect(() => prepareWindows({ ...asked, env: { ...env, ...own.env } })).toThrow('two keys');
  });

  it('begins no release with a key that is missing, another, of another, or too old', () => {
    const asked = { root: ROOT, node: process.execPath, isStandIn: false };
    expect(() => prepareWindows({ ...asked, env: {} })).toThrow(
      'There is no key to sign with: TILL_PUBLISHER, TILL_SIGN_CERTS, TILL_SIGN_KEY, TILL_TSA_URL not set.',
    );
    const env = { TILL_PUBLISHER: STAND_IN_PUBLISHER, ...own.env };
    const told = (more: Partial<typeof env>, now?: number) =>
      signingUnavailableReason({ ...env, ...more }, now);
    expect(told({})).toBe(null);
    expect(told({ TILL_SIGN_KEY: own.env.TILL_TSA_KEY })).toContain(
      'is not that of the certificate',
    );
    expect(told({ TILL_PUBLISHER: 'CN=Mostrador stand-in' })).toContain('tills would refuse');
    expect(told({ TILL_SIGN_CERTS: join(ROOT, 'none') })).toContain('cannot be read');
    expect(told({}, Date.now() + 40 * 86_400_000)).toContain('and not now');
    expect(() =>
      prepareWindows({
        ...asked,
        env: { ...env, TILL_TSA_URL: 'https://x', TILL_PUBLISHER: 'CN=Another' },
      }),
    ).toThrow('names CN=Another');
  });

  const output = join(ROOT, 'out', 'test', 'installers-windows');
  /** Why the whole installer is not made here; a making that fails is no such reason. */
  let leftOut: string | null = null;

  it.skipIf(!IS_FULL_RUN)(
    'is made by the real tools, and looked at whole',
    { timeout: 900_000 },
    (context) => {
      try {
        fetchWindowsNode({ root: ROOT, folder: join(ROOT, 'out', 'node-win'), env: process.env });
      } catch (error) {
        if (!(error instanceof DownloadError)) throw error;
        leftOut = error.message;
        return context.skip(leftOut);
      }
      rmSync(output, { recursive: true, force: true });
      const made = launch(['package', '--win', 'nsis', '--stand-in', '--output', output]);
      expect(made.code, made.text).toBe(0);
      const said = launch(['verify-release', output]);
      expect(said.text).not.toContain('FAILED');
      expect(said.text).toContain('ok   signatures for Windows');
      expect(said.code).toBe(0);
      expect(readdirSync(output).sort()).toEqual([
        expect.stringMatching(/^Mostrador-Setup-\d+\.\d+\.\d+-standin\.exe$/),
        'NOT-FOR-SHOPS.pem',
        'SHA256SUMS-windows',
        expect.stringMatching(/^mostrador-standin-.*-windows\.cdx\.json$/),
      ]);
      const opened = openRelease(output);
      expect(opened.setups).toHaveLength(1);
      opened.close();
    },
  );

  const noWine = IS_FULL_RUN ? wineUnavailableReason() : 'it takes --all';
  it.skipIf(noWine !== null)(
    `installs, refuses, upgrades and removes under wine${noWine === null ? '' : `: ${noWine}`}`,
    { timeout: 1_800_000 },
    (context) => {
      if (leftOut !== null) return context.skip(leftOut);
      const name = existsSync(output) ? readdirSync(output).find((one) => /exe$/.test(one)) : null;
      if (name == null) throw new Error('there is no installer: its making failed');
      const lived = liveUnderWine(join(output, name), join(ROOT, 'out', 'wine'));
      expect(Object.fromEntries(lived)).toEqual({
        installed: '0',
        'its files': 'yes',
        'its folder of the machine': 'yes',
        'over an unresolved payment': '1618',
        'over an open shift': '1618',
        'after a power cut': '1618',
        "by an administrator's word": '0',
        'with a request to take payments away': '87',
        'over a newer version': '1638',
        'over an older version': '0',
        'while a till is open': '1618',
        'removed while a till is open': '1618',
        'its files then': 'yes',
        'upgraded once it is closed': '0',
        removed: '0',
        'its files at the end': 'no',
        'the ledger at the end': 'ledger',
      });
    },
  );
});

describe('what Windows says of a signature', () => {
  const holds = { status: 'Valid', subject: 'CN=A, O="B, C", C=MX', stamp: 'CN=T' };
  it.each([
    [{}, []],
    [{ status: 'NotSigned', subject: '', stamp: '' }, ['is not signed.']],
    [{ subject: 'CN=D, C=MX' }, [/^is signed by CN=D, C=MX, not by /]],
    [{ stamp: '' }, [/^has no time stamp/]],
    [{ status: 'HashMismatch' }, [/does not hold \(HashMismatch\)/]],
    [{ status: 'UnknownError', stamp: '' }, [/^has no time stamp/, /does not hold/]],
  ])('%j', (changes, problems) => {
    const said = JSON.stringify({ ...holds, ...changes });
    const found = findSignatureProblems(`${said}\r\n`, 'CN=A, O="B, C", C=MX');
    expect(found).toHaveLength(problems.length);
    for (const [at, words] of problems.entries()) expect(found[at]).toMatch(words);
  });
});

describe('the name of a publisher', () => {
  it('is the same however it is written, and no part of it may be another', () => {
    const windows = 'CN=Mostrador, O="Mostrador, S.A.", S=Jalisco, C=MX';
    expect(isSamePublisher(windows, '/C=MX/ST=Jalisco/O=Mostrador, S.A./CN=Mostrador')).toBe(true);
    expect(isSamePublisher(windows, 'C=MX\nST=Jalisco\nO=Mostrador, S.A.\nCN=Mostrador')).toBe(
      true,
    );
    expect(isSamePublisher(windows, '/C=MX/ST=Jalisco/O=Mostrador, S.A./CN=Mostradar')).toBe(false);
    expect(isSamePublisher(windows, '/C=MX/O=Mostrador, S.A./CN=Mostrador')).toBe(false);
    expect(isSamePublisher('', '')).toBe(false);
  });
});

/** As electron-builder writes it into a resource of the program. */
function resourceOf(files: string): Buffer {
  const { headerString } = getRawHeader(join(files, 'resources', 'app.asar'));
  const value = createHash('sha256').update(headerString).digest('hex');
  const file = 'resources\\app.asar';
  return Buffer.from(JSON.stringify([{ file, alg: 'SHA256', value }]));
}
