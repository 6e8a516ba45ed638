import { join } from 'node:path';
import { buildIfStale } from './build.mjs';
import { ensureChromium } from './find-chromium.mjs';
import { buildEnvironment, runInTerminal } from './run.mjs';

/** The parts that start the built till. */
const PARTS_WITH_TILL = ['start', 'felt', 'ledger'];

export async function run({ node, args, root }) {
  const words = args.filter((arg) => /^[a-z]/.test(arg));
  // Said by the benchmarks themselves; nothing is built for that.
  const onlySays = args.some(
    (arg) => arg === '--help' || !/^([a-z]|\d|--(json|lines)\b)/.test(arg),
  );
  const starts = words.length === 0 || words.some((word) => PARTS_WITH_TILL.includes(word));
  let environment = {};
  if (starts && !onlySays) {
    await buildIfStale({ node, root });
    environment = { TILL_CHROMIUM: await ensureChromium({ node, root }) };
  }
  return await runInTerminal(
    node,
    ['--expose-gc', join(root, 'tests', 'bench', 'bench.ts'), ...args],
    {
      cwd: root,
      env: buildEnvironment(node, environment),
    },
  );
}
