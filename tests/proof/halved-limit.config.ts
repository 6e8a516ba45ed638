import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';

/** Half of the time limit that the environment variable HALVED_LIMIT names, for one test file. */
const halveLimit: Plugin = {
  name: 'halve-limit',
  transform: (code, id) => {
    if (!id.endsWith('/shared/rules/time-limits.ts')) return null;
    const declaration = new RegExp(`(const ${process.env.HALVED_LIMIT} = )([^;]+);`);
    if (!declaration.test(code)) throw new Error('HALVED_LIMIT names no time limit');
    return code.replace(declaration, '$1($2) / 2;');
  },
};
const isPageTest = process.env.LIMIT_TEST?.startsWith('renderer/') === true;

export default defineConfig({
  root: join(import.meta.dirname, '..', '..'),
  plugins: [halveLimit],
  test: {
    environment: isPageTest ? 'happy-dom' : 'node',
    include: [process.env.LIMIT_TEST ?? ''],
    setupFiles: [
      'tests/support/seed-fast-check.ts',
      ...(isPageTest ? ['renderer/app/testing/set-up-tests.ts'] : []),
    ],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 5_000 } },
    restoreMocks: true,
    // It does not know the environment variables.
    fsModuleCache: false,
  },
});
