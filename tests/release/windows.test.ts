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
import { isSamePublisher, isWindowsName, toWindowsName } from '../../build/release/publisher.mjs';
import { findSignatureProblems } from '../../build/release/verify/authenticode.ts';
import type { Check } from '../../build/release/verify/check.ts';
import { updateConfigCheck } from '../../build/release/verify/feed.ts';
import { openRelease, type Release } from '../../build/release/verify/index.ts';
import {
  asarResourceCheck,
  windowsInstallerFilesCheck,
  windowsSignaturesCheck,
} from '../../build/release/verify/windows.ts';
import { prepareWindowsSigning, signingUnavailableReason } from '../../build/release/windows.mjs';
import { IS_FULL_RUN } from '../support/sampling.ts';
import { ROOT } from '../support/till-process.ts';
import { createFolders, runNpmCommand } from './installers.ts';
import { createTestPki, STAND_IN_PUBLISHER } from './standin/test-pki.mjs';
import {
  DownloadError,
  fetchWindowsNode,
  windowsToolsUnavailableReason,
} from './standin/windows.mjs';
import { runInstallerUnderWine, wineUnavailableReason } from './wine.ts';

const reason =
  process.platform === 'linux' ? windowsToolsUnavailableReason() : 'it is made on Linux alone';
const reasonSuffix = reason === null ? '' : `: ${reason}`;
const folders = createFolders();
const signing = createRequire(import.meta.url)('../../build/release/sign-windows.cjs') as {
  default(file: { path: string; hash: string; isNest: boolean }): Promise<void>;
};
const SETUP = 'Mostrador-Setup-1.0.0-standin.exe';
const UPDATE_VARIABLES = {
  TILL_PUBLISHER: STAND_IN_PUBLISHER,
  TILL_UPDATES_URL: 'https://updates.example/',
};
/** As electron-builder writes it. */
const UPDATE_CONFIG = `provider: generic
url: https://updates.example/
publisherName:
  - ${STAND_IN_PUBLISHER}
updaterCacheDirName: mostrador-updater
`;
const PROGRAMS = [
  'Mostrador.exe',
  'ffmpeg.dll',
  'resources/elevate.exe',
  'resources/cli/node.exe',
] as const;

afterAll(() => folders.remove());

const runCheck = async (check: Check, release: Release): Promise<string> =>
  ((await check.run(release)) ?? ['nothing']).join('\n');

describe.skipIf(reason !== null)(`files signed for Windows${reasonSuffix}`, () => {
  let unsignedFile: string;
  let release: Release;
  let ownPki: ReturnType<typeof createTestPki>;

  const signWith = async (keys: typeof ownPki, path: string): Promise<void> => {
    for (const [name, value] of Object.entries(keys.env)) vi.stubEnv(name, value);
    await signing.default({ path, hash: 'sha256', isNest: false });
    vi.unstubAllEnvs();
  };

  /** The structure of an unpacked installer, with programs of a few kilobytes. */
  beforeAll(async () => {
    const folder = folders.make();
    ownPki = createTestPki({ folder: join(folder, 'keys') });
    unsignedFile = join(folder, 'plain.exe');
    const source = join(ROOT, 'tests', 'release', 'standin', 'nsis', 'elevate.c');
    execFileSync('i686-w64-mingw32-gcc', ['-Os', '-s', '-mwindows', '-o', unsignedFile, source]);
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
    writeFileSync(join(files, 'resources', 'app-update.yml'), UPDATE_CONFIG);
    writeFileSync(join(files, 'resources', 'cli', 'mostrador-cli.mjs'), '');
    writeFileSync(join(files, 'resources', 'office', 'mostrador-chain.mjs'), '');
    copyFileSync(ownPki.authority, join(artefacts, 'NOT-FOR-SHOPS.pem'));
    const uninstaller = join(folder, 'Uninstall Mostrador.exe');
    const program = join(files, 'Mostrador.exe');
    for (const name of PROGRAMS) copyFileSync(unsignedFile, join(files, name));
    writeFileSync(
      program,
      Buffer.concat([readFileSync(unsignedFile), createArchiveResource(files)]),
    );
    copyFileSync(unsignedFile, uninstaller);
    copyFileSync(unsignedFile, join(artefacts, SETUP));
    const all = [...PROGRAMS.map((name) => join(files, name)), uninstaller, join(artefacts, SETUP)];
    for (const path of all) await signWith(ownPki, path);
    const windowsInstallers = [{ file: SETUP, files, uninstaller }];
    release = {
      folder: artefacts,
      files: [SETUP, 'NOT-FOR-SHOPS.pem'],
      debs: [],
      windowsInstallers,
      programs: [],
      close: () => {},
    };
  });
  afterEach(() => vi.unstubAllEnvs());

  /** Returns the release with one file of the program replaced. */
  const withFile = async (
    name: string,
    createFile: (path: string) => unknown,
  ): Promise<Release> => {
    const [installer] = release.windowsInstallers;
    if (installer === undefined) throw new Error('there is no installer');
    const files = folders.copyOf(installer.files);
    const path = join(files, name);
    rmSync(path, { force: true });
    await createFile(path);
    return { ...release, windowsInstallers: [{ ...installer, files }] };
  };

  it.each([
    windowsInstallerFilesCheck,
    windowsSignaturesCheck,
    asarResourceCheck,
    updateConfigCheck,
  ])('passes the check of a signed release: $name', async (check) => {
    expect(await runCheck(check, release)).toBe('');
  });

  it.each(PROGRAMS)('fails the signature check if a sign hook did not sign %s', async (name) => {
    const unsigned = await withFile(name, (path) => copyFileSync(unsignedFile, path));
    expect(await runCheck(windowsSignaturesCheck, unsigned)).toBe(
      `${SETUP}: ${name} is not signed.`,
    );
  });

  it('fails the signature check if the installer or its uninstaller is not signed', async () => {
    const folder = folders.copyOf(release.folder);
    rmSync(join(folder, SETUP));
    copyFileSync(unsignedFile, join(folder, SETUP));
    const windowsInstallers = release.windowsInstallers.map((installer) => ({
      ...installer,
      uninstaller: unsignedFile,
    }));
    const problems = await runCheck(windowsSignaturesCheck, {
      ...release,
      folder,
      windowsInstallers,
    });
    expect(problems).toContain(`${SETUP}: ${SETUP} is not signed.`);
    expect(problems).toContain(`${SETUP}: its uninstaller is not signed.`);
  });

  it('fails the signature check if another publisher signed, with a known or an unknown authority', async () => {
    const subject = '/C=MX/O=NOT FOR SHOPS/CN=Somebody else';
    const otherPki = createTestPki({ folder: join(folders.make(), 'keys'), subject });
    const otherSigner = await withFile('ffmpeg.dll', async (path) => {
      copyFileSync(unsignedFile, path);
      await signWith(otherPki, path);
    });
    const problems = await runCheck(windowsSignaturesCheck, otherSigner);
    expect(problems).toContain(
      'ffmpeg.dll is signed by /C=MX/O=NOT FOR SHOPS/CN=Somebody else, not by',
    );
    expect(problems).toContain('ffmpeg.dll has an invalid signature');
    // The right name without the right authority is worth nothing.
    const forgedPki = createTestPki({ folder: join(folders.make(), 'keys') });
    const forgedRelease = await withFile('ffmpeg.dll', async (path) => {
      copyFileSync(unsignedFile, path);
      await signWith(forgedPki, path);
    });
    expect(await runCheck(windowsSignaturesCheck, forgedRelease)).toContain(
      'has an invalid signature',
    );
  });

  it('fails the signature check without a time stamp, and after a change of the program', async () => {
    const { TILL_SIGN_CERTS: certs, TILL_SIGN_KEY: key } = ownPki.env;
    const args = ['sign', '-certs', certs, '-key', key, '-h', 'sha256', '-in', unsignedFile];
    const withoutTimestamp = await withFile('ffmpeg.dll', (path) =>
      execFileSync('osslsigncode', [...args, '-out', path], { stdio: 'ignore' }),
    );
    expect(await runCheck(windowsSignaturesCheck, withoutTimestamp)).toContain(
      'ffmpeg.dll has no valid time stamp',
    );
    const [installer] = release.windowsInstallers;
    const content = readFileSync(join(installer?.files ?? '', 'ffmpeg.dll'));
    content.writeUInt8((content[0x400] ?? 0) ^ 1, 0x400);
    const changedProgram = await withFile('ffmpeg.dll', (path) => writeFileSync(path, content));
    expect(await runCheck(windowsSignaturesCheck, changedProgram)).toContain(
      'has an invalid signature',
    );
  });

  it('fails the signature check if the certificate had expired before signing', async () => {
    const checkWithKeyValidFor = async (days: number): Promise<string> => {
      const keys = createTestPki({ folder: join(folders.make(), 'keys'), days });
      // A certificate for zero days expires in the second in which it is created.
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      const otherSigner = await withFile('ffmpeg.dll', async (path) => {
        copyFileSync(unsignedFile, path);
        await signWith(keys, path);
      });
      const folder = folders.copyOf(release.folder);
      rmSync(join(folder, 'NOT-FOR-SHOPS.pem'));
      copyFileSync(keys.authority, join(folder, 'NOT-FOR-SHOPS.pem'));
      return runCheck(windowsSignaturesCheck, { ...otherSigner, folder });
    };
    expect(await checkWithKeyValidFor(0)).toMatch(/ffmpeg\.dll has an invalid signature.*expired/);
    expect(await checkWithKeyValidFor(1)).not.toContain('ffmpeg.dll');
  });

  it('fails the signature check if the required publisher of a release is not set', async () => {
    const [installer] = release.windowsInstallers;
    const files = folders.copyOf(installer?.files ?? '');
    rmSync(join(files, 'standin'), { recursive: true });
    const realRelease = {
      ...release,
      windowsInstallers: release.windowsInstallers.map((candidate) => ({ ...candidate, files })),
    };
    vi.stubEnv('TILL_PUBLISHER', '');
    expect(await runCheck(windowsSignaturesCheck, realRelease)).toContain('Set TILL_PUBLISHER');
    // The stand-in's authority is never accepted for a release to shops.
    vi.stubEnv('TILL_PUBLISHER', STAND_IN_PUBLISHER);
    expect(await runCheck(windowsSignaturesCheck, realRelease)).toContain(
      'has an invalid signature',
    );
    expect(await runCheck(windowsInstallerFilesCheck, realRelease)).toContain(
      'does not match whether it was built with the stand-in',
    );
  });

  it('fails the archive check if the archive is another one, or the program has no hash of it', async () => {
    const source = folders.make();
    writeFileSync(join(source, 'package.json'), '{"version":"1.0.0-standin","main":"another"}');
    const otherArchive = await withFile('resources/app.asar', (path) =>
      createPackage(source, path),
    );
    expect(await runCheck(asarResourceCheck, otherArchive)).toContain(
      'app.asar does not match the hash',
    );
    const withoutHash = await withFile('Mostrador.exe', (path) => copyFileSync(unsignedFile, path));
    expect(await runCheck(asarResourceCheck, withoutHash)).toContain(
      'contains no hash of its archive',
    );
  });

  it('fails the file check for an unexpected file and for a missing one', async () => {
    const withExtraFile = await withFile('resources/app.asar.map', (path) =>
      writeFileSync(path, ''),
    );
    expect(await runCheck(windowsInstallerFilesCheck, withExtraFile)).toContain(
      'resources/app.asar.map must not be in it.',
    );
    const withMissingFile = await withFile('resources/elevate.exe', () => {});
    expect(await runCheck(windowsInstallerFilesCheck, withMissingFile)).toContain(
      'resources/elevate.exe is missing.',
    );
  });

  it.each([
    ['', /does not name exactly the publisher[\s\S]*does not name a feed/],
    [UPDATE_CONFIG.replace(/publisherName:\n.*\n/, ''), /the publisher/],
    [UPDATE_CONFIG.replace('CN=', 'CN=Not '), /the publisher/],
    [UPDATE_CONFIG.replace('updaterCache', '  - CN=Another\nupdaterCache'), /the publisher/],
    [UPDATE_CONFIG.replace('https:', 'http:'), /a feed by https/],
    [UPDATE_CONFIG.replace('generic', 'github'), /a feed by https/],
  ])(
    'fails the check of a program that would accept updates of others: %j',
    async (text, problem) => {
      const changed = await withFile('resources/app-update.yml', (path) =>
        writeFileSync(path, text),
      );
      expect(await runCheck(updateConfigCheck, changed)).toMatch(problem);
    },
  );

  it('rejects signing without a key, and leaves the file unchanged', async () => {
    const path = join(folders.make(), 'plain.exe');
    copyFileSync(unsignedFile, path);
    for (const name of Object.keys(ownPki.env)) vi.stubEnv(name, '');
    await expect(signing.default({ path, hash: 'sha256', isNest: false })).rejects.toThrow(
      'The signing key is missing',
    );
    expect(readFileSync(path)).toEqual(readFileSync(unsignedFile));
  });

  it('signs with a key in Azure if that is configured, and rejects two keys', () => {
    const options = { root: ROOT, node: process.execPath, isStandIn: false };
    const azure = { TILL_AZURE_ENDPOINT: 'https://mx.example', TILL_AZURE_ACCOUNT: 'a' };
    const env = { ...azure, TILL_AZURE_PROFILE: 'p', ...UPDATE_VARIABLES };
    expect(prepareWindowsSigning({ ...options, env }).config).toEqual({
      azureSignOptions: {
        publisherName: STAND_IN_PUBLISHER,
        endpoint: 'https://mx.example',
        codeSigningAccountName: 'a',
        certificateProfileName: 'p',
        fileDigest: 'SHA256',
        timestampDigest: 'SHA256',
      },
    });
    expect(() => prepareWindowsSigning({ ...options, env: azure })).toThrow(
      'TILL_PUBLISHER, TILL_UPDATES_URL, TILL_AZURE_PROFILE not set',
    );
    expect(() => prepareWindowsSigning({ ...options, env: { ...env, ...ownPki.env } })).toThrow(
      'Two signing keys are set',
    );
  });

  it('rejects a release whose key is missing, does not match, has another publisher, or has expired', () => {
    const options = { root: ROOT, node: process.execPath, isStandIn: false };
    expect(() => prepareWindowsSigning({ ...options, env: {} })).toThrow(
      'TILL_PUBLISHER, TILL_UPDATES_URL, TILL_SIGN_CERTS, TILL_SIGN_KEY, TILL_TSA_URL not set.',
    );
    const env = { ...UPDATE_VARIABLES, ...ownPki.env };
    const getUnavailableReason = (changes: Partial<typeof env>, now?: number) =>
      signingUnavailableReason({ ...env, ...changes }, now);
    expect(getUnavailableReason({})).toBe(null);
    expect(getUnavailableReason({ TILL_SIGN_KEY: ownPki.env.TILL_TSA_KEY })).toContain(
      'does not belong to the certificate',
    );
    expect(getUnavailableReason({ TILL_PUBLISHER: 'CN=Mostrador stand-in' })).toContain(
      'tills would refuse',
    );
    expect(getUnavailableReason({ TILL_SIGN_CERTS: join(ROOT, 'none') })).toContain(
      'cannot be read',
    );
    expect(getUnavailableReason({}, Date.now() + 40 * 86_400_000)).toContain('not now');
    expect(() =>
      prepareWindowsSigning({
        ...options,
        env: { ...env, TILL_TSA_URL: 'https://x', TILL_PUBLISHER: 'CN=Another' },
      }),
    ).toThrow('TILL_PUBLISHER is CN=Another');
  });

  const output = join(ROOT, 'out', 'test', 'installers-windows');
  /**
   * Why the whole installer is not built here; null if it is built. A failed build is no such
   * reason.
   */
  let skipReason: string | null = null;

  it.skipIf(!IS_FULL_RUN)(
    'builds the installer with the real tools, and passes all checks',
    { timeout: 900_000 },
    (context) => {
      try {
        fetchWindowsNode({ root: ROOT, folder: join(ROOT, 'out', 'node-win'), env: process.env });
      } catch (error) {
        if (!(error instanceof DownloadError)) throw error;
        skipReason = error.message;
        return context.skip(skipReason);
      }
      rmSync(output, { recursive: true, force: true });
      const packageResult = runNpmCommand([
        'package',
        '--win',
        'nsis',
        '--stand-in',
        '--output',
        output,
      ]);
      expect(packageResult.code, packageResult.text).toBe(0);
      const result = runNpmCommand(['verify-release', output]);
      expect(result.text).not.toContain('FAILED');
      expect(result.text).toContain('ok   signatures for Windows');
      expect(result.code).toBe(0);
      expect(readdirSync(output).sort()).toEqual([
        expect.stringMatching(/^Mostrador-Setup-\d+\.\d+\.\d+-standin\.exe$/),
        'NOT-FOR-SHOPS.pem',
        'SHA256SUMS-windows',
        expect.stringMatching(/^mostrador-standin-.*-windows\.cdx\.json$/),
      ]);
      const builtRelease = openRelease(output);
      expect(builtRelease.windowsInstallers).toHaveLength(1);
      builtRelease.close();
    },
  );

  const wineReason = IS_FULL_RUN ? wineUnavailableReason() : 'it takes --all';
  it.skipIf(wineReason !== null)(
    `installs, refuses, upgrades and removes under wine${wineReason === null ? '' : `: ${wineReason}`}`,
    { timeout: 1_800_000 },
    (context) => {
      if (skipReason !== null) return context.skip(skipReason);
      const name = existsSync(output)
        ? readdirSync(output).find((file) => /exe$/.test(file))
        : null;
      if (name == null) throw new Error('there is no installer: its making failed');
      const results = runInstallerUnderWine(join(output, name), join(ROOT, 'out', 'wine'));
      expect(Object.fromEntries(results)).toEqual({
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

describe('the signature status of Windows', () => {
  const validStatus = { status: 'Valid', subject: 'CN=A, O="B, C", C=MX', stamp: 'CN=T' };
  it.each([
    [{}, []],
    [{ status: 'NotSigned', subject: '', stamp: '' }, ['is not signed.']],
    [{ subject: 'CN=D, C=MX' }, [/^is signed by CN=D, C=MX, not by /]],
    [{ stamp: '' }, [/^has no valid time stamp/]],
    [{ status: 'HashMismatch' }, [/invalid signature \(HashMismatch\)/]],
    [{ status: 'UnknownError', stamp: '' }, [/^has no valid time stamp/, /invalid signature/]],
  ])('returns the expected problems for the signature status %j', (changes, problems) => {
    const status = JSON.stringify({ ...validStatus, ...changes });
    const problemList = findSignatureProblems(`${status}\r\n`, 'CN=A, O="B, C", C=MX');
    expect(problemList).toHaveLength(problems.length);
    for (const [index, pattern] of problems.entries()) expect(problemList[index]).toMatch(pattern);
  });
});

describe('the name of a publisher', () => {
  it('compares publishers in any notation, and rejects a difference in any part', () => {
    const windows = 'CN=Mostrador, O="Mostrador, S.A.", S=Jalisco, C=MX';
    expect(isSamePublisher(windows, '/C=MX/ST=Jalisco/O=Mostrador, S.A./CN=Mostrador')).toBe(true);
    expect(isSamePublisher(windows, 'C=MX\nST=Jalisco\nO=Mostrador, S.A.\nCN=Mostrador')).toBe(
      true,
    );
    expect(isSamePublisher(windows, '/C=MX/ST=Jalisco/O=Mostrador, S.A./CN=Mostradar')).toBe(false);
    expect(isSamePublisher(windows, '/C=MX/O=Mostrador, S.A./CN=Mostrador')).toBe(false);
    expect(isSamePublisher('', '')).toBe(false);
  });

  it('knows the spelling of Windows, which tills compare exactly', () => {
    const windows = 'CN=Mostrador, O="Mostrador, S.A.", S=Jalisco, C=MX';
    expect(toWindowsName('C=MX\nST=Jalisco\nO=Mostrador\\, S.A.\nCN=Mostrador')).toBe(windows);
    expect(isWindowsName(windows)).toBe(true);
    for (const name of [
      'CN=Mostrador, O=Mostrador, ST=Jalisco, C=MX',
      'cn=Mostrador, o=Mostrador, s=Jalisco, c=MX',
      'CN=Mostrador,O=Mostrador,C=MX',
      '/C=MX/ST=Jalisco/O=Mostrador/CN=Mostrador',
      'Mostrador',
      '',
    ])
      expect(isWindowsName(name), name).toBe(false);
  });
});

/** The resource that electron-builder adds to the program. */
function createArchiveResource(files: string): Buffer {
  const { headerString } = getRawHeader(join(files, 'resources', 'app.asar'));
  const value = createHash('sha256').update(headerString).digest('hex');
  const file = 'resources\\app.asar';
  return Buffer.from(JSON.stringify([{ file, alg: 'SHA256', value }]));
}
