import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';

const START = pathToFileURL(join(import.meta.dirname, 'start.mjs')).href;
export const VERSION = '45.0.0';
const FAR_AWAY_MS = 600_000;

/** The computer on which `npm start` runs: with Linux and a display, for an ordinary user. */
interface Machine {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly uid?: number;
  readonly windowTimeoutMs?: number;
  readonly stallTimeoutMs?: number;
}

export interface End {
  readonly code: number | null;
  readonly output: string;
  readonly messages: string;
}

/** A checkout with the launcher's own files only; its till prints `TILL` and its arguments. */
export interface Checkout {
  readonly root: string;
  writeFile(path: string, content?: string | Buffer, mode?: number): string;
  start(machine?: Machine): ChildProcess;
  startAndWait(machine?: Machine): Promise<End>;
  remove(): void;
}

export function createCheckout(): Checkout {
  const root = mkdtempSync(join(tmpdir(), "till-start's-"));
  const running: ChildProcess[] = [];

  const writeFile: Checkout['writeFile'] = (path, content = '', mode = 0o644) => {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    chmodSync(file, mode);
    return file;
  };
  for (const file of [
    'dist/preload/preload.cjs',
    'dist/cli/mostrador-cli.mjs',
    'dist/office/mostrador-chain.mjs',
    'dist/renderer/index.html',
    'dist/customer-preload/customer-preload.cjs',
    'dist/customer-screen/customer-screen/index.html',
    'dist/browser-shell/register.js',
  ]) {
    writeFile(file);
  }
  writeFile('dist/main/main.js', "console.log('TILL', ...process.argv.slice(2));");
  utimesSync(writeFile('dist/built'), 4e9, 4e9);
  writeFile('node_modules/electron/package.json', `{"version":"${VERSION}"}`);
  mkdirSync(join(root, 'system'));

  const start: Checkout['start'] = ({ args = [], env, uid = 1000, ...limits } = {}) => {
    const options = { root, args, node: process.execPath };
    const machine = { windowTimeoutMs: FAR_AWAY_MS, systemRoot: join(root, 'system'), ...limits };
    const script = `
      import { run } from ${JSON.stringify(START)};
      const { env } = process;
      const machine = { platform: 'linux', env, getuid: () => ${uid}, ...${JSON.stringify(machine)} };
      process.exitCode = await run({ ...${JSON.stringify(options)}, machine });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...listPlainVariables(), TMPDIR: join(root, 'system'), ...(env ?? { DISPLAY: ':0' }) },
      // A process group of its own, as in a terminal.
      detached: true,
    });
    running.push(child);
    return child;
  };

  return {
    root,
    writeFile,
    start,
    startAndWait: (machine) => waitForEnd(start(machine)),
    remove: () => {
      for (const child of running) child.kill('SIGKILL');
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** The environment without what chooses a display or a runtime. */
function listPlainVariables(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/display|electron/i.test(name)),
  );
}

export async function waitForEnd(child: ChildProcess): Promise<End> {
  let output = '';
  let messages = '';
  child.stdout?.on('data', (data) => {
    output += String(data);
  });
  child.stderr?.on('data', (data) => {
    messages += String(data);
  });
  const [code] = await once(child, 'close');
  return { code, output, messages };
}

/** Expects the till in the browser shell, and one sentence that says why. */
export function expectBrowserShell({ code, output, messages }: End, reason: RegExp): void {
  expect(messages).toMatch(reason);
  expect(messages.match(/Starting in the browser shell: /g)).toHaveLength(1);
  expect(output).toContain('TILL --profile');
  expect(code).toBe(0);
}
