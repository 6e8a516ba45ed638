import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { sampleFraction } from './tests/support/sampling.ts';
import { COMPILE_CACHE } from './tests/support/till-process.ts';

/**
 * Tests that touch nothing but their own files and sockets share a process: to load the same modules anew for each file
 * costs more than most files take. Who replaces a module or the time, or starts a whole till, has a process of its own.
 */
const ownProcess = globSync('{shared,electron}/**/*.test.ts', { cwd: import.meta.dirname }).filter(
  (file) =>
    /^electron.(main.till|shell)\W/.test(file) ||
    /vi\.(mock|useFakeTimers)\(/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
);

/**
 * The longest ones, that try one thing in very many ways: half of these in a run of everything, drawn by its seed. By
 * name, and with `--all`, each is run.
 */
const IN_MANY_WAYS = [
  'electron/operations/certification/certification.test.ts',
  'electron/chain/till/till/outage.test.ts',
  'electron/chain/server/daily-file/takeover.test.ts',
  'electron/main/till/restoring/recovery-restore.test.ts',
  'electron/main/till/restoring/restore-applied.test.ts',
  'electron/main/till/restoring/restore-diverged.test.ts',
  'electron/main/till/restoring/restore.test.ts',
  'tests/conformance/contract-fuzz.test.ts',
  'tests/conformance/oversized.test.ts',
  'tests/conformance/payment-fuzz.test.ts',
  'tests/conformance/service-fuzz.test.ts',
  'tests/faults/chain-database.test.ts',
  'tests/faults/disk.test.ts',
  'tests/faults/kill-loop.test.ts',
  'tests/faults/model.test.ts',
  'tests/faults/network-again.test.ts',
  'tests/faults/network-clock.test.ts',
  'tests/faults/network-look-up.test.ts',
  'tests/faults/network.test.ts',
  'tests/faults/printer-line.test.ts',
  'tests/faults/printer.test.ts',
  'tests/faults/two-at-once.test.ts',
];
const drawn = sampleFraction(2, 'files of unit tests', IN_MANY_WAYS);
const leftOut = IN_MANY_WAYS.filter((file) => !drawn.includes(file));
if (leftOut.length > 0) {
  process.stdout.write(`Not in this run's share of unit tests: ${leftOut.join(', ')}.\n`);
}

// Hundreds of processes are started from the sources: each is compiled once.
process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE;
// What the files of a run share goes with this process.
process.env.TILL_TEST_RUN ??= String(process.pid);

/** The longest files run first: one that began last would be waited for with nothing beside it. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      /\/tests\/(faults|conformance)\/|\/electron\/(main\/till|shell\/browser)\//.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

// Unit tests stand beside the code; whole-application tests live in tests/. Playwright's own
// specs (tests/e2e) are run by Playwright.
export default defineConfig({
  test: {
    passWithNoTests: false,
    // Far more than anything takes: how busy a machine is decides no test.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
    // Many tests wait for a disk, a process or a socket: others have their turn meanwhile.
    maxWorkers: 2 * availableParallelism(),
    // V8 ends the process where threads that run WebAssembly come and go: https://github.com/nodejs/node/issues/64500
    execArgv: ['--no-memory-protection-keys'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'shared process',
          environment: 'node',
          isolate: false,
          include: ['shared/**/*.test.ts', 'electron/**/*.test.ts'],
          exclude: [...ownProcess, ...leftOut],
        },
      },
      {
        extends: true,
        test: {
          name: 'own process',
          environment: 'node',
          exclude: leftOut,
          include: [
            ...ownProcess,
            'build/**/*.test.ts',
            'tests/conformance/**/*.test.ts',
            'tests/support/**/*.test.ts',
            'tests/bench/**/*.test.ts',
            'tests/faults/**/*.test.ts',
            'tests/release/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'renderer',
          environment: 'happy-dom',
          setupFiles: ['renderer/app/testing/patience.ts'],
          include: ['renderer/**/*.test.ts', 'renderer/**/*.test.tsx'],
        },
      },
    ],
  },
});
