import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findElectronBinary, windowUnavailableReason } from './build/launcher/electron-runtime.mjs';
import type { TillOptions } from './tests/e2e/support/index.ts';
import { sampleFraction } from './tests/support/sampling.ts';

const root = import.meta.dirname;
// What the files of a run share goes with this process.
process.env.TILL_TEST_RUN ??= String(process.pid);
const hasElectron =
  findElectronBinary(root, process.env) !== null && windowUnavailableReason(process) === null;

/**
 * The rooms behind the counter and what the system around it does: a quarter of these in a run of everything, drawn by its
 * seed. By name, and with `--all`, each is run.
 */
const BEHIND_THE_COUNTER = [
  'backup',
  'beside-the-flows',
  'chain',
  'chain-guard',
  'chain-light',
  'customer-screen',
  'customer-screen-calls',
  'customer-screen-looks',
  'customers',
  'daily-file',
  'drawn-receipt',
  'drawn-text',
  'earnings',
  'fleet',
  'from-afar',
  'full-disk',
  'history',
  'in-sight',
  'linked-bills',
  'pdf',
  'printer-cash-out',
  'rates',
  'refunds',
  'settings',
  'staff',
  'stolen',
  'supervised',
  'touch-back-office',
  'training-panel',
  'unattended',
  'updates',
];
/**
 * A third of these likewise: what a cashier meets now and then. Every flow, the pay screen, the setting up, the first
 * instruction of the README, the walk through the screens and their pictures are in every run.
 */
const NOW_AND_THEN = [
  'bad-input',
  'basket',
  'cli',
  'count',
  'day',
  'few-keys',
  'focus',
  'keys',
  'open-papers',
  'page-events',
  'page-flows',
  'printer-queue',
  'printing',
  'receipts',
  'scanner',
  'security',
  'security-outside',
  'sending-again',
  'sign-in',
  'start-up',
  'touch',
  'touch-aside',
  'try-again',
  'unknown',
];
const drawn = [
  ...sampleFraction(4, 'files of tests/e2e', BEHIND_THE_COUNTER),
  ...sampleFraction(3, 'files of tests/e2e at the counter', NOW_AND_THEN),
];
const leftOut = [...BEHIND_THE_COUNTER, ...NOW_AND_THEN].filter((one) => !drawn.includes(one));
// Each worker reads this file as well.
if (leftOut.length > 0 && process.env.TEST_WORKER_INDEX === undefined) {
  process.stdout.write(`Not in this run's share of tests/e2e: ${leftOut.join(', ')}.\n`);
}

/** The same specs on either shell: in Chromium always, on Electron where its runtime is installed. */
export default defineConfig<TillOptions>({
  testDir: 'tests/e2e',
  testIgnore: leftOut.map((name) => `**/${name}.spec.ts`),
  outputDir: 'out/e2e',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // Half of a test is waiting: for a person's pace, an answer that comes late, a till that starts.
  workers: 2 * availableParallelism(),
  // Far more than anything takes: how busy a machine is decides no test.
  timeout: 360_000,
  expect: { timeout: 60_000, toPass: { timeout: 120_000 } },
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
