/**
 * Starts an installed till in training, waits until its window is visible and its page works, and ends it.
 * Needs an installer with Electron's runtime. `node build/release/start-installed.mjs PROGRAM`
 *
 * Not with Playwright: it needs Node's inspector, which the fuses of an installed program turn off.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const START_TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 100;
/** What the till reports: electron/shell/electron/start-report.ts. */
const EXPECTED_STEPS = ['window', 'page'];

const [program = ''] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'installed-'));
const report = join(folder, 'report');
const till = spawn(program, ['--profile', join(folder, 'profile'), '--training'], {
  env: { ...process.env, TILL_START_REPORT: report },
  stdio: 'inherit',
});
/** @type {string | null} */
let end = null;
till.once('exit', (code, signal) => {
  end = `ended with ${signal ?? code}`;
});
till.once('error', (error) => {
  end = `cannot be run: ${error.message}`;
});

const deadline = Date.now() + START_TIMEOUT_MS;
while (end === null && listMissingSteps().length > 0 && Date.now() < deadline) {
  await pause(POLL_INTERVAL_MS);
}
const missing = listMissingSteps();
if (end === null) {
  till.kill();
  while (end === null) await pause(POLL_INTERVAL_MS);
}
rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: POLL_INTERVAL_MS });
if (missing.length === 0) process.stdout.write(`${program} has opened its till.\n`);
else {
  process.stderr.write(`${program} ${end}, and did not report: ${missing.join(', ')}.\n`);
  process.exitCode = 1;
}

function listMissingSteps() {
  const steps = existsSync(report) ? readFileSync(report, 'utf8').split('\n') : [];
  return EXPECTED_STEPS.filter((step) => !steps.includes(step));
}
