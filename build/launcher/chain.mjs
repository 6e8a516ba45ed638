import { join } from 'node:path';
import { buildIfStale } from './build.mjs';
import { CLI_NODE_OPTIONS } from './cli-node-options.mjs';
import { buildEnvironment, runInTerminal } from './run.mjs';

/**
 * Runs the chain's commands and server like an installation does: the built bundle on plain Node.
 *
 * @type {import('./run.mjs').Command}
 */
export async function run({ node, args, root }) {
  await buildIfStale({ node, root });
  return await runInTerminal(
    node,
    [...CLI_NODE_OPTIONS, join(root, 'dist', 'office', 'mostrador-chain.mjs'), ...args],
    {
      cwd: process.cwd(),
      env: buildEnvironment(node),
    },
  );
}
