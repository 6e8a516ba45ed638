import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findElectronBinary, windowUnavailableReason } from './build/launcher/electron-runtime.mjs';
import type { TillOptions } from './tests/e2e/support/index.ts';
import { sampleFraction } from './tests/support/sampling.ts';

const root = import.meta.dirname;
// The shared files of a run are deleted when this process ends.
process.env.TILL_TEST_RUN ??= String(process.pid);
const hasElectron =
  findElectronBinary(root, process.env) !== null && windowUnavailableReason(process) === null;

/**
 * Specs of the back office, administration and operations. A full run contains a quarter of them, sampled by its seed; a
 * run by name, or with `--all`, contains each.
 */
const BACK_OFFICE_SPECS = [
  'backup',
  'localized-counter-functions',
  'chain',
  'chain-duplicate-guard',
  'chain-status',
  'customer-screen',
  'customer-screen-calls',
  'customer-screen-layout',
  'customers',
  'daily-file',
  'drawn-receipt',
  'drawn-text',
  'earnings',
  'fleet',
  'remote-management',
  'full-disk',
  'history',
  'visible-without-scrolling',
  'linked-bills',
  'pdf',
  'printer-cash-out',
  'rates',
  'refunds',
  'settings',
  'staff',
  'stolen-computer',
  'supervisor-decisions',
  'touch-back-office',
  'training-panel',
  'headless-upload',
  'updates',
];
/**
 * Specs of what a cashier uses occasionally: a third of them, sampled likewise. Every run contains all flows, the pay
 * screen, the set-up, the first instruction of the README, and the visual tests of all screens.
 */
const OCCASIONAL_SPECS = [
  'bad-input',
  'basket',
  'cli',
  'drawer-count',
  'cashier-day',
  'key-counts',
  'focus',
  'key-meanings',
  'unfinished-papers',
  'page-events',
  'page-flows',
  'printer-queue',
  'printing',
  'receipts',
  'scanner',
  'security',
  'security-outside',
  'resend',
  'sign-in',
  'start-up',
  'touch',
  'touch-other-functions',
  'no-connection',
  'unknown-outcome',
];
const selectedSpecs = [
  ...sampleFraction(4, 'files of tests/e2e', BACK_OFFICE_SPECS),
  ...sampleFraction(3, 'files of tests/e2e at the counter', OCCASIONAL_SPECS),
];
const skippedSpecs = [...BACK_OFFICE_SPECS, ...OCCASIONAL_SPECS].filter(
  (name) => !selectedSpecs.includes(name),
);
// Each worker evaluates this file too.
if (skippedSpecs.length > 0 && process.env.TEST_WORKER_INDEX === undefined) {
  process.stdout.write(`Files of tests/e2e not sampled in this run: ${skippedSpecs.join(', ')}.\n`);
}

/** Runs the same specs in both shells: always in Chromium, in Electron if its runtime is installed. */
export default defineConfig<TillOptions>({
  testDir: 'tests/e2e',
  testIgnore: skippedSpecs.map((name) => `**/${name}.spec.ts`),
  outputDir: 'out/e2e',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // More workers than cores, because tests wait half of their time: for typing, responses, start-up.
  workers: 2 * availableParallelism(),
  // Much longer than any test, so that a busy machine does not make a test fail.
  timeout: 360_000,
  expect: { timeout: 60_000, toPass: { timeout: 120_000 } },
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
