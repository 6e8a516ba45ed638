/**
 * In the place of Electron's program for Playwright: main on plain Node with its inspector, and a Chromium that
 * shows its page. What the browser shell lacks of Electron, it lacks too. `CHROMIUM` is the Chromium.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const args = process.argv.slice(2);
// Electron would obey them, and the tests would run with a weaker key store or without the sandbox.
const weakening = args.find((word) => /no-sandbox|password-store|mock-keychain/.test(word));
if (weakening !== undefined) {
  process.stderr.write(`Playwright added ${weakening}.\n`);
  process.exit(2);
}
const appIndex = args.findIndex((word) => !word.startsWith('-'));
const main = join(args[appIndex] ?? '', 'dist', 'main', 'main.js');
const register = new URL('../../../electron/shell/browser/register.ts', import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), 'fake-electron-'));

const till = spawn(
  process.execPath,
  ['--inspect=0', '--import', register, main, '--no-open', ...args.slice(appIndex + 1)],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
/** @type {import('node:child_process').ChildProcess | null} */
let chromium = null;
let output = '';
till.stdout.on('data', (data) => {
  output += String(data);
  if (chromium !== null || !output.includes('\n')) return;
  const switches = [
    '--headless',
    '--no-sandbox',
    '--disable-dev-shm-usage',
    '--remote-debugging-port=0',
    `--user-data-dir=${folder}`,
  ];
  const started = spawn(process.env.CHROMIUM ?? '', [...switches, output.split('\n')[0] ?? ''], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  void forwardOnceLoaded(started.stderr);
  chromium = started;
});

/**
 * Playwright can wait for ever if it connects while the page navigates, so that it learns Chromium's address
 * only after that. In Electron there is no page before main creates one.
 *
 * @param {import('node:stream').Readable} errors
 */
async function forwardOnceLoaded(errors) {
  let held = '';
  const collect = (/** @type {unknown} */ data) => {
    held += String(data);
  };
  errors.on('data', collect);
  // A Chromium that ends says why.
  while (!errors.readableEnded && !(await hasLoadedPage(held))) await pause(50);
  errors.off('data', collect);
  process.stderr.write(held);
  errors.pipe(process.stderr, { end: false });
}

/** @param {string} errors What Chromium has written. */
async function hasLoadedPage(errors) {
  const [, host] = /DevTools listening on ws:\/\/([^/]+)\/.*\n/.exec(errors) ?? [];
  if (host === undefined) return false;
  const answer = await fetch(`http://${host}/json/list`).catch(() => null);
  return (await answer?.text())?.includes('"title": "Mostrador"') ?? false;
}

till.once('exit', (code) => {
  chromium?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  process.exit(code ?? 1);
});
