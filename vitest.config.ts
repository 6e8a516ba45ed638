import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest files run first: one that began last would be waited for with nothing beside it. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      /\/tests\/(faults|conformance)\//.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

// Unit tests stand beside the code; whole-application tests live in tests/. Playwright's own
// specs (tests/e2e) are run by Playwright.
export default defineConfig({
  test: {
    passWithNoTests: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    restoreMocks: true,
    // Many tests wait for a disk, a process or a socket: others have their turn meanwhile.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // V8 ends the process where threads that run WebAssembly come and go: https://github.com/nodejs/node/issues/64500
    execArgv: ['--no-memory-protection-keys'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: [
            'shared/**/*.test.ts',
            'electron/**/*.test.ts',
            'build/**/*.test.ts',
            'tests/conformance/**/*.test.ts',
            'tests/support/**/*.test.ts',
            'tests/bench/**/*.test.ts',
            'tests/faults/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'renderer',
          environment: 'happy-dom',
          include: ['renderer/**/*.test.ts', 'renderer/**/*.test.tsx'],
        },
      },
    ],
  },
});
