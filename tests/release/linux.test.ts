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
import { join } from 'node:path';
import { createPackage } from '@electron/asar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeyPair, publishFeed } from '../../build/release/feed.mjs';
import { writeSumsFile } from '../../build/release/sums.mjs';
import { asarCheck } from '../../build/release/verify/asar.ts';
import type { Check } from '../../build/release/verify/check.ts';
import { debFieldsCheck, debFilesCheck } from '../../build/release/verify/deb.ts';
import { noticesCheck, sbomCheck } from '../../build/release/verify/documents.ts';
import { createFeedCheck, feedKeysCheck } from '../../build/release/verify/feed.ts';
import { fusesCheck } from '../../build/release/verify/fuses.ts';
import { openRelease, type Release } from '../../build/release/verify/index.ts';
import { overlayUnavailableReason } from '../../build/release/verify/overlay.ts';
import type { Deb, DebEntry, Program } from '../../build/release/verify/release.ts';
import { sumsCheck } from '../../build/release/verify/sums.ts';
import { listOptions, OPTIONS } from '../../electron/settings/command-line/index.ts';
import { createNamedRandom, IS_FULL_RUN } from '../support/sampling.ts';
import { EXPECTED_OF_APT, gpgUnavailableReason, tryArchive } from './apt-archive.ts';
import { createFolders, debUnavailableReason, launch, OUTPUT } from './installers.ts';

const reason = debUnavailableReason();
const overlayReason = reason ?? overlayUnavailableReason();
const archiveReason = overlayReason ?? gpgUnavailableReason();
const because = (why: string | null): string => (why === null ? '' : `: ${why}`);
/** Each takes some twenty-five seconds of a processor: one run of `npm test` in six tries it, by the seed. */
const LIVES = ['installation', 'archive'] as const;
const drawn = createNamedRandom('release').pick([
  ...LIVES,
  'none',
  'none',
  'none',
  'none',
] as const);
const tried: readonly string[] = IS_FULL_RUN ? LIVES : [drawn];
/** How busy a machine is decides nothing. */
const LONG = { timeout: 900_000 };
const folders = createFolders();

describe.skipIf(reason !== null)(
  `a deb of the stand-in${reason === null ? '' : `: ${reason}`}`,
  () => {
    let release: Release;
    let deb: Deb;
    let program: Program;

    beforeAll(() => {
      const made = launch(['package', '--linux', 'deb', '--stand-in', '--output', OUTPUT]);
      expect(made.code, made.text).toBe(0);
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

    const found = async (check: Check, changed: Partial<Release> = {}): Promise<string> =>
      ((await check.run({ ...release, ...changed })) ?? ['nothing']).join('\n');

    it('is marked in its name, its version and its description', () => {
      expect(deb.file).toMatch(/^mostrador-standin_\d+\.\d+\.\d+-standin_amd64\.deb$/);
      expect(deb.fields.get('Package')).toBe('mostrador-standin');
      expect(deb.fields.get('Version')).toMatch(/~standin$/);
      expect(deb.fields.get('Description')).toContain('NOT FOR SHOPS');
    });

    it('says so in mostrador-cli --version too, and each program has its own manual page', () => {
      const cli = join(program.resources, 'cli');
      const words = [join(cli, 'mostrador-cli.mjs'), '--version'];
      const said = spawnSync(join(cli, 'node'), words, { encoding: 'utf8' });
      expect(said.stdout).toMatch(/^\d+\.\d+\.\d+-standin\n$/);
      const chain = [join(cli, 'mostrador-cli.mjs'), 'chain', '--help'];
      const helped = spawnSync(join(cli, 'node'), chain, { encoding: 'utf8' });
      expect(helped).toMatchObject({ status: 0, stdout: expect.stringContaining('chain enroll') });
      const page = (name: string): string =>
        readFileSync(join(deb.files, 'usr/share/man/man1', name), 'utf8');
      for (const name of ['mostrador', 'mostrador-cli'] as const) {
        for (const option of OPTIONS) {
          const head = `.TP\n\\fB\\-\\-${option.name.replaceAll('-', '\\-')}\\fR`;
          const isIn = page(`${name}.1`).includes(head);
          expect(isIn, `${option.name} in ${name}`).toBe(
            listOptions(name).some((one) => one.name === option.name),
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
    ])('passes: $name', async (check) => {
      expect(await found(check)).toBe('');
    });

    it('fails where a file is changed, missing or added after the sums were made', async () => {
      const folder = folders.copyOf(OUTPUT);
      const list = readdirSync(folder).find((name) => name.endsWith('.cdx.json')) ?? '';
      rmSync(join(folder, list));
      writeFileSync(join(folder, list), '{}');
      expect(await found(sumsCheck, { folder })).toBe(
        `${list} is not the file that SHA256SUMS-linux names.`,
      );
      const files = release.files.filter((name) => name !== list);
      expect(await found(sumsCheck, { folder, files })).toContain('is missing');
      writeFileSync(join(folder, 'more'), '');
      expect(await found(sumsCheck, { folder, files: [...release.files, 'more'] })).toContain(
        'more is not in SHA256SUMS-linux.',
      );
      rmSync(join(folder, 'SHA256SUMS-linux'));
      const without = release.files.filter((name) => name !== 'SHA256SUMS-linux');
      expect(await found(sumsCheck, { folder, files: without })).toBe(
        'SHA256SUMS-linux is missing.',
      );
    });

    it('looks at what another system’s installers bring into the same folder', async () => {
      const folder = folders.copyOf(OUTPUT);
      const theirs = ['Mostrador-Setup-0.1.0.exe', 'mostrador-0.1.0-windows.cdx.json'];
      for (const name of theirs) writeFileSync(join(folder, name), '{"components":[]}');
      const there = (): Partial<Release> => ({ folder, files: readdirSync(folder) });
      expect(await found(sumsCheck, there())).toBe('SHA256SUMS-windows is missing.');
      writeSumsFile(folder, 'windows');
      for (const check of [sumsCheck, sbomCheck, noticesCheck])
        expect(await found(check, there())).toBe('');
      const windows = { ...program, installer: theirs[0] ?? '' };
      expect(await found(sbomCheck, { ...there(), programs: [program, windows] })).toContain(
        'electron is not in the list of parts',
      );
      writeFileSync(join(folder, theirs[0] ?? ''), 'another');
      expect(await found(sumsCheck, there())).toBe(
        `${theirs[0]} is not the file that SHA256SUMS-windows names.`,
      );
    });

    const withField = (name: string, value: string): Partial<Release> => ({
      debs: [{ ...deb, fields: new Map([...deb.fields, [name, value]]) }],
    });
    it.each([
      ['Package', 'mostrador', /its name is mostrador, not mostrador-standin/],
      ['Version', '9.9.9', /its version 9\.9\.9 is not that of the program/],
      ['Version', '0.1.0', /does not say truly whether it is made of the stand-in/],
      ['Maintainer', 'Mostrador', /its maintainer has no address/],
      ['Homepage', '', /it has no homepage/],
      ['Architecture', 'all', /its architecture is all/],
    ])('fails where the field %s is %j', async (name, value, words) => {
      expect(await found(debFieldsCheck, withField(name, value))).toMatch(words);
    });

    it('fails where what runs before it is unpacked refuses nothing', async () => {
      const controlFolder = folders.copyOf(deb.controlFolder);
      rmSync(join(controlFolder, 'preinst'));
      writeFileSync(join(controlFolder, 'preinst'), '#!/bin/sh\nexit 0\n');
      rmSync(join(controlFolder, 'postrm'));
      const said = await found(debFieldsCheck, { debs: [{ ...deb, controlFolder }] });
      expect(said).toContain('it would not refuse');
      expect(said).toContain('its postrm is missing');
    });

    const entry = (changed: Partial<DebEntry>): Partial<Release> => {
      const [first = { mode: '', owner: '', path: '' }, ...rest] = deb.entries.filter(
        ({ path }) => path === '/opt/Mostrador/chrome-sandbox',
      );
      const others = deb.entries.filter(({ path }) => path !== first.path);
      return { debs: [{ ...deb, entries: [{ ...first, ...changed }, ...others, ...rest] }] };
    };
    it.each([
      [{ owner: 'till/root' }, /belongs to till\/root, not to root/],
      [{ mode: '-rwsr-xr-x' }, /runs with its owner's rights/],
      [{ mode: '-rwxrwxrwx' }, /can be written by others/],
      [{ mode: 'lrwxrwxrwx' }, /is no file and no folder/],
      [{ path: '/etc/cron.d/till' }, /\/etc\/cron\.d\/till must not be in it/],
      [{ path: '/opt/Mostrador/resources/app.asar.map' }, /app\.asar\.map must not be in it/],
    ])('fails on an entry with %j', async (changed, words) => {
      expect(await found(debFilesCheck, entry(changed))).toMatch(words);
    });

    it('fails where an icon or the manual page is left out', async () => {
      const entries = deb.entries.filter(({ path }) => !/48x48\/apps|man1/.test(path));
      const said = await found(debFilesCheck, { debs: [{ ...deb, entries }] });
      expect(said).toContain('48x48/apps/mostrador.png is missing');
      expect(said).toContain('mostrador.1 is missing');
    });

    const withFuses = (change: (wire: Buffer, at: number) => void): Partial<Release> => {
      const executable = join(folders.make(), 'mostrador');
      const content = readFileSync(program.executable);
      change(content, content.indexOf('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX') + 32);
      writeFileSync(executable, content);
      return { programs: [{ ...program, executable }] };
    };
    it('fails on each fuse that is not as it should be, and on one more', async () => {
      for (const [at, name] of ['RunAsNode', 'EnableCookieEncryption'].entries()) {
        const turned = withFuses((wire, first) => {
          const index = first + 2 + at;
          wire.writeUInt8((wire[index] ?? 0) ^ 1, index);
        });
        expect(await found(fusesCheck, turned)).toContain(`the fuse ${name} is not`);
      }
      const more = withFuses((wire, first) => {
        wire.writeUInt8(9, first + 1);
        wire.writeUInt8('1'.charCodeAt(0), first + 10);
      });
      expect(await found(fusesCheck, more)).toContain('a fuse number 8 that nobody has decided on');
      const none = withFuses((wire, first) => void wire.fill(0, first - 32, first));
      expect(await found(fusesCheck, none)).toContain('no fuses that can be read');
    });

    it('fails on an archive of which a byte was changed, and its program does not start', async () => {
      const folder = folders.copyOf(program.folder);
      const archive = join(folder, 'resources', 'app.asar');
      const content = readFileSync(archive);
      content.writeUInt8((content[content.length - 100] ?? 0) ^ 1, content.length - 100);
      rmSync(archive);
      writeFileSync(archive, content);
      const resources = join(folder, 'resources');
      expect(await found(asarCheck, { programs: [{ ...program, folder, resources }] })).toContain(
        'in app.asar is not what its hash says',
      );
      const env = { ...process.env, XDG_CACHE_HOME: folders.make() };
      const started = spawnSync(join(folder, 'mostrador'), ['--help'], { env, encoding: 'utf8' });
      expect(started.status).toBe(78);
      expect(started.stderr).toContain('Mostrador was changed since it was made');
    });

    it('fails on an archive with a map and a package in it', async () => {
      const [source, resources] = [folders.make(), folders.make()];
      mkdirSync(join(source, 'dist', 'main'), { recursive: true });
      mkdirSync(join(source, 'node_modules', 'left-over'), { recursive: true });
      writeFileSync(join(source, 'dist', 'main', 'main.js.map'), '{}');
      writeFileSync(join(source, 'node_modules', 'left-over', 'index.js'), '');
      await createPackage(source, join(resources, 'app.asar'));
      const said = await found(asarCheck, { programs: [{ ...program, resources }] });
      expect(said).toContain('dist/main/main.js.map must not be in app.asar');
      expect(said).toContain('node_modules/left-over/index.js must not be in app.asar');
      expect(said).toContain('dist/main/main.js is missing');
    });

    it('fails where Electron is not in the list of parts, or another one is', async () => {
      const folder = folders.copyOf(OUTPUT);
      const name = release.files.find((one) => one.endsWith('.cdx.json')) ?? '';
      const list = JSON.parse(readFileSync(join(folder, name), 'utf8'));
      const write = (components: unknown): void => {
        rmSync(join(folder, name));
        writeFileSync(join(folder, name), JSON.stringify({ ...list, components }));
      };
      write(list.components.filter((one: { name: string }) => one.name !== 'electron'));
      expect(await found(sbomCheck, { folder })).toContain('electron is not in the list of parts');
      write(
        list.components.map((one: { name: string }) =>
          one.name === 'electron' ? { ...one, version: '1.0.0' } : one,
        ),
      );
      expect(await found(sbomCheck, { folder })).toContain('the list of parts names another');
    });

    it('fails where a licence is left out', async () => {
      const folder = folders.copyOf(program.folder);
      rmSync(join(folder, 'LICENSES.chromium.html'));
      const file = join(folder, 'resources', 'THIRD-PARTY-NOTICES.txt');
      const text = readFileSync(file, 'utf8');
      rmSync(file);
      writeFileSync(file, text.replace(/^zod \S+ \(MIT\)$/m, 'nothing 1 (MIT)'));
      const resources = join(folder, 'resources');
      const said = await found(noticesCheck, { programs: [{ ...program, folder, resources }] });
      expect(said).toContain('LICENSES.chromium.html is missing');
      expect(said).toMatch(/the licence of zod \S+ is not in it/);
    });

    it('fails on a feed that another key signed, or whose installer is another', async () => {
      const folder = folders.make();
      const keys = join(folder, 'keys.json');
      const key = join(folder, 'key.pem');
      const now = createKeyPair(key);
      writeFileSync(keys, JSON.stringify({ now, next: null }));
      const installer = 'mostrador_9.9.9_amd64.deb';
      writeFileSync(join(folder, installer), 'a deb');
      await publishFeed(folder, { percent: 10, key, keys });
      const files = ['feed.json', 'feed.json.sig', installer];
      const told = (): Promise<string> => found(createFeedCheck(keys), { folder, files });
      expect(await told()).toBe('');
      expect(await found(createFeedCheck(), { folder, files })).not.toBe('');
      writeFileSync(join(folder, installer), 'another');
      expect(await told()).toContain(installer);
      rmSync(join(folder, 'feed.json.sig'));
      expect(
        await found(createFeedCheck(keys), { folder, files: ['feed.json', installer] }),
      ).not.toBe('');
    });

    it('fails on a feed that nobody signs, beside one of ours or alone', async () => {
      const files = [...release.files, 'latest-linux.yml'];
      expect(await found(createFeedCheck(), { files })).toContain('latest-linux.yml is a feed');
      const both = [...files, 'latest.yml', 'feed.json'];
      expect(await found(createFeedCheck(), { files: both })).toContain('latest.yml is a feed');
    });

    it('fails on a release whose program trusts no feed, which the stand-in need not', async () => {
      expect(await feedKeysCheck.run(release)).toBeNull();
      const folder = folders.copyOf(program.folder);
      rmSync(join(folder, 'standin'), { recursive: true });
      const real = { ...program, folder };
      expect(await found(feedKeysCheck, { programs: [real] })).toContain('holds no public key');
      const withKeys = async (text: string): Promise<string> => {
        const [source, resources] = [folders.make(), folders.make()];
        mkdirSync(join(source, 'dist', 'main'), { recursive: true });
        writeFileSync(join(source, 'dist', 'main', 'feed-keys.json'), text);
        await createPackage(source, join(resources, 'app.asar'));
        return await found(feedKeysCheck, { programs: [{ ...real, resources }] });
      };
      const now = createKeyPair(join(folders.make(), 'key.pem'));
      expect(await withKeys(JSON.stringify({ now, next: null }))).toBe('');
      expect(await withKeys(JSON.stringify({ now: null, next: now }))).toContain('no public key');
      for (const text of ['{"now":"none","next":null}', JSON.stringify({ now, next: 'x' }), '']) {
        expect(await withKeys(text)).toContain('cannot be read');
      }
    });

    it.skipIf(!IS_FULL_RUN)('is made of the same bytes a second time', LONG, () => {
      const again = `${OUTPUT}-again`;
      const made = launch(['package', '--linux', 'deb', '--stand-in', '--output', again]);
      expect(made.code, made.text).toBe(0);
      for (const name of release.files) {
        const isSame = readFileSync(join(again, name)).equals(readFileSync(join(OUTPUT, name)));
        expect(isSame, name).toBe(true);
      }
      rmSync(again, { recursive: true });
    });

    it('says what is wrong, and ends with 1', () => {
      const folder = folders.make();
      expect(launch(['verify-release', folder])).toMatchObject({ code: 1 });
      for (const name of release.files) copyFileSync(join(OUTPUT, name), join(folder, name));
      writeFileSync(join(folder, 'more'), '');
      chmodSync(join(folder, 'more'), 0o644);
      const said = launch(['verify-release', folder]);
      expect(said.code).toBe(1);
      expect(said.text).toContain('FAILED SHA256SUMS\n         more is not in SHA256SUMS-linux.');
      expect(launch(['verify-release']).text).toContain('Name one folder of artefacts.');
      const nowhere = join(folder, 'nowhere');
      expect(launch(['verify-release', nowhere]).text).toContain(`There is no folder ${nowhere}.`);
    });

    it.skipIf(overlayReason !== null || !tried.includes('installation'))(
      `is installed, used, upgraded, removed and purged${because(overlayReason)}`,
      LONG,
      () => {
        const said = launch(['verify-release', OUTPUT, '--install']);
        expect(said.text).not.toContain('FAILED');
        const left = said.text.split('\n').filter((line) => line.startsWith('  --  '));
        expect(left).toEqual([
          '  --   files of the installer for Windows: nothing of it is here',
          '  --   signatures for Windows: nothing of it is here',
          '  --   hash of the archive in the program for Windows: nothing of it is here',
          '  --   public keys of the feed: nothing of it is here',
          '  --   feed of updates: nothing of it is here',
        ]);
        expect(said.text).toContain('ok   leaves this computer as it was');
        expect(said.code).toBe(0);
      },
    );

    it.skipIf(archiveReason !== null || !tried.includes('archive'))(
      `comes by a signed archive, in rings, and changed by nobody${because(archiveReason)}`,
      LONG,
      async () => {
        expect(await tryArchive(OUTPUT, folders)).toEqual(EXPECTED_OF_APT);
      },
    );
  },
);
