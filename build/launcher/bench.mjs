import { join } from 'node:path';
import { buildIfStale } from './build.mjs';
import { ensureChromium } from './find-chromium.mjs';
import { buildEnvironment, runInTerminal } from './run.mjs';

/** The benchmarks that start the built till, in a browser. */
const BENCHMARKS_WITH_TILL = ['start', 'felt', 'slow', 'ledger'];
/** The benchmarks that start another built program. */
const BENCHMARKS_WITH_PROGRAM = ['chain-file'];

/** @type {import('./run.mjs').Command} */
export async function run({ node, args, root }) {
  const names = args.filter((arg) => /^[a-z]/.test(arg));
  // The benchmarks print their help or usage error themselves, which needs no build.
  const printsOnlyUsage = args.some(
    (arg) => arg === '--help' || !/^([a-z]|--(all|json)$)/.test(arg),
  );
  /** @param {string[]} benchmarks */
  const runsAnyOf = (benchmarks) =>
    names.length === 0 || names.some((name) => benchmarks.includes(name));
  const startsTill = runsAnyOf(BENCHMARKS_WITH_TILL);
  /** @type {NodeJS.ProcessEnv} */
  let environment = {};
  if (!printsOnlyUsage && (startsTill || runsAnyOf(BENCHMARKS_WITH_PROGRAM))) {
    await buildIfStale({ node, root });
  }
  if (!printsOnlyUsage && startsTill) {
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
