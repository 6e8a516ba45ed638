import { join } from 'node:path';
import { buildWhereNeeded } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { environmentFor, runHere } from './run.mjs';

/** The parts that start the built till. */
const STARTING = ['start', 'ledger'];

export async function run({ node, args, root }) {
  const words = args.filter((arg) => /^[a-z]/.test(arg));
  const isHelp = args.includes('--help');
  const starts = words.length === 0 || words.some((word) => STARTING.includes(word));
  let environment = {};
  if (starts && !isHelp) {
    await buildWhereNeeded({ node, root });
    environment = { TILL_CHROMIUM: await ensureChromium({ node, root }) };
  }
  return await runHere(node, ['--expose-gc', join(root, 'tests', 'bench', 'bench.ts'), ...args], {
    cwd: root,
    env: environmentFor(node, environment),
  });
}
