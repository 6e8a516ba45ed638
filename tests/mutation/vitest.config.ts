import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** The tests that a mutation run repeats: those of the mutated part, in one process. */
export default defineConfig({
  root: join(import.meta.dirname, '..', '..'),
  test: {
    environment: 'node',
    isolate: false,
    include: (process.env.MUTATION_TESTS ?? '').split(','),
    setupFiles: ['tests/support/seed-fast-check.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    restoreMocks: true,
  },
});
