import { join } from 'node:path';
import { buildWhereNeeded } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureOpenSsh } from './openssh.mjs';
import { ensurePostgres } from './postgres.mjs';
import { environmentFor, runHere } from './run.mjs';

/** Does the main job without a person; receipts and screenshots are left in out/demo/. */
export async function run({ node, args, root }) {
  const isOfChain = args.includes('--chain');
  await buildWhereNeeded({ node, root });
  const chromium = await ensureChromium({ node, root });
  if (isOfChain) {
    await ensurePostgres({ node, root });
    await ensureOpenSsh({ node, root });
  }
  return await runHere(node, [join(root, 'tests', 'demo', isOfChain ? 'chain.ts' : 'demo.ts')], {
    cwd: root,
    env: environmentFor(node, { TILL_CHROMIUM: chromium }),
  });
}
