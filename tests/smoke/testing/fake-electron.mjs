/**
 * In the place of Electron's program for Playwright: main on plain Node with its inspector, and a Chromium that
 * shows its page. What the browser shell lacks of Electron, it lacks too. `CHROMIUM` is the Chromium.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
  chromium = spawn(process.env.CHROMIUM ?? '', [...switches, output.split('\n')[0] ?? ''], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
});
till.once('exit', (code) => {
  chromium?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  process.exit(code ?? 1);
});
