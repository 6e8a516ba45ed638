import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** The result of a test run without a report. */
export const NO_REPORT = { passed: 0, failed: 1 };

/**
 * Counts the tests in a report of vitest. A file that could not be loaded has no tests, but counts as
 * one failure; so does an exit code other than 0 without a failed test. `without` are files to ignore.
 */
export function countVitest(report, code, without = []) {
  const results = readReport(report);
  if (results === null) return NO_REPORT;
  const files = results.testResults.filter((file) => !without.includes(file.name));
  const countTests = (status) =>
    files.flatMap((file) => file.assertionResults).filter((test) => test.status === status).length;
  const brokenFileCount = files.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  return toCounts(countTests('passed'), countTests('failed') + brokenFileCount, code);
}

/** Counts the tests in a report of Playwright. A test that passed only on a retry counts as failed. */
export function countPlaywright(report, code) {
  const results = readReport(report);
  if (results === null) return NO_REPORT;
  const { expected, unexpected, flaky } = results.stats;
  return toCounts(expected, unexpected + flaky + results.errors.length, code);
}

/** Lists failed tests, and files that could not be loaded; ignores the files in `without`. */
export function listFailedVitestTests(report, root, without = []) {
  const files = readReport(report)?.testResults ?? [];
  return files
    .filter((file) => file.status === 'failed' && !without.includes(file.name))
    .flatMap((file) => {
      const names = file.assertionResults
        .filter((test) => test.status === 'failed')
        .map((test) => [...test.ancestorTitles, test.title].join(' › '));
      const path = relative(root, file.name);
      return names.length === 0 ? [path] : names.map((name) => `${path} › ${name}`);
    });
}

export function listFailedPlaywrightTests(report) {
  const listInSuite = (suite) => [
    ...(suite.specs ?? []).filter((spec) => !spec.ok).map((spec) => spec.title),
    ...(suite.suites ?? []).flatMap((inner) =>
      listInSuite(inner).map((name) => `${inner.title} › ${name}`),
    ),
  ];
  return (readReport(report)?.suites ?? []).flatMap((file) =>
    listInSuite(file).map((name) => `${file.title} › ${name}`),
  );
}

export function sumCounts(counts) {
  return counts.reduce(
    (sum, count) => ({ passed: sum.passed + count.passed, failed: sum.failed + count.failed }),
    { passed: 0, failed: 0 },
  );
}

function toCounts(passed, failed, code) {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
