import { join } from 'node:path';
import { buildEnvironment, runInTerminal } from './run.mjs';

/**
 * Writes the update feed; build/release/feed.mjs has the arguments.
 *
 * @type {import('./run.mjs').Command}
 */
export function run({ node, args, root }) {
  return runInTerminal(node, [join(root, 'build', 'release', 'feed.mjs'), ...args], {
    cwd: process.cwd(),
    env: buildEnvironment(node),
  });
}
