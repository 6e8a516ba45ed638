import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from './build.mjs';
import { changedSince } from './changed.mjs';
import { run as check } from './check.mjs';
import { ensureChromium } from './chromium.mjs';
import { countPlaywright, countVitest, nothingCounted, sum } from './counts.mjs';
import { readCrashed } from './crashed-files.mjs';
import { ensureOpenSsh } from './openssh.mjs';
import { binOf, environmentFor, runHere } from './run.mjs';
import { LauncherError, say } from './say.mjs';
import { HELP, readWords } from './test-words.mjs';

/** What `--quick` leaves to the whole run, and what it runs whatever changed. */
const LONG = ['tests/faults/**', 'tests/conformance/**'];
const ALWAYS = ['build/walls.test.ts', 'build/styles.test.ts', 'build/launcher/launcher.test.ts'];

/**
 * What `HELP` says. The last line is `N passed, N failed`; a half that could not run at all is one that failed, and no
 * test that failed is tried again.
 */
export async function run({ node, args, root }) {
  const asked = readWords(args);
  if (asked.isHelp) {
    process.stdout.write(HELP);
    return 0;
  }
  const results = join(root, 'out', 'test');
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const seed = process.env.TEST_SEED || randomBytes(4).toString('hex');
  const env = environmentFor(node, { TEST_SEED: seed, TEST_ALL: asked.isAll ? '1' : '' });
  const notes = [];
  const given = { node, root, results, env, asked, notes };
  say(
    asked.isAll
      ? `Everything in full, which takes hours. Seed: TEST_SEED=${seed}`
      : `What is long is tried by the share: TEST_SEED=${seed} npm test tries the same again.`,
  );

  const halves = [];
  if (asked.parts.length === 2 && asked.filters.length === 0) halves.push(await checked(given));
  if (asked.parts.includes('unit')) halves.push(await guarded(() => unit(given)));
  if (asked.parts.includes('e2e')) halves.push(await guarded(() => e2e(given)));

  const { passed, failed } = sum(halves);
  for (const note of notes) process.stdout.write(`\n${note}\n`);
  if (failed > 0) process.stdout.write(`\nThis run's share again: TEST_SEED=${seed} npm test\n`);
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

async function unit(given) {
  const { node, root, asked } = given;
  if (!asked.isQuick) {
    await ensureOpenSsh({ node, root });
    return await vitest(given, ['run', ...asked.filters]);
  }
  const { since, files } = await changedSince(root, asked.since);
  const left = LONG.flatMap((pattern) => ['--exclude', pattern]);
  if (files === null) {
    say('There is no Git to say what changed: all unit tests.');
    return await vitest(given, ['run', ...left]);
  }
  say(`Files changed since ${since}: ${files.length}. The unit tests in their folders:`);
  return await vitest(given, ['run', ...left, ...ALWAYS, ...foldersOf(files)]);
}

/**
 * Folders as vitest takes them. Not every test that imports a changed file, however far: of one that everything
 * imports, such as the contract, that would be nearly all of them; types find what such a change breaks elsewhere.
 */
function foldersOf(files) {
  const sources = files.filter(
    (file) => /\.(ts|tsx|mjs|json|css)$/.test(file) && file.includes('/'),
  );
  return [...new Set(sources.map((file) => `${dirname(file)}/`))];
}

/** A file whose process Node itself ended says nothing: it is run again, once, and that is said. */
async function vitest(given, words) {
  const { root } = given;
  const first = await vitestOnce(given, words, 'vitest');
  const crashed = readCrashed(first.crashedFiles);
  if (crashed.length === 0) return countVitest(first.report, first.code);
  const files = crashed.map((file) => relative(root, file));
  const ended = `NODE ITSELF DIED (SIGTRAP) under ${files.join(', ')}`;
  say(
    `\n${ended}.\nThat is no result of a test: it runs once more now, and what it says then counts.\n`,
  );
  given.notes.push(`${ended}; what was counted of it is its second run.`);
  const second = await vitestOnce(given, ['run', ...files], 'vitest-again');
  return sum([countVitest(first.report, 0, crashed), countVitest(second.report, second.code)]);
}

async function vitestOnce({ node, root, results, env }, words, name) {
  const report = join(results, `${name}.json`);
  const crashedFiles = join(results, `${name}-crashed.json`);
  const code = await runHere(
    node,
    [
      binOf(root, 'vitest', 'vitest.mjs'),
      ...words,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      `--reporter=${join(root, 'build', 'launcher', 'crashed-files.mjs')}`,
    ],
    { cwd: root, env: { ...env, TEST_CRASHED_FILES: crashedFiles } },
  );
  return { code, report, crashedFiles };
}

async function e2e({ node, root, results, env, asked }) {
  // Beside dist/: a till that runs from there keeps its files.
  const dist = 'out/test/dist';
  await build({ node, root, dist });
  const chromium = await ensureChromium({ node, root });
  await ensureOpenSsh({ node, root });
  const report = join(results, 'playwright.json');
  const words = asked.isQuick ? ['--grep', '@quick'] : asked.filters;
  const code = await runHere(
    node,
    [binOf(root, '@playwright', 'test', 'cli.js'), 'test', ...words],
    {
      cwd: root,
      env: {
        ...env,
        TILL_CHROMIUM: chromium,
        TILL_DIST: dist,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      },
    },
  );
  return countPlaywright(report, code);
}
