import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { findChromium } from '../../build/launcher/find-chromium.mjs';
import { tryWalls } from '../smoke/page-facts.ts';
import type { SmokeOptions } from '../smoke/smoke-run.ts';
import { ROOT } from '../support/till-process.ts';
import { startVirtualPrinter } from '../support/virtual-printer/index.ts';
import { test as base, expect } from './support/index.ts';

base.use({ shell: 'browser' });

interface SmokeEnd {
  readonly code: number | null;
  readonly output: string;
  readonly messages: string;
  /** The file to attach; empty if there is none. */
  readonly report: string;
}

/** Runs `npm run smoke` in the browser shell, with time enough for a busy computer. */
const test = base.extend<{
  runSmoke: (args: readonly string[], changes?: NodeJS.ProcessEnv) => Promise<SmokeEnd>;
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright needs the pattern
  runSmoke: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'smoke-test-'));
    const file = join(folder, 'smoke.txt');
    await use(async (args, changes = {}) => {
      const launch = join(ROOT, 'build', 'launch.mjs');
      const fixed = ['--browser', '--seconds', '300', '--report', file];
      const child = spawn(process.execPath, [launch, 'smoke', ...fixed, ...args], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, TILL_DIST: process.env.TILL_DIST ?? 'dist', ...changes },
      });
      return { ...(await readEnd(child)), report: readIfPresent(file) };
    });
    rmSync(folder, { recursive: true, force: true });
  },
});

/**
 * Runs the check on a fake runtime of Electron, a shell script, as the launcher does if Electron can start.
 */
async function runOnRuntime(script: string, changes: NodeJS.ProcessEnv = {}): Promise<SmokeEnd> {
  const folder = mkdtempSync(join(tmpdir(), 'smoke-runtime-'));
  const file = join(folder, 'smoke.txt');
  writeFileSync(join(folder, 'electron'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const options: SmokeOptions = {
    printer: null,
    totalMs: 300_000,
    report: file,
    electronReason: null,
  };
  const smoke = join(ROOT, 'tests', 'smoke', 'smoke.ts');
  try {
    const child = spawn(process.execPath, [smoke, JSON.stringify(options)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: folder, ...changes },
    });
    return { ...(await readEnd(child)), report: readIfPresent(file) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function readEnd(
  child: ChildProcessByStdio<null, Readable, Readable>,
): Promise<Omit<SmokeEnd, 'report'>> {
  let output = '';
  let messages = '';
  child.stdout.on('data', (data) => {
    output += String(data);
  });
  child.stderr.on('data', (data) => {
    messages += String(data);
  });
  const [code] = await once(child, 'close');
  return { code, output, messages };
}

function readIfPresent(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** The state of each line, by its name. */
function readStates(text: string): Record<string, string> {
  const lines = [...text.matchAll(/^(ok|FAILED|not asked) {2,}(\S+(?: \S+)*) {2,}\S/gm)];
  return Object.fromEntries(lines.map(([, state = '', name = '']) => [name, state]));
}

const PASSED_STATES = {
  start: 'ok',
  versions: 'ok',
  window: 'not asked',
  frame: 'ok',
  sandbox: 'not asked',
  'page walls': 'ok',
  'key store': 'not asked',
  displays: 'not asked',
  database: 'ok',
  'PIN hash': 'ok',
  ciphers: 'ok',
  certificates: 'ok',
  worker: 'ok',
  'sign-in': 'ok',
  HTTPS: 'ok',
  sale: 'ok',
  exit: 'ok',
};

test('npm run smoke passes in the browser shell, and writes the file to attach', async ({
  runSmoke,
}) => {
  // Several programs start, beside those of the other tests.
  test.slow();
  const printer = await startVirtualPrinter();
  const { code, output, report } = await runSmoke(['--printer', printer.address]);
  await printer.close();
  expect(readStates(output)).toEqual({
    ...PASSED_STATES,
    printer: 'ok',
    'test sheet': 'not asked',
  });
  expect(printer.jobs).toHaveLength(1);
  expect(output).toMatch(/there is no terminal to answer in/);
  expect(output).toMatch(/^PASSED in the browser shell: 14 ok, 0 failed, 5 not asked\.$/m);
  expect(output).toMatch(/^This says nothing about Electron, which did not run: --browser/m);
  expect(output).toMatch(/^Attach this file to an issue: .*smoke\.txt$/m);
  expect(code).toBe(0);
  expect(readStates(report)).toEqual(readStates(output));
  expect(report).toMatch(/^System {4}\S+/m);
  for (const personal of [homedir(), tmpdir(), 'token=', 'secretKey']) {
    expect(report).not.toContain(personal);
  }
});

test('npm run smoke fails with words if service and printer cannot be reached', async ({
  runSmoke,
}) => {
  test.slow();
  const refuseTls = pathToFileURL(join(ROOT, 'tests', 'smoke', 'testing', 'refuse-tls.mjs'));
  const { code, output } = await runSmoke(['--printer', '127.0.0.1:1', '--model', 'star'], {
    NODE_OPTIONS: `--import ${refuseTls.href}`,
  });
  expect(readStates(output)).toEqual({
    ...PASSED_STATES,
    HTTPS: 'FAILED',
    sale: 'not asked',
    printer: 'FAILED',
    'test sheet': 'not asked',
  });
  expect(output).toMatch(/seen: {5}Error: connect ECONNREFUSED/);
  expect(output).toMatch(/seen: {5}The printer does not answer at its address/);
  expect(output).toMatch(/^FAILED in the browser shell: .* Failed: HTTPS, printer\.$/m);
  expect(code).toBe(1);
});

test('npm run smoke fails with words if there is no Chromium', async ({ runSmoke }) => {
  const { code, output, report } = await runSmoke([], { TILL_CHROMIUM: '/nowhere/chromium' });
  const { start, ...others } = readStates(output);
  expect(start).toBe('FAILED');
  expect(new Set(Object.values(others))).toEqual(new Set(['not asked']));
  expect(output).toMatch(/seen: {5}.*\/nowhere\/chromium/);
  expect(output).toMatch(/next: {5}Install Chromium or Chrome/);
  expect(report).toContain('/nowhere/chromium');
  expect(code).toBe(1);
});

for (const [args, message] of [
  [['--print'], /Unknown option '--print'/],
  [['now'], /Unexpected argument 'now'/],
  [['--printer'], /'--printer <value>' argument missing/],
  [['--seconds', 'many'], /--seconds must be a whole number from 1 to 3600, not "many"/],
  [['--model', 'star'], /--model needs --printer ADDRESS/],
  [['--printer', 'tcp://x', '--model', 'gutenberg'], /--model must be one of epson, star/],
  [['--printer', 'tcp://a b'], /--printer tcp:\/\/a b: it must be tcp:\/\/host or tcp/],
  [['--electron'], /--electron and --browser exclude each other/],
] as const) {
  test(`npm run smoke refuses ${args.join(' ')}`, async ({ runSmoke }) => {
    const { code, output, messages, report } = await runSmoke(args);
    expect(messages).toMatch(message);
    expect([code, output, report]).toEqual([2, '', '']);
  });
}

test('npm run smoke finds a wall that is missing', async ({ chromium }) => {
  const server = createServer((request, answer) => {
    const isPicture = request.url === '/paid.png';
    answer.writeHead(200, { 'Content-Type': isPicture ? 'image/png' : 'text/html' });
    answer.end(
      isPicture ? readFileSync(join(ROOT, 'docs', 'pictures', 'paid.png')) : '<p>no walls</p>',
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const page = await (await chromium()).newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.evaluate(() => Object.assign(window, { process: {}, till: { run: null } }));
  expect(await tryWalls(page, ['/paid.png', 'file:///etc/hosts'])).toEqual({
    exposedNames: ['process'],
    bridgeKeys: ['run'],
    loadedAddresses: ['/paid.png'],
  });
  await page.close();
  server.close();
  server.closeAllConnections();
});

test.describe('on a fake runtime of Electron', () => {
  test.skip(process.platform !== 'linux', 'the fake runtimes are for Linux');

  test('npm run smoke asks main and the page, and names what such an Electron lacks', async () => {
    test.slow();
    const fake = join(ROOT, 'tests', 'smoke', 'testing', 'fake-electron.mjs');
    const chromium = findChromium({ node: process.execPath, root: ROOT }) ?? '';
    const { code, output, report } = await runOnRuntime(
      `exec '${process.execPath}' '${fake}' "$@"`,
      { CHROMIUM: chromium },
    );
    expect(readStates(output), report).toEqual({
      ...PASSED_STATES,
      versions: 'FAILED',
      window: 'FAILED',
      sandbox: 'FAILED',
      'key store': 'FAILED',
      displays: 'FAILED',
      worker: 'FAILED',
    });
    expect(output).toMatch(/seen: {5}Electron is not there/);
    expect(output).toMatch(/seen: {5}.*Cannot find module .*program\.asar/);
    expect(output).toMatch(/^FAILED in Electron: 11 ok, 6 failed, 0 not asked\./m);
    expect(output).not.toContain('nothing about Electron');
    expect(report).toContain('--- The whole error of window');
    expect(code).toBe(1);
  });

  for (const { name, runtime, words } of [
    { name: 'ends by SIGTRAP', runtime: 'kill -TRAP $$', words: /Electron ended with SIGTRAP/ },
    {
      name: 'lacks a library',
      runtime: 'echo "cannot open libnss3.so" >&2; exit 127',
      words: /a library that it needs is missing[\s\S]*cannot open libnss3\.so/,
    },
  ]) {
    test(`npm run smoke says why if Electron ${name}`, async () => {
      const { code, output, report } = await runOnRuntime(runtime);
      const { start, ...others } = readStates(output);
      expect(start).toBe('FAILED');
      expect(new Set(Object.values(others))).toEqual(new Set(['not asked']));
      expect(output).toMatch(words);
      expect(report).toMatch(/^FAILED in Electron: 0 ok, 1 failed, 16 not asked/m);
      expect(code).toBe(1);
    });
  }
});
