import { writeMessage } from './messages.mjs';
import { buildEnvironment, getBinPath, runCaptured } from './run.mjs';

/**
 * Checks types of both sides, format, lint, module boundaries and names, in parallel.
 *
 * @type {import('./run.mjs').Command}
 */
export async function run(checkout) {
  return await runChecks(checkout, { hasTests: true });
}

/**
 * Without tests, leaves out module boundaries and names, which are unit tests.
 *
 * @param {import('./run.mjs').Checkout} checkout
 * @param {{ readonly hasTests: boolean }} options
 */
export async function runChecks({ node, root }, { hasTests }) {
  const startedAt = Date.now();
  const tsc = getBinPath(root, 'typescript', 'bin', 'tsc');
  const biome = getBinPath(root, '@biomejs', 'biome', 'bin', 'biome');
  const vitest = getBinPath(root, 'vitest', 'vitest.mjs');
  const checks = {
    'types of main, shared and tests': [tsc, '--noEmit'],
    'types of the page': [tsc, '--noEmit', '-p', 'renderer/tsconfig.json'],
    'format, lint and import cycles': [biome, 'check', '--error-on-warnings', '.'],
    ...(hasTests
      ? {
          'module boundaries and names': [
            vitest,
            'run',
            'build/boundaries.test.ts',
            'build/naming.test.ts',
          ],
        }
      : {}),
  };
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, command]) => {
      const result = await runCaptured(node, command, { cwd: root, env: buildEnvironment(node) });
      return { name, ...result };
    }),
  );
  for (const { name, code, output } of results) {
    if (code !== 0) process.stdout.write(output);
    process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}\n`);
    if (code !== 0 && name.startsWith('format')) writeMessage('"npm run format" fixes the format.');
  }
  writeMessage(`${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  return results.every(({ code }) => code === 0) ? 0 : 1;
}
