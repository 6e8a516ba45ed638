import { join } from 'node:path';
import { buildEnvironment, runInTerminal } from './run.mjs';

/**
 * Runs tests/faults/cli.ts: `--help` prints its arguments; its last line of output is JSON.
 *
 * @type {import('./run.mjs').Command}
 */
export async function run({ node, args, root }) {
  return await runInTerminal(node, [join(root, 'tests', 'faults', 'cli.ts'), ...args], {
    cwd: root,
    env: buildEnvironment(node, { TILL_DIST: process.env.TILL_DIST || 'dist' }),
  });
}
