import { join } from 'node:path';
import { buildWhereNeeded } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { environmentFor, runHere } from './run.mjs';

/** Does the main job without a person; receipts and screenshots are left in out/demo/. */
export async function run({ node, args, root }) {
  await buildWhereNeeded({ node, root });
  const chromium = await ensureChromium({ node, root });
  return await runHere(node, [join(root, 'tests', 'demo', 'demo.ts'), ...args], {
    cwd: root,
    env: environmentFor(node, { TILL_CHROMIUM: chromium }),
  });
}
