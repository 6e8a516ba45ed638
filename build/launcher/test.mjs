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
 * Runs the tests as described in `HELP`. The last line is `N passed, N failed`. A test runner that could not start counts
 * as one failure, and failed tests are not retried.
 */
export async function run({ node, args, root }) {
  const options = parseTestArguments(args);
  if (options.isHelp) {
    process.stdout.write(HELP);
    return 0;
  }
  const results = join(root, 'out', 'test');
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const seed = process.env.TEST_SEED || randomBytes(4).toString('hex');
  const repeatCommand = `TEST_SEED=${seed} npm test${args.length > 0 ? ` -- ${args.join(' ')}` : ''}`;
  const env = buildEnvironment(node, {
    TEST_SEED: seed,
    TEST_ALL: options.isAll ? '1' : '',
    TEST_SHARE: options.filters.length === 0 && !options.isQuick ? '1' : '',
    TILL_TEST_RUN: String(process.pid),
  });
  const context = {
    node,
    root,
    results,
    env,
    options,
    seed,
    notes: [],
    failed: [],
    built: null,
    ending: createStopSignal(),
  };
  writeMessage(
    options.isAll
      ? `Running everything, which takes hours. Seed: TEST_SEED=${seed}`
      : `Slow tests are sampled. To repeat this sample: ${repeatCommand}`,
  );

  // Installed before both runners start, because apt does not allow two installations at a time.
  await ensureOpenSsh({ node, root });
  await ensurePostgres({ node, root });
  if (options.parts.includes('unit') && options.filters.length === 0 && !options.isQuick) {
    await ensureWindowsTools({ node, root });
  }
  if (context.ending.aborted) return 1;
  const isUnit = options.parts.includes('unit');
  const isE2e = options.parts.includes('e2e');
  // A few unit test files run faster than a build; they start the till from the sources.
  const isBuilt = isE2e || options.filters.length === 0;
  context.built = isBuilt ? buildForTests(context) : Promise.resolve(null);
  const counts = await Promise.all([
    ...(isUnit && isE2e && options.filters.length === 0 ? [runCheck(context)] : []),
    ...(isUnit ? [runTests(() => runUnitTests(context))] : []),
    ...(isE2e ? [runTests(() => runE2eTests(context))] : []),
  ]);

  const { passed, failed } = sumCounts(counts);
  for (const note of context.notes) process.stdout.write(`\n${note}\n`);
  if (context.failed.length > 0) {
    // Listed again, because the output of the other runner may follow a failure.
    process.stdout.write(`\nFailed:\n${context.failed.map((name) => `  ${name}\n`).join('')}`);
  }
  if (failed > 0) process.stdout.write(`\nTo repeat the cases of this run: ${repeatCommand}\n`);
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

/** Counts a failed `npm run check` as one failure, but a successful one not as a passed test. */
async function runCheck({ node, root, notes }) {
  const code = await check({ node, root });
  if (code !== 0) notes.push('FAILED: `npm run check`, see above.');
  return { passed: 0, failed: code === 0 ? 0 : 1 };
}

/** Builds for both runners, into another folder than dist/, from which a till may be running. */
async function buildForTests({ node, root }) {
  const dist = 'out/test/dist';
  await build({ node, root, dist });
  return dist;
}

async function runTests(startTests) {
  try {
    return await startTests();
  } catch (error) {
    if (!(error instanceof LauncherError)) throw error;
    writeMessage(error.message);
    return NO_REPORT;
  }
}

async function runUnitTests(context) {
  const { root, options, seed } = context;
  const dist = await context.built.catch((error) => {
    if (!options.parts.includes('e2e')) throw error;
    // The end-to-end runner reports the failed build; the unit tests can run without it.
    return null;
  });
  const env = dist === null ? context.env : { ...context.env, TILL_DIST: dist };
  if (!options.isQuick) return await runVitest({ ...context, env }, ['run', ...options.filters]);
  const { since, files: changedFiles } = await listChangedFiles(root, options.since);
  const { files, total } = selectQuickTests({ root, changed: changedFiles, seed });
  writeMessage(
    changedFiles === null
      ? `Without Git, changed files are unknown. Unit test files: ${total}.`
      : `Files changed since ${since}: ${changedFiles.length}. Unit test files in their folders: ${total}.`,
  );
  if (files.length < total) {
    const note = `${files.length} of these ${total} are run, sampled by TEST_SEED=${seed}; npm test runs all.`;
    writeMessage(note);
    context.notes.push(`Unit test files: ${note}`);
  }
  return await runVitest({ ...context, env }, ['run', ...files]);
}

/** Runs a test file again, once and with a message, if Node itself crashed, because it has no result. */
async function runVitest(context, vitestArgs) {
  const { root } = context;
  const firstRun = await runVitestOnce(context, vitestArgs, 'vitest');
  const crashedFiles = readCrashedFiles(firstRun.crashedFiles);
  context.failed.push(...listFailedVitestTests(firstRun.report, root, crashedFiles));
  if (crashedFiles.length === 0) return countVitest(firstRun.report, firstRun.code);
  const files = crashedFiles.map((file) => relative(root, file));
  const crashMessage = `NODE ITSELF CRASHED (SIGTRAP) in ${files.join(', ')}`;
  writeMessage(
    `\n${crashMessage}.\nThis is not a test result: the file runs once more, and its second run counts.\n`,
  );
  context.notes.push(`${crashMessage}; its second run was counted.`);
  const secondRun = await runVitestOnce(context, ['run', ...files], 'vitest-again');
  context.failed.push(...listFailedVitestTests(secondRun.report, root));
  return sumCounts([
    countVitest(firstRun.report, 0, crashedFiles),
    countVitest(secondRun.report, secondRun.code),
  ]);
}

async function runVitestOnce(context, vitestArgs, name) {
  const { root, results, env } = context;
  const report = join(results, `${name}.json`);
  const crashedFiles = join(results, `${name}-crashed.json`);
  const code = await startTestRunner(
    context,
    'unit',
    [
      getBinPath(root, 'vitest', 'vitest.mjs'),
      ...vitestArgs,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      `--reporter=${join(root, 'build', 'launcher', 'crashed-files.mjs')}`,
    ],
    { ...env, TEST_CRASHED_FILES: crashedFiles },
  );
  return { code, report, crashedFiles };
}

async function runE2eTests(context) {
  const { node, root, results, env, options } = context;
  const [chromium, dist] = await Promise.all([ensureChromium({ node, root }), context.built]);
  const report = join(results, 'playwright.json');
  const playwrightArgs = [
    ...(options.isQuick
      ? ['--grep', '@quick']
      : options.filters.map((word) => toPathPattern(root, word))),
    ...(options.isRenewing ? ['--update-snapshots=all'] : []),
  ];
  const code = await startTestRunner(
    context,
    'e2e',
    [getBinPath(root, '@playwright', 'test', 'cli.js'), 'test', ...playwrightArgs],
    { ...env, TILL_CHROMIUM: chromium, TILL_DIST: dist, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  );
  context.failed.push(...listFailedPlaywrightTests(report).map((name) => `tests/e2e/${name}`));
  return countPlaywright(report, code);
}

/**
 * Starts a test runner, in parallel with the other one if both parts run. End-to-end tests wait half of their time; the
 * unit tests run with lower priority in that time, so that both runners end at about the same time.
 */
async function startTestRunner({ node, root, options, ending }, part, runnerArgs, env) {
  if (ending.aborted) throw new LauncherError('Stopped by a signal.');
  if (options.parts.length === 1) return await runInTerminal(node, runnerArgs, { cwd: root, env });
  const label = part.padEnd(4);
  return await runLabelled(node, runnerArgs, { cwd: root, env, label, givesWay: part === 'unit' });
}

/** Aborts on a signal, so that no further runner starts. The launcher forwards the signal to running ones. */
function createStopSignal() {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => controller.abort());
  }
  return controller.signal;
}
