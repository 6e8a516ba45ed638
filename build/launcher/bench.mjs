import { join } from 'node:path';
import { buildWhereNeeded } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { environmentFor, runHere } from './run.mjs';

export async function run({ node, args, root }) {
  await buildWhereNeeded({ node, root });
  const chromium = await ensureChromium({ node, root });
  return await runHere(node, ['--expose-gc', join(root, 'tests', 'bench', 'bench.ts'), ...args], {
    cwd: root,
    env: environmentFor(node, { TILL_CHROMIUM: chromium }),
  });
}
