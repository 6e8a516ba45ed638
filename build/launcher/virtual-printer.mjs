import { join } from 'node:path';
import { buildEnvironment, runInTerminal } from './run.mjs';

/**
 * Runs a simulated printer for development; `--help` prints its options.
 *
 * @type {import('./run.mjs').Command}
 */
export function run({ node, args, root }) {
  return runInTerminal(
    node,
    [join(root, 'tests', 'support', 'virtual-printer', 'cli.ts'), ...args],
    {
      cwd: process.cwd(),
      env: buildEnvironment(node),
    },
  );
}
