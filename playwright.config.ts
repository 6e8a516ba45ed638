import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findElectronBinary, windowUnavailableReason } from './build/launcher/electron-runtime.mjs';
import type { TillOptions } from './tests/e2e/support/index.ts';
import { applySmallCertificateStore, loadTestCertificate } from './tests/support/certificates.ts';

const root = import.meta.dirname;
// The shared files of a run are deleted when this process ends.
process.env.TILL_TEST_RUN ??= String(process.pid);
// The workers, which load this file too, inherit the store and share the certificate.
if (process.env.TEST_WORKER_INDEX === undefined) {
  applySmallCertificateStore();
  await loadTestCertificate();
}
const hasElectron =
  findElectronBinary(root, process.env) !== null && windowUnavailableReason(process) === null;

/** Runs the same specs in both shells: always in Chromium, in Electron if its runtime is installed. */
export default defineConfig<TillOptions>({
  testDir: 'tests/e2e',
  outputDir: 'out/e2e',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // More workers than cores, because tests wait for typing, responses and start-up.
  workers: Math.ceil(2.5 * availableParallelism()),
  // Longer than any test takes on a busy machine, and short enough to find one that hangs.
  timeout: 120_000,
  expect: { timeout: 30_000, toPass: { timeout: 120_000 } },
  reporter: [['list'], ['json', { outputFile: 'out/test/playwright.json' }]],
  // A trace takes a quarter of the time; a failure keeps its screenshot and its page snapshot without one.
  use: {
    trace: process.env.TILL_TRACE === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'browser-shell', use: { shell: 'browser' } },
    ...(hasElectron ? [{ name: 'electron', use: { shell: 'electron' as const } }] : []),
  ],
});
