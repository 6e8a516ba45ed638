import { defineConfig } from 'vitest/config';

// Unit tests stand beside the code; whole-application tests live in tests/. Playwright's own
// specs (tests/e2e) are run by Playwright.
export default defineConfig({
  test: {
    passWithNoTests: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    restoreMocks: true,
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
