import { join } from 'node:path';
import { buildIfStale } from './build.mjs';
import { ensureChromium } from './find-chromium.mjs';
import { buildEnvironment, runInTerminal } from './run.mjs';

/** The benchmarks that start the built till. */
const BENCHMARKS_WITH_TILL = ['start', 'felt', 'slow', 'ledger'];

/** @type {import('./run.mjs').Command} */
export async function run({ node, args, root }) {
  const names = args.filter((arg) => /^[a-z]/.test(arg));
  // The benchmarks print their help or usage error themselves, which needs no build.
  const printsOnlyUsage = args.some((arg) => arg === '--help' || !/^([a-z]|--json$)/.test(arg));
  const startsTill =
    names.length === 0 || names.some((name) => BENCHMARKS_WITH_TILL.includes(name));
  /** @type {NodeJS.ProcessEnv} */
  let environment = {};
  if (startsTill && !printsOnlyUsage) {
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
