import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** A half that left no report. */
export const NO_REPORT = { passed: 0, failed: 1 };

/**
 * Tests in a report of vitest. A file that could not be loaded has no tests in it, and an exit code
 * without a failed test is a failure too: both count as one. `without` are files that are counted elsewhere.
 */
export function countVitest(report, code, without = []) {
  const found = readReport(report);
  if (found === null) return NO_REPORT;
  const files = found.testResults.filter((file) => !without.includes(file.name));
  const countOf = (status) =>
    files.flatMap((file) => file.assertionResults).filter((one) => one.status === status).length;
  const broken = files.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((one) => one.status === 'failed'),
  ).length;
  return toCounts(countOf('passed'), countOf('failed') + broken, code);
}

/** Tests in a report of Playwright. One that passed only when it was repeated has failed. */
export function countPlaywright(report, code) {
  const found = readReport(report);
  if (found === null) return NO_REPORT;
  const { expected, unexpected, flaky } = found.stats;
  return toCounts(expected, unexpected + flaky + found.errors.length, code);
}

/** Which tests failed, and which files could not be loaded; `without` as above. */
export function listFailedVitestTests(report, root, without = []) {
  const files = readReport(report)?.testResults ?? [];
  return files
    .filter((file) => file.status === 'failed' && !without.includes(file.name))
    .flatMap((file) => {
      const names = file.assertionResults
        .filter((one) => one.status === 'failed')
        .map((one) => [...one.ancestorTitles, one.title].join(' › '));
      const path = relative(root, file.name);
      return names.length === 0 ? [path] : names.map((name) => `${path} › ${name}`);
    });
}

export function listFailedPlaywrightTests(report) {
  const inSuite = (suite) => [
    ...(suite.specs ?? []).filter((spec) => !spec.ok).map((spec) => spec.title),
    ...(suite.suites ?? []).flatMap((inner) =>
      inSuite(inner).map((name) => `${inner.title} › ${name}`),
    ),
  ];
  return (readReport(report)?.suites ?? []).flatMap((file) =>
    inSuite(file).map((name) => `${file.title} › ${name}`),
  );
}

export function sumCounts(counts) {
  return counts.reduce(
    (all, one) => ({ passed: all.passed + one.passed, failed: all.failed + one.failed }),
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
