import { join } from 'node:path';
import { buildWhereNeeded } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { environmentFor, runHere } from './run.mjs';

/** The parts that start the built till. */
const STARTING = ['start', 'felt', 'ledger'];

export async function run({ node, args, root }) {
  const words = args.filter((arg) => /^[a-z]/.test(arg));
  // Said by the benchmarks themselves; nothing is built for that.
  const onlySays = args.some(
    (arg) => arg === '--help' || !/^([a-z]|\d|--(json|lines)\b)/.test(arg),
  );
  const starts = words.length === 0 || words.some((word) => STARTING.includes(word));
  let environment = {};
  if (starts && !onlySays) {
    await buildWhereNeeded({ node, root });
    environment = { TILL_CHROMIUM: await ensureChromium({ node, root }) };
  }
  return await runHere(node, ['--expose-gc', join(root, 'tests', 'bench', 'bench.ts'), ...args], {
    cwd: root,
    env: environmentFor(node, environment),
  });
}
