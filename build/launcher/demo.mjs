import { join } from 'node:path';
import { buildIfStale } from './build.mjs';
import { ensureChromium } from './find-chromium.mjs';
import { ensureOpenSsh, ensurePostgres } from './install-test-programs.mjs';
import { buildEnvironment, runInTerminal } from './run.mjs';

/**
 * Runs the main flow without a person; writes receipts and screenshots to out/demo/.
 *
 * @type {import('./run.mjs').Command}
 */
export async function run({ node, args, root }) {
  const isChainDemo = args.includes('--chain');
  await buildIfStale({ node, root });
  const chromium = await ensureChromium({ node, root });
  if (isChainDemo) {
    await ensurePostgres({ node, root });
    await ensureOpenSsh({ node, root });
  }
  return await runInTerminal(
    node,
    [join(root, 'tests', 'demo', isChainDemo ? 'chain.ts' : 'demo.ts')],
    {
      cwd: root,
      env: buildEnvironment(node, { TILL_CHROMIUM: chromium }),
    },
  );
}
