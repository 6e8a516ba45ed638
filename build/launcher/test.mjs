import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from './build.mjs';
import { listChangedFiles } from './changed-files.mjs';
import { run as check } from './check.mjs';
import { readCrashedFiles } from './crashed-files.mjs';
import { ensureChromium } from './find-chromium.mjs';
import { ensureOpenSsh } from './install-openssh.mjs';
import { ensurePostgres } from './install-postgres.mjs';
import { ensureWindowsTools } from './install-windows-tools.mjs';
import { LauncherError, writeMessage } from './messages.mjs';
import { selectQuickTests } from './quick-tests.mjs';
import { buildEnvironment, getBinPath, runInTerminal, runLabelled } from './run.mjs';
import { HELP, parseTestArguments, toPathPattern } from './test-arguments.mjs';
import {
  countPlaywright,
  countVitest,
  listFailedPlaywrightTests,
  listFailedVitestTests,
  NO_REPORT,
  sumCounts,
} from './test-counts.mjs';

/**
 * What `HELP` says. The last line is `N passed, N failed`; a half that could not run at all is one that failed, and no
 * test that failed is tried again.
 */
export async function run({ node, args, root }) {
  const asked = parseTestArguments(args);
  if (asked.isHelp) {
    process.stdout.write(HELP);
    return 0;
  }
  const results = join(root, 'out', 'test');
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const seed = process.env.TEST_SEED || randomBytes(4).toString('hex');
  const again = `TEST_SEED=${seed} npm test${args.length > 0 ? ` -- ${args.join(' ')}` : ''}`;
  const env = buildEnvironment(node, {
    TEST_SEED: seed,
    TEST_ALL: asked.isAll ? '1' : '',
    TEST_SHARE: asked.filters.length === 0 && !asked.isQuick ? '1' : '',
    TILL_TEST_RUN: String(process.pid),
  });
  const given = {
    node,
    root,
    results,
    env,
    asked,
    seed,
    notes: [],
    failed: [],
    built: null,
    ending: createStopSignal(),
  };
  writeMessage(
    asked.isAll
      ? `Everything in full, which takes hours. Seed: TEST_SEED=${seed}`
      : `What is long is tried by the share: ${again} tries the same again.`,
  );

  // Both halves need it, and two installations at a time would lock each other out.
  await ensureOpenSsh({ node, root });
  await ensurePostgres({ node, root });
  if (asked.parts.includes('unit') && asked.filters.length === 0 && !asked.isQuick) {
    await ensureWindowsTools({ node, root });
  }
  if (given.ending.aborted) return 1;
  const isUnit = asked.parts.includes('unit');
  const isE2e = asked.parts.includes('e2e');
  // A few files of unit tests are over before it: they start what stands in the sources.
  const isBuilt = isE2e || asked.filters.length === 0;
  given.built = isBuilt ? buildForTests(given) : Promise.resolve(null);
  const halves = await Promise.all([
    ...(isUnit && isE2e && asked.filters.length === 0 ? [runCheck(given)] : []),
    ...(isUnit ? [runHalf(() => runUnitTests(given))] : []),
    ...(isE2e ? [runHalf(() => runE2eTests(given))] : []),
  ]);

  const { passed, failed } = sumCounts(halves);
  for (const note of given.notes) process.stdout.write(`\n${note}\n`);
  if (given.failed.length > 0) {
    // Those of one half may stand far above what the other said last.
    process.stdout.write(`\nFailed:\n${given.failed.map((name) => `  ${name}\n`).join('')}`);
  }
  if (failed > 0) process.stdout.write(`\nThis run's share again: ${again}\n`);
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

/** What `npm run check` finds is a failure; that it finds nothing is no test that passed. */
async function runCheck({ node, root, notes }) {
  const code = await check({ node, root });
  if (code !== 0) notes.push('FAILED, see above: what `npm run check` finds.');
  return { passed: 0, failed: code === 0 ? 0 : 1 };
}

/** Of these sources, for both halves. Beside dist/: a till that runs from there keeps its files. */
async function buildForTests({ node, root }) {
  const dist = 'out/test/dist';
  await build({ node, root, dist });
  return dist;
}

async function runHalf(half) {
  try {
    return await half();
  } catch (error) {
    if (!(error instanceof LauncherError)) throw error;
    writeMessage(error.message);
    return NO_REPORT;
  }
}

async function runUnitTests(given) {
  const { root, asked, seed } = given;
  const dist = await given.built.catch((error) => {
    if (!asked.parts.includes('e2e')) throw error;
    // The other half says it: without a build, too, it is seen what these tests say.
    return null;
  });
  const env = dist === null ? given.env : { ...given.env, TILL_DIST: dist };
  if (!asked.isQuick) return await runVitest({ ...given, env }, ['run', ...asked.filters]);
  const { since, files: changed } = await listChangedFiles(root, asked.since);
  const { files, of } = selectQuickTests({ root, changed, seed });
  writeMessage(
    changed === null
      ? `There is no Git to say what changed. Files of unit tests: ${of}.`
      : `Files changed since ${since}: ${changed.length}. Files of unit tests in their folders: ${of}.`,
  );
  if (files.length < of) {
    const share = `${files.length} of these ${of} are run, drawn by TEST_SEED=${seed}: npm test runs all.`;
    writeMessage(share);
    given.notes.push(`Files of unit tests: ${share}`);
  }
  return await runVitest({ ...given, env }, ['run', ...files]);
}

/** A file whose process Node itself ended says nothing: it is run again, once, and that is said. */
async function runVitest(given, words) {
  const { root } = given;
  const first = await runVitestOnce(given, words, 'vitest');
  const crashed = readCrashedFiles(first.crashedFiles);
  given.failed.push(...listFailedVitestTests(first.report, root, crashed));
  if (crashed.length === 0) return countVitest(first.report, first.code);
  const files = crashed.map((file) => relative(root, file));
  const ended = `NODE ITSELF DIED (SIGTRAP) under ${files.join(', ')}`;
  writeMessage(
    `\n${ended}.\nThat is no result of a test: it runs once more now, and what it says then counts.\n`,
  );
  given.notes.push(`${ended}; what was counted of it is its second run.`);
  const second = await runVitestOnce(given, ['run', ...files], 'vitest-again');
  given.failed.push(...listFailedVitestTests(second.report, root));
  return sumCounts([
    countVitest(first.report, 0, crashed),
    countVitest(second.report, second.code),
  ]);
}

async function runVitestOnce(given, words, name) {
  const { root, results, env } = given;
  const report = join(results, `${name}.json`);
  const crashedFiles = join(results, `${name}-crashed.json`);
  const code = await runTestRunner(
    given,
    'unit',
    [
      getBinPath(root, 'vitest', 'vitest.mjs'),
      ...words,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      `--reporter=${join(root, 'build', 'launcher', 'crashed-files.mjs')}`,
    ],
    { ...env, TEST_CRASHED_FILES: crashedFiles },
  );
  return { code, report, crashedFiles };
}

async function runE2eTests(given) {
  const { node, root, results, env, asked } = given;
  const [chromium, dist] = await Promise.all([ensureChromium({ node, root }), given.built]);
  const report = join(results, 'playwright.json');
  const words = [
    ...(asked.isQuick
      ? ['--grep', '@quick']
      : asked.filters.map((word) => toPathPattern(root, word))),
    ...(asked.isRenewing ? ['--update-snapshots=all'] : []),
  ];
  const code = await runTestRunner(
    given,
    'e2e',
    [getBinPath(root, '@playwright', 'test', 'cli.js'), 'test', ...words],
    { ...env, TILL_CHROMIUM: chromium, TILL_DIST: dist, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  );
  given.failed.push(...listFailedPlaywrightTests(report).map((name) => `tests/e2e/${name}`));
  return countPlaywright(report, code);
}

/**
 * A runner of tests, beside the other half's where both are asked for. An end-to-end test waits half of its time, and
 * the unit tests, which do not, take what it leaves: so both end at about the same time.
 */
async function runTestRunner({ node, root, asked, ending }, part, words, env) {
  if (ending.aborted) throw new LauncherError('Ended before its time.');
  if (asked.parts.length === 1) return await runInTerminal(node, words, { cwd: root, env });
  const label = part.padEnd(4);
  return await runLabelled(node, words, { cwd: root, env, label, givesWay: part === 'unit' });
}

/** Each runner is told by itself; what would come after it does not begin. */
function createStopSignal() {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => ending.abort());
  }
  return ending.signal;
}
