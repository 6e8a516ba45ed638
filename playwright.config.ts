import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { electronBinary, whyNoWindow } from './build/launcher/electron-runtime.mjs';
import type { TillOptions } from './tests/e2e/support/index.ts';

const root = import.meta.dirname;
const hasElectron = electronBinary(root, process.env) !== null && whyNoWindow(process) === null;

/** The same specs on either shell: in Chromium always, on Electron where its runtime is installed. */
export default defineConfig<TillOptions>({
  testDir: 'tests/e2e',
  outputDir: 'out/e2e',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // Half of a test is waiting: for a person's pace, an answer that comes late, a till that starts.
  workers: 2 * availableParallelism(),
  timeout: 150_000,
  expect: { timeout: 30_000, toPass: { timeout: 60_000 } },
  reporter: [['list'], ['json', { outputFile: 'out/test/playwright.json' }]],
  // A trace costs a quarter of the time, and a failure keeps its picture and its screen without it.
  use: {
    trace: process.env.TILL_TRACE === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'browser-shell', use: { shell: 'browser' } },
    ...(hasElectron ? [{ name: 'electron', use: { shell: 'electron' as const } }] : []),
  ],
});
