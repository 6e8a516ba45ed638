import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { listChangedFiles } from './changed-files.mjs';
import { runChecks } from './check.mjs';
import { ensureChromium } from './find-chromium.mjs';
import {
  ensureCompositors,
  ensureKeyRing,
  ensureOpenSsh,
  ensurePostgres,
  ensureSpin,
} from './install-test-programs.mjs';
import { ensureWindowsTools } from './install-windows-tools.mjs';
import { createMemoryFolder, removeMemoryFolder } from './memory-folder.mjs';
import { LauncherError, writeMessage } from './messages.mjs';
import { selectQuickTests } from './quick-tests.mjs';
import { buildEnvironment, getBinPath, runInTerminal } from './run.mjs';
import { HELP, parseTestArguments, toPathPattern } from './test-arguments.mjs';
import { readPlaywrightResults, readVitestResults } from './test-results.mjs';

/**
 * Runs the tests as described in `HELP`. The last line is `N passed, N failed`. Nothing is repeated: a test runner that
 * could not start, or a test file whose process crashed, counts as a failure.
 *
 * @type {import('./run.mjs').Command}
 */
export async function run({ node, args, root }) {
  const options = parseTestArguments(args);
  if (options.isHelp) {
    process.stdout.write(HELP);
    return 0;
  }
  const memoryFolder = createMemoryFolder();
  try {
    return await runTests({ node, args, root }, options, memoryFolder);
  } finally {
    if (memoryFolder !== null) removeMemoryFolder(memoryFolder);
  }
}

/**
 * @param {import('./run.mjs').CommandOptions} command
 * @param {import('./test-arguments.mjs').TestOptions} options
 * @param {string | null} memoryFolder
 */
async function runTests({ node, args, root }, options, memoryFolder) {
  const { parts, filters } = options;
  const results = join(root, 'out', 'test');
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const seed = process.env.TEST_SEED || randomBytes(4).toString('hex');
  const repeatCommand = `TEST_SEED=${seed} npm test${args.length > 0 ? ` -- ${args.join(' ')}` : ''}`;
  const env = buildEnvironment(node, {
    TEST_SEED: seed,
    TEST_ALL: options.isAll ? '1' : '',
    TEST_SHARE: filters.length === 0 && !options.isQuick ? '1' : '',
    TILL_TEST_RUN: String(process.pid),
    ...(memoryFolder === null ? {} : { TMPDIR: memoryFolder }),
  });
  writeMessage(
    options.isAll
      ? `Running everything, which takes hours. Seed: TEST_SEED=${seed}`
      : `Tests with many cases draw a sample of them. To repeat it: ${repeatCommand}`,
  );

  const stopSignal = createStopSignal();
  // Installed before the tests, because apt does not allow two installations at a time.
  await ensureOpenSsh({ node, root });
  await ensurePostgres({ node, root });
  const isUnit = parts.includes('unit');
  const isE2e = parts.includes('e2e');
  if (isUnit && !options.isQuick) {
    await ensureKeyRing({ node, root });
    await ensureCompositors({ node, root });
    await ensureSpin({ node, root });
  }
  if (isUnit && filters.length === 0 && !options.isQuick) await ensureWindowsTools({ node, root });
  const chromium = isE2e ? ensureChromium({ node, root }) : Promise.resolve(null);
  // If there is none, the unit tests run, and the end-to-end runner reports it.
  await chromium.catch(() => null);
  if (stopSignal.aborted) return 1;
  // A few unit test files run faster than a build; they start the till from the sources.
  const isBuilt = isE2e || filters.length === 0;
  const built = isBuilt ? buildForTests({ node, root }) : Promise.resolve(null);
  const context = { node, root, results, env, options, seed, built, chromium, stopSignal };
  const reports = await Promise.all([
    ...(isUnit && isE2e && filters.length === 0 ? [runCheck(context)] : []),
    ...(isUnit ? [failOnError(runUnitTests(context))] : []),
  ]);
  // Not beside the unit tests: that saved only 57 s of 21 min 51 s on two cores, and each test waited longer.
  if (isE2e) reports.push(await failOnError(runE2eTests(context)));

  const passed = reports.reduce((sum, report) => sum + report.passed, 0);
  const failed = reports.flatMap((report) => report.failed);
  if (failed.length > 0) {
    // Listed again, because much output may follow a failure.
    process.stdout.write(`\nFailed:\n${failed.map((name) => `  ${name}\n`).join('')}`);
    process.stdout.write(`\nTo repeat the cases of this run: ${repeatCommand}\n`);
  }
  process.stdout.write(`\n${passed} passed, ${failed.length} failed\n`);
  return failed.length === 0 && passed > 0 ? 0 : 1;
}

/**
 * `built` resolves with the folder of the built till, null if the tests need none.
 *
 * @typedef {import('./run.mjs').Checkout & {
 *   readonly results: string,
 *   readonly env: NodeJS.ProcessEnv,
 *   readonly options: import('./test-arguments.mjs').TestOptions,
 *   readonly seed: string,
 *   readonly built: Promise<string | null>,
 *   readonly chromium: Promise<string | null>,
 *   readonly stopSignal: AbortSignal,
 * }} TestRun
 * @typedef {import('./test-results.mjs').TestResults} TestResults
 */

/**
 * A successful check is not a passed test.
 *
 * @param {import('./run.mjs').Checkout} checkout
 * @returns {Promise<TestResults>}
 */
async function runCheck(checkout) {
  // The unit tests contain the others.
  const code = await runChecks(checkout, { hasTests: false });
  return { passed: 0, failed: code === 0 ? [] : ['npm run check, see above'] };
}

/**
 * Builds for both runners, into another folder than dist/, from which a till may be running.
 *
 * @param {import('./run.mjs').Checkout} checkout
 */
async function buildForTests({ node, root }) {
  const dist = 'out/test/dist';
  await build({ node, root, dist });
  // The tests start Electron with this folder, whose package.json names main.
  copyFileSync(join(root, 'package.json'), join(root, dist, '..', 'package.json'));
  return dist;
}

/**
 * @param {Promise<TestResults>} running
 * @returns {Promise<TestResults>}
 */
async function failOnError(running) {
  try {
    return await running;
  } catch (error) {
    if (!(error instanceof LauncherError)) throw error;
    return { passed: 0, failed: [error.message] };
  }
}

/** @param {TestRun} context */
async function runUnitTests(context) {
  const { root, results, options } = context;
  const dist = await context.built.catch((error) => {
    if (!options.parts.includes('e2e')) throw error;
    // The end-to-end runner reports the failed build; the unit tests can run without it.
    return null;
  });
  const report = join(results, 'vitest.json');
  const files = options.isQuick ? await selectChangedTests(context) : options.filters;
  const code = await startTestRunner(
    context,
    [
      getBinPath(root, 'vitest', 'vitest.mjs'),
      'run',
      ...files,
      '--reporter=default',
      `--reporter=${join(root, 'build', 'launcher', 'vitest-results.mjs')}`,
    ],
    { TEST_RESULTS: report, ...(dist === null ? {} : { TILL_DIST: dist }) },
  );
  return readVitestResults(report, code);
}

/** @param {TestRun} context */
async function selectChangedTests({ root, options, seed }) {
  const { since, files: changed } = await listChangedFiles(root, options.since);
  const { files, total } = selectQuickTests({ root, changed, seed });
  writeMessage(
    changed === null
      ? `Without Git, changed files are unknown. Unit test files: ${total}.`
      : `Files changed since ${since}: ${changed.length}. Unit test files in their folders: ${total}.`,
  );
  if (files.length < total) {
    writeMessage(
      `${files.length} of these ${total} are run, sampled by TEST_SEED=${seed}; npm test runs all.`,
    );
  }
  return files;
}

/** @param {TestRun} context */
async function runE2eTests(context) {
  const { root, results, options } = context;
  const [chromium, dist] = await Promise.all([context.chromium, context.built]);
  const report = join(results, 'playwright.json');
  const playwrightArgs = [
    ...(options.isQuick
      ? ['--grep', '@quick']
      : options.filters.map((word) => toPathPattern(root, word))),
    ...(options.isRenewing ? ['--update-snapshots=all'] : []),
  ];
  const code = await startTestRunner(
    context,
    [getBinPath(root, '@playwright', 'test', 'cli.js'), 'test', ...playwrightArgs],
    {
      TILL_CHROMIUM: chromium ?? '',
      TILL_DIST: dist ?? '',
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      // Node reads TypeScript itself; Playwright's own compiler delays the first test by seconds.
      PW_DISABLE_TS_ESM: '1',
      // The first process of Playwright compiles the specs for the others.
      NODE_COMPILE_CACHE: join(results, 'compiled'),
    },
  );
  return readPlaywrightResults(report, code);
}

/**
 * @param {TestRun} context
 * @param {readonly string[]} runnerArgs
 * @param {NodeJS.ProcessEnv} changes
 */
function startTestRunner(context, runnerArgs, changes) {
  const { node, root, stopSignal } = context;
  if (stopSignal.aborted) throw new LauncherError('Stopped by a signal.');
  return runInTerminal(node, runnerArgs, { cwd: root, env: { ...context.env, ...changes } });
}

/** Aborts on a signal, so that no further runner starts. The launcher forwards the signal to running ones. */
function createStopSignal() {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => controller.abort());
  }
  return controller.signal;
}
