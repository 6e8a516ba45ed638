import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { createPackage } from '@electron/asar';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { publishFeed } from '../../build/release/feed.mjs';
import { readElectronVersion } from '../../build/release/stage.mjs';
import { writeSumsFile } from '../../build/release/sums.mjs';
import { asarCheck } from '../../build/release/verify/asar.ts';
import type { Check } from '../../build/release/verify/check.ts';
import { debFieldsCheck, debFilesCheck } from '../../build/release/verify/deb.ts';
import { noticesCheck, sbomCheck } from '../../build/release/verify/documents.ts';
import { feedCheck } from '../../build/release/verify/feed.ts';
import { fusesCheck } from '../../build/release/verify/fuses.ts';
import { openRelease, type Release } from '../../build/release/verify/index.ts';
import { overlayUnavailableReason } from '../../build/release/verify/overlay.ts';
import type { Deb, DebEntry, Program } from '../../build/release/verify/release.ts';
import { sumsCheck } from '../../build/release/verify/sums.ts';
import { listOptions, PROGRAM_OPTIONS } from '../../electron/settings/command-line/index.ts';
import { createNamedRandom, IS_FULL_RUN } from '../support/sampling.ts';
import { ROOT } from '../support/till-process.ts';
import { EXPECTED_APT_RESULTS, gpgUnavailableReason, runAptArchiveTest } from './apt-archive.ts';
import { createFolders, debUnavailableReason, OUTPUT, runNpmCommand } from './installers.ts';

const reason = debUnavailableReason();
const overlayReason = reason ?? overlayUnavailableReason();
const archiveReason = overlayReason ?? gpgUnavailableReason();
const formatReason = (unavailableReason: string | null): string =>
  unavailableReason === null ? '' : `: ${unavailableReason}`;
/**
 * Each takes about 25 seconds of processor time, so the seed selects it in only one of six runs of
 * `npm test`.
 */
const LONG_TESTS = ['installation', 'archive'] as const;
const drawnTest = createNamedRandom('release').pick([
  ...LONG_TESTS,
  'none',
  'none',
  'none',
  'none',
] as const);
const testsToRun: readonly string[] = IS_FULL_RUN ? LONG_TESTS : [drawnTest];
/** The tests must not depend on how busy the machine is. */
const LONG_TEST_OPTIONS = { timeout: 900_000 };
const folders = createFolders();

describe.skipIf(reason !== null)(
  `a deb of the stand-in${reason === null ? '' : `: ${reason}`}`,
  () => {
    let release: Release;
    let deb: Deb;
    let program: Program;

    beforeAll(() => {
      const result = runNpmCommand(['package', '--linux', 'deb', '--stand-in', '--output', OUTPUT]);
      expect(result.code, result.text).toBe(0);
      release = openRelease(OUTPUT);
      const [[firstDeb], [firstProgram]] = [release.debs, release.programs];
      if (firstDeb === undefined || firstProgram === undefined) throw new Error('no deb was made');
      deb = firstDeb;
      program = firstProgram;
    });
    afterAll(() => {
      release.close();
      folders.remove();
    });

    const runCheck = async (check: Check, changed: Partial<Release> = {}): Promise<string> =>
      ((await check.run({ ...release, ...changed })) ?? ['nothing']).join('\n');

    it('marks a stand-in deb in its name, version and description', () => {
      expect(deb.file).toMatch(/^mostrador-standin_\d+\.\d+\.\d+-standin_amd64\.deb$/);
      expect(deb.fields.get('Package')).toBe('mostrador-standin');
      expect(deb.fields.get('Version')).toMatch(/~standin$/);
      expect(deb.fields.get('Description')).toContain('NOT FOR SHOPS');
    });

    it("prints the stand-in's version with mostrador-cli --version, and has a manual page for each program", () => {
      const cli = join(program.resources, 'cli');
      const args = [join(cli, 'mostrador-cli.mjs'), '--version'];
      const result = spawnSync(join(cli, 'node'), args, { encoding: 'utf8' });
      expect(result.stdout).toMatch(/^\d+\.\d+\.\d+-standin\n$/);
      const chainArgs = [join(cli, 'mostrador-cli.mjs'), 'chain', '--help'];
      const helpResult = spawnSync(join(cli, 'node'), chainArgs, { encoding: 'utf8' });
      expect(helpResult).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('chain enroll'),
      });
      const readPage = (name: string): string =>
        readFileSync(join(deb.files, 'usr/share/man/man1', name), 'utf8');
      for (const name of ['mostrador', 'mostrador-cli'] as const) {
        for (const option of PROGRAM_OPTIONS) {
          const head = `.TP\n\\fB\\-\\-${option.name.replaceAll('-', '\\-')}\\fR`;
          const isOnPage = readPage(`${name}.1`).includes(head);
          expect(isOnPage, `${option.name} in ${name}`).toBe(
            listOptions(name).some((candidate) => candidate.name === option.name),
          );
        }
      }
    });

    it.each([
      sumsCheck,
      debFieldsCheck,
      debFilesCheck,
      fusesCheck,
      asarCheck,
      sbomCheck,
      noticesCheck,
    ])('passes the check of an unchanged deb: $name', async (check) => {
      expect(await runCheck(check)).toBe('');
    });

    it('fails the sums check if a file was changed, removed or added later', async () => {
      const folder = folders.copyOf(OUTPUT);
      const list = readdirSync(folder).find((name) => name.endsWith('.cdx.json')) ?? '';
      rmSync(join(folder, list));
      writeFileSync(join(folder, list), '{}');
      expect(await runCheck(sumsCheck, { folder })).toBe(
        `${list} does not match its sum in SHA256SUMS-linux.`,
      );
      const files = release.files.filter((name) => name !== list);
      expect(await runCheck(sumsCheck, { folder, files })).toContain('is missing');
      writeFileSync(join(folder, 'more'), '');
      expect(await runCheck(sumsCheck, { folder, files: [...release.files, 'more'] })).toContain(
        'more is not in SHA256SUMS-linux.',
      );
      rmSync(join(folder, 'SHA256SUMS-linux'));
      const without = release.files.filter((name) => name !== 'SHA256SUMS-linux');
      expect(await runCheck(sumsCheck, { folder, files: without })).toBe(
        'SHA256SUMS-linux is missing.',
      );
    });

    it('checks the installers of another system in the same folder', async () => {
      const folder = folders.copyOf(OUTPUT);
      const windowsFiles = ['Mostrador-Setup-0.1.0.exe', 'mostrador-0.1.0-windows.cdx.json'];
      for (const name of windowsFiles) writeFileSync(join(folder, name), '{"components":[]}');
      const getFolderState = (): Partial<Release> => ({ folder, files: readdirSync(folder) });
      expect(await runCheck(sumsCheck, getFolderState())).toBe('SHA256SUMS-windows is missing.');
      writeSumsFile(folder, 'windows');
      for (const check of [sumsCheck, sbomCheck, noticesCheck])
        expect(await runCheck(check, getFolderState())).toBe('');
      const windowsProgram = { ...program, installer: windowsFiles[0] ?? '' };
      expect(
        await runCheck(sbomCheck, { ...getFolderState(), programs: [program, windowsProgram] }),
      ).toContain('electron is not in the list of parts');
      writeFileSync(join(folder, windowsFiles[0] ?? ''), 'another');
      expect(await runCheck(sumsCheck, getFolderState())).toBe(
        `${windowsFiles[0]} does not match its sum in SHA256SUMS-windows.`,
      );
    });

    it('starts the till on X11 where it is available, from the desktop entry too', () => {
      const entry = join(deb.files, 'usr/share/applications/mostrador.desktop');
      expect(readFileSync(entry, 'utf8')).toMatch(/^Exec=\/usr\/bin\/mostrador %U$/m);
      const script = readFileSync(join(deb.files, 'usr/bin/mostrador'), 'utf8');
      const run = (env: NodeJS.ProcessEnv, ...words: string[]): string =>
        spawnSync('sh', ['-c', script.replaceAll('exec /', 'exec echo /'), 'sh', ...words], {
          encoding: 'utf8',
          env: { PATH: process.env.PATH, ...env },
        }).stdout;
      const program = '/opt/Mostrador/mostrador';
      expect(run({ DISPLAY: ':0' }, '--x')).toBe(`${program} --ozone-platform=x11 --x\n`);
      expect(run({ WAYLAND_DISPLAY: 'wayland-0' }, '--x')).toBe(`${program} --x\n`);
      expect(run({}, '--x')).toBe(`${program} --x\n`);
      for (const word of ['--upload-daily-file', '--apply=a b', '--status', '--diagnostics']) {
        expect(run({}, '--profile', 'p', word)).toBe(
          `/usr/bin/mostrador-cli --profile p ${word}\n`,
        );
        expect(run({ DISPLAY: ':0' }, word)).toBe(`${program} --ozone-platform=x11 ${word}\n`);
      }
    });

    const withField = (name: string, value: string): Partial<Release> => ({
      debs: [{ ...deb, fields: new Map([...deb.fields, [name, value]]) }],
    });
    it.each([
      ['Package', 'mostrador', /its name is mostrador, and should be mostrador-standin/],
      ['Version', '9.9.9', /its version is 9\.9\.9, and that of the program is/],
      ['Version', '0.1.0', /does not match whether it was built with the stand-in/],
      ['Maintainer', 'Mostrador', /its maintainer has no address/],
      ['Homepage', '', /it has no homepage/],
      ['Architecture', 'all', /its architecture is all/],
    ])('fails the check of a deb whose field %s is %j', async (name, value, pattern) => {
      expect(await runCheck(debFieldsCheck, withField(name, value))).toMatch(pattern);
    });

    it('fails the check of a deb whose preinst refuses nothing', async () => {
      const controlFolder = folders.copyOf(deb.controlFolder);
      rmSync(join(controlFolder, 'preinst'));
      writeFileSync(join(controlFolder, 'preinst'), '#!/bin/sh\nexit 0\n');
      rmSync(join(controlFolder, 'postrm'));
      const problems = await runCheck(debFieldsCheck, { debs: [{ ...deb, controlFolder }] });
      expect(problems).toContain('it would never refuse');
      expect(problems).toContain('its postrm is missing');
    });

    const withEntry = (changed: Partial<DebEntry>): Partial<Release> => {
      const [first = { mode: '', owner: '', path: '' }, ...rest] = deb.entries.filter(
        ({ path }) => path === '/opt/Mostrador/chrome-sandbox',
      );
      const otherEntries = deb.entries.filter(({ path }) => path !== first.path);
      return { debs: [{ ...deb, entries: [{ ...first, ...changed }, ...otherEntries, ...rest] }] };
    };
    it.each([
      [{ owner: 'till/root' }, /belongs to till\/root, not to root/],
      [{ mode: '-rwsr-xr-x' }, /has the setuid or setgid bit/],
      [{ mode: '-rwxrwxrwx' }, /can be written by others/],
      [{ mode: 'lrwxrwxrwx' }, /is neither a file nor a folder/],
      [{ path: '/etc/cron.d/till' }, /\/etc\/cron\.d\/till must not be in it/],
      [{ path: '/opt/Mostrador/resources/app.asar.map' }, /app\.asar\.map must not be in it/],
    ])('fails the check of a deb with an entry with %j', async (changed, pattern) => {
      expect(await runCheck(debFilesCheck, withEntry(changed))).toMatch(pattern);
    });

    describe('of a deb with Electron', () => {
      /** The names that Electron's zip has, with a locale that the deb must not need. */
      const ZIP = [
        'electron',
        'LICENSE',
        'libfuture.so',
        'locales/es_FEMININE.pak',
        'locales/de.pak',
      ];
      const dist = folders.make();
      for (const name of [...ZIP, 'locales/es.pak', 'resources/default_app.asar', 'version']) {
        mkdirSync(dirname(join(dist, name)), { recursive: true });
        writeFileSync(join(dist, name), name === 'version' ? readElectronVersion(ROOT) : '');
      }
      const INSTALLED = ['mostrador', 'LICENSE.electron.txt', 'libfuture.so', 'locales/es.pak'];
      const toEntry = (name: string): DebEntry => ({
        mode: '-rw-r--r--',
        owner: 'root/root',
        path: `/opt/Mostrador/${name}`,
      });
      const checkFiles = async (names: readonly string[]): Promise<string> => {
        const entries = [
          ...deb.entries.filter(({ path }) => !path.startsWith('/opt/Mostrador/')),
          ...deb.entries.filter(({ path }) => path.startsWith('/opt/Mostrador/resources/')),
          ...names.map(toEntry),
        ];
        // Without the folder that marks a stand-in.
        return await runCheck(debFilesCheck, { debs: [{ ...deb, files: dist, entries }] });
      };
      beforeAll(() => vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', dist));
      afterAll(() => vi.unstubAllEnvs());

      it("passes the file check with the files of Electron's zip, whatever they are", async () => {
        expect(await checkFiles(INSTALLED)).toBe('');
        expect(await checkFiles([...INSTALLED, 'locales/es_FEMININE.pak'])).toBe('');
      });

      it("fails the file check for a file that is not in Electron's zip, and for a missing one", async () => {
        expect(await checkFiles([...INSTALLED, 'libelse.so', 'standin/x'])).toBe(
          `${deb.file}: /opt/Mostrador/libelse.so must not be in it.\n${deb.file}: /opt/Mostrador/standin/x must not be in it.`,
        );
        expect(await checkFiles(INSTALLED.slice(0, 3))).toBe(
          `${deb.file}: /opt/Mostrador/locales/es.pak is missing.`,
        );
      });

      it("fails the file check if Electron's files are not known", async () => {
        vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', folders.make());
        expect(await checkFiles(INSTALLED)).toContain('so its files are unknown');
        vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', dist);
      });
    });

    it('fails the check of a deb without an icon or the manual page', async () => {
      const entries = deb.entries.filter(({ path }) => !/48x48\/apps|man1/.test(path));
      const problems = await runCheck(debFilesCheck, { debs: [{ ...deb, entries }] });
      expect(problems).toContain('48x48/apps/mostrador.png is missing');
      expect(problems).toContain('mostrador.1 is missing');
    });

    const withFuses = (change: (wire: Buffer, offset: number) => void): Partial<Release> => {
      const executable = join(folders.make(), 'mostrador');
      const content = readFileSync(program.executable);
      change(content, content.indexOf('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX') + 32);
      writeFileSync(executable, content);
      return { programs: [{ ...program, executable }] };
    };
    it('fails the check of each fuse with a wrong value, of an unknown fuse and of missing fuses', async () => {
      for (const [fuseIndex, name] of ['RunAsNode', 'EnableCookieEncryption'].entries()) {
        const changedFuses = withFuses((wire, first) => {
          const index = first + 2 + fuseIndex;
          wire.writeUInt8((wire[index] ?? 0) ^ 1, index);
        });
        expect(await runCheck(fusesCheck, changedFuses)).toContain(`the fuse ${name} is not`);
      }
      const unknownFuse = withFuses((wire, first) => {
        wire.writeUInt8(9, first + 1);
        wire.writeUInt8('1'.charCodeAt(0), first + 10);
      });
      expect(await runCheck(fusesCheck, unknownFuse)).toContain('an unknown fuse, number 8');
      const noFuses = withFuses((wire, first) => void wire.fill(0, first - 32, first));
      expect(await runCheck(fusesCheck, noFuses)).toContain('fuses of the program cannot be read');
    });

    it('fails the check of an archive with one changed byte, whose program does not start', async () => {
      const folder = folders.copyOf(program.folder);
      const archive = join(folder, 'resources', 'app.asar');
      const content = readFileSync(archive);
      content.writeUInt8((content[content.length - 100] ?? 0) ^ 1, content.length - 100);
      rmSync(archive);
      writeFileSync(archive, content);
      const resources = join(folder, 'resources');
      expect(
        await runCheck(asarCheck, { programs: [{ ...program, folder, resources }] }),
      ).toContain('in app.asar does not match its hash');
      const env = { ...process.env, XDG_CACHE_HOME: folders.make() };
      const started = spawnSync(join(folder, 'mostrador'), ['--help'], { env, encoding: 'utf8' });
      expect(started.status).toBe(78);
      expect(started.stderr).toContain('Mostrador was changed after it was built');
    });

    it('fails the check of an archive that contains a source map and a package', async () => {
      const [source, resources] = [folders.make(), folders.make()];
      mkdirSync(join(source, 'dist', 'main'), { recursive: true });
      mkdirSync(join(source, 'node_modules', 'left-over'), { recursive: true });
      writeFileSync(join(source, 'dist', 'main', 'main.js.map'), '{}');
      writeFileSync(join(source, 'node_modules', 'left-over', 'index.js'), '');
      await createPackage(source, join(resources, 'app.asar'));
      const problems = await runCheck(asarCheck, { programs: [{ ...program, resources }] });
      expect(problems).toContain('dist/main/main.js.map must not be in app.asar');
      expect(problems).toContain('node_modules/left-over/index.js must not be in app.asar');
      expect(problems).toContain('dist/main/main.js is missing');
    });

    it('fails the check of a list of parts without Electron or with another version of it', async () => {
      const folder = folders.copyOf(OUTPUT);
      const name = release.files.find((file) => file.endsWith('.cdx.json')) ?? '';
      const list = JSON.parse(readFileSync(join(folder, name), 'utf8'));
      const write = (components: unknown): void => {
        rmSync(join(folder, name));
        writeFileSync(join(folder, name), JSON.stringify({ ...list, components }));
      };
      write(list.components.filter((component: { name: string }) => component.name !== 'electron'));
      expect(await runCheck(sbomCheck, { folder })).toContain(
        'electron is not in the list of parts',
      );
      write(
        list.components.map((component: { name: string }) =>
          component.name === 'electron' ? { ...component, version: '1.0.0' } : component,
        ),
      );
      expect(await runCheck(sbomCheck, { folder })).toContain('the list of parts names another');
    });

    it('fails the check of a deb without a licence', async () => {
      const folder = folders.copyOf(program.folder);
      rmSync(join(folder, 'LICENSES.chromium.html'));
      const file = join(folder, 'resources', 'THIRD-PARTY-NOTICES.txt');
      const text = readFileSync(file, 'utf8');
      rmSync(file);
      writeFileSync(file, text.replace(/^zod \S+ \(MIT\)$/m, 'nothing 1 (MIT)'));
      const resources = join(folder, 'resources');
      const problems = await runCheck(noticesCheck, {
        programs: [{ ...program, folder, resources }],
      });
      expect(problems).toContain('LICENSES.chromium.html is missing');
      expect(problems).toMatch(/the licence of zod \S+ is missing/);
    });

    it('fails the check of a feed whose installer was changed', async () => {
      const folder = folders.make();
      const installer = 'mostrador_9.9.9_amd64.deb';
      writeFileSync(join(folder, installer), 'a deb');
      await publishFeed(folder, { percent: 10 });
      const files = ['latest-linux.yml', installer];
      expect(await runCheck(feedCheck, { folder, files })).toBe('');
      writeFileSync(join(folder, installer), 'another');
      expect(await runCheck(feedCheck, { folder, files })).toContain('latest-linux.yml');
    });

    it.skipIf(!IS_FULL_RUN)('builds the same bytes a second time', LONG_TEST_OPTIONS, () => {
      const secondOutput = `${OUTPUT}-again`;
      const result = runNpmCommand([
        'package',
        '--linux',
        'deb',
        '--stand-in',
        '--output',
        secondOutput,
      ]);
      expect(result.code, result.text).toBe(0);
      for (const name of release.files) {
        const isSame = readFileSync(join(secondOutput, name)).equals(
          readFileSync(join(OUTPUT, name)),
        );
        expect(isSame, name).toBe(true);
      }
      rmSync(secondOutput, { recursive: true });
    });

    it('prints the failed check and ends with code 1', () => {
      const folder = folders.make();
      expect(runNpmCommand(['verify-release', folder])).toMatchObject({ code: 1 });
      for (const name of release.files) copyFileSync(join(OUTPUT, name), join(folder, name));
      writeFileSync(join(folder, 'more'), '');
      chmodSync(join(folder, 'more'), 0o644);
      const result = runNpmCommand(['verify-release', folder]);
      expect(result.code).toBe(1);
      expect(result.text).toContain('FAILED SHA256SUMS\n         more is not in SHA256SUMS-linux.');
      expect(runNpmCommand(['verify-release']).text).toContain(
        'Name exactly one folder with the artefacts.',
      );
      const missingFolder = join(folder, 'nowhere');
      expect(runNpmCommand(['verify-release', missingFolder]).text).toContain(
        `There is no folder ${missingFolder}.`,
      );
    });

    it.skipIf(overlayReason !== null || !testsToRun.includes('installation'))(
      `installs, runs, upgrades, removes and purges the deb${formatReason(overlayReason)}`,
      LONG_TEST_OPTIONS,
      () => {
        const result = runNpmCommand(['verify-release', OUTPUT, '--install']);
        expect(result.text).not.toContain('FAILED');
        const skipped = result.text.split('\n').filter((line) => line.startsWith('  --  '));
        expect(skipped).toEqual([
          '  --   files of the installer for Windows: the folder has nothing to check',
          '  --   signatures for Windows: the folder has nothing to check',
          '  --   hash of the archive in the program for Windows: the folder has nothing to check',
          '  --   publisher of updates: the folder has nothing to check',
          '  --   feed of updates: the folder has nothing to check',
        ]);
        expect(result.text).toContain('ok   leaves this computer as it was');
        expect(result.code).toBe(0);
      },
    );

    it.skipIf(archiveReason !== null || !testsToRun.includes('archive'))(
      `installs from a signed archive by rings, and rejects tampered lists and debs${formatReason(archiveReason)}`,
      LONG_TEST_OPTIONS,
      async () => {
        expect(await runAptArchiveTest(OUTPUT, folders)).toEqual(EXPECTED_APT_RESULTS);
      },
    );
  },
);
