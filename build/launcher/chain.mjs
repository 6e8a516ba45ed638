import { join } from 'node:path';
import { buildWhereNeeded } from './build.mjs';
import { environmentFor, runHere } from './run.mjs';

/** The chain's commands and its process as they are installed: the built bundle on plain Node. */
export async function run({ node, args, root }) {
  await buildWhereNeeded({ node, root });
  return await runHere(node, [join(root, 'dist', 'office', 'mostrador-chain.mjs'), ...args], {
    cwd: process.cwd(),
    env: environmentFor(node),
  });
}
