import { join } from 'node:path';
import { buildIfStale } from './build.mjs';
import { buildEnvironment, runInTerminal } from './run.mjs';

/** The chain's commands and its process as they are installed: the built bundle on plain Node. */
export async function run({ node, args, root }) {
  await buildIfStale({ node, root });
  return await runInTerminal(node, [join(root, 'dist', 'office', 'mostrador-chain.mjs'), ...args], {
    cwd: process.cwd(),
    env: buildEnvironment(node),
  });
}
