import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, SYSTEM_LANGUAGE } from '../support/till-process.ts';
import { test as base, expect } from './support/index.ts';

base.use({ shell: 'browser' });
base.skip(process.platform !== 'linux', 'the fake runtimes are for Linux');

interface Changes {
  readonly version?: string | undefined;
  readonly windowTimeoutMs?: number | undefined;
}

interface NpmStart {
  readonly child: ChildProcess;
  getOutput(): string;
  getMessages(): string;
}

/** Runs `npm start` with a fake runtime of Electron, a shell script, on a computer with a display. */
const test = base.extend<{ npmStart: (runtime: string, changes?: Changes) => NpmStart }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright needs the pattern
  npmStart: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'till-npm-start-'));
    const dist = join(ROOT, process.env.TILL_DIST ?? 'dist');
    for (const [path, target] of [
      ['dist', dist],
      ['electron', join(ROOT, 'electron')],
      ['node_modules', join(ROOT, 'node_modules')],
    ] as const) {
      symlinkSync(target, join(folder, path));
    }
    const packageFile = join(ROOT, 'node_modules', 'electron', 'package.json');
    const { version: currentVersion } = JSON.parse(readFileSync(packageFile, 'utf8'));
    const children: ChildProcess[] = [];
    await use((runtime, { version = currentVersion, windowTimeoutMs = 600_000 } = {}) => {
      const electron = join(folder, 'runtime', 'electron');
      mkdirSync(join(folder, 'runtime'));
      writeFileSync(electron, `#!/bin/sh\n${runtime}\n`);
      chmodSync(electron, 0o755);
      writeFileSync(join(folder, 'runtime', 'version'), version);
      const child = startLauncher(folder, windowTimeoutMs);
      children.push(child);
      let output = '';
      let messages = '';
      child.stdout?.on('data', (data) => {
        output += String(data);
      });
      child.stderr?.on('data', (data) => {
        messages += String(data);
      });
      return { child, getOutput: () => output, getMessages: () => messages };
    });
    for (const child of children.filter(({ exitCode }) => exitCode === null)) {
      child.kill();
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  },
});

function startLauncher(root: string, windowTimeoutMs: number): ChildProcess {
  const start = pathToFileURL(join(ROOT, 'build', 'launcher', 'start.mjs')).href;
  const args = ['--no-open', '--training', '--profile', join(root, 'profile')];
  const options = JSON.stringify({ node: process.execPath, root, args });
  const script = `
    import { run } from ${JSON.stringify(start)};
    const { env } = process;
    const machine = { platform: 'linux', env, getuid: () => 1000, windowTimeoutMs: ${windowTimeoutMs}, systemRoot: '/nowhere' };
    process.exitCode = await run({ ...${options}, machine });`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      LANGUAGE: SYSTEM_LANGUAGE,
      DISPLAY: ':0',
      ELECTRON_OVERRIDE_DIST_PATH: join(root, 'runtime'),
    },
  });
}

const getAddress = (output: string): string => /http:\S+token=\S+/.exec(output)?.[0] ?? '';

for (const { name, runtime, reason, ...changes } of [
  { name: 'ends by SIGTRAP', runtime: 'kill -TRAP $$', reason: /Electron ended with SIGTRAP/ },
  { name: 'lacks a library', runtime: 'exit 127', reason: /a library that it needs is missing/ },
  { name: 'has no usable display', runtime: 'exit 1', reason: /Electron ended with exit code 1/ },
  {
    name: 'never shows its window',
    runtime: 'exec sleep 600',
    windowTimeoutMs: 1_000,
    reason: /window in 1 seconds/,
  },
  { name: 'is of another version', runtime: 'exit', version: '1.2.3', reason: /version 1\.2\.3/ },
]) {
  test(`npm start opens a till that can be used if Electron ${name}`, async ({
    npmStart,
    chromium,
  }) => {
    const { getOutput, getMessages } = npmStart(runtime, changes);
    await expect.poll(() => getAddress(getOutput())).not.toBe('');
    expect(getMessages()).toMatch(reason);
    expect(getMessages().match(/Starting in the browser shell: /g)).toHaveLength(1);
    const context = await (await chromium()).newContext();
    const page = await context.newPage();
    await page.goto(getAddress(getOutput()));
    await expect(page.getByRole('option', { name: /Ana/ })).toBeVisible();
    await context.close();
  });
}

test('npm start does not start a till again that crashes after its window was visible', async ({
  npmStart,
  chromium,
}) => {
  // Main itself reports its window, here in the browser shell in the place of Electron.
  const register = pathToFileURL(join(ROOT, 'electron', 'shell', 'browser', 'register.ts')).href;
  const { child, getOutput, getMessages } = npmStart(
    `main="$2/dist/main/main.js"; shift 2; echo "PID $$"
     exec '${process.execPath}' --import '${register}' "$main" "$@"`,
  );
  const exited = once(child, 'exit');
  await expect.poll(() => getAddress(getOutput())).not.toBe('');
  const context = await (await chromium()).newContext();
  const page = await context.newPage();
  await page.goto(getAddress(getOutput()));
  await expect(page.getByRole('option', { name: /Ana/ })).toBeVisible();
  process.kill(Number(/PID (\d+)/.exec(getOutput())?.[1]), 'SIGSEGV');
  expect((await exited)[0]).toBe(139);
  expect(getMessages()).not.toContain('browser shell');
  await context.close();
});
