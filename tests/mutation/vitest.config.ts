import { statSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const RANDOM_TESTS_PATTERN = /(property|fleet)\.test\.ts$/;

/** Runs short files first, because the first test that fails ends the run of a mutant. */
class ShortestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((first, second) => getRank(first) - getRank(second));
  }
}

function getRank({ moduleId }: TestSpecification): number {
  const size = statSync(moduleId).size;
  return RANDOM_TESTS_PATTERN.test(moduleId) ? Number.MAX_SAFE_INTEGER : size;
}

/** The tests that a mutation run repeats: those of the mutated part, in one process. */
export default defineConfig({
  root: join(import.meta.dirname, '..', '..'),
  test: {
    environment: 'node',
    isolate: false,
    include: JSON.parse(process.env.MUTATION_TESTS ?? '[]'),
    setupFiles: ['tests/support/seed-fast-check.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    sequence: { sequencer: ShortestFirstSequencer },
  },
});
