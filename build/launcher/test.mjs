import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { run as check } from './check.mjs';
import { ensureChromium } from './chromium.mjs';
import { countPlaywright, countVitest, nothingCounted, sum } from './counts.mjs';
import { ensureOpenSsh } from './openssh.mjs';
import { binOf, environmentFor, runHere } from './run.mjs';
import { LauncherError, say } from './say.mjs';

/**
 * Types, format and walls; unit, conformance and fault tests; the whole application in a browser. Words after the
 * command narrow it down to tests alone: `--unit` or `--e2e` for one half, the others are handed on as filters.
 * The last line is `N passed, N failed`; a half that could not run at all is one that failed.
 */
export async function run({ node, args, root }) {
  const filters = args.filter((word) => word !== '--unit' && word !== '--e2e');
  const both = args.includes('--unit') === args.includes('--e2e');
  const results = join(root, 'out', 'test');
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });

  const halves = [];
  if (args.length === 0) halves.push(await checked({ node, root }));
  if (both || args.includes('--unit'))
    halves.push(await guarded(() => unit({ node, root, results, filters })));
  if (both || args.includes('--e2e'))
    halves.push(await guarded(() => e2e({ node, root, results, filters })));

  const { passed, failed } = sum(halves);
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

/** What `npm run check` finds is a failure; that it finds nothing is no test that passed. */
async function checked({ node, root }) {
  const code = await check({ node, root });
  return { passed: 0, failed: code === 0 ? 0 : 1 };
}

async function guarded(half) {
  try {
    return await half();
  } catch (error) {
    if (!(error instanceof LauncherError)) throw error;
    say(error.message);
    return nothingCounted;
  }
}

async function unit({ node, root, results, filters }) {
  await ensureOpenSsh({ node, root });
  const report = join(results, 'vitest.json');
  const code = await runHere(
    node,
    [
      binOf(root, 'vitest', 'vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...filters,
    ],
    { cwd: root, env: environmentFor(node) },
  );
  return countVitest(report, code);
}

async function e2e({ node, root, results, filters }) {
  // Beside dist/: a till that runs from there keeps its files.
  const dist = 'out/test/dist';
  await build({ node, root, dist });
  const chromium = await ensureChromium({ node, root });
  await ensureOpenSsh({ node, root });
  const report = join(results, 'playwright.json');
  const code = await runHere(
    node,
    [binOf(root, '@playwright', 'test', 'cli.js'), 'test', ...filters],
    {
      cwd: root,
      env: environmentFor(node, {
        TILL_CHROMIUM: chromium,
        TILL_DIST: dist,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      }),
    },
  );
  return countPlaywright(report, code);
}
