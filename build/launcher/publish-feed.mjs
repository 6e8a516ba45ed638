import { join } from 'node:path';
import { buildEnvironment, runInTerminal } from './run.mjs';

/** Signs the feed of updates; build/release/feed.mjs says its words. */
export function run({ node, args, root }) {
  return runInTerminal(node, [join(root, 'build', 'release', 'feed.mjs'), ...args], {
    cwd: process.cwd(),
    env: buildEnvironment(node),
  });
}
