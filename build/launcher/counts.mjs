import { readFileSync } from 'node:fs';

/** A half that left no report. */
export const nothingCounted = { passed: 0, failed: 1 };

/**
 * Tests in a report of vitest. A file that could not be loaded has no tests in it, and an exit code
 * without a failed test is a failure too: both count as one. `without` are files that are counted elsewhere.
 */
export function countVitest(report, code, without = []) {
  const found = readReport(report);
  if (found === null) return nothingCounted;
  const files = found.testResults.filter((file) => !without.includes(file.name));
  const countOf = (status) =>
    files.flatMap((file) => file.assertionResults).filter((one) => one.status === status).length;
  const broken = files.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((one) => one.status === 'failed'),
  ).length;
  return settle(countOf('passed'), countOf('failed') + broken, code);
}

/** Tests in a report of Playwright. One that passed only when it was repeated has failed. */
export function countPlaywright(report, code) {
  const found = readReport(report);
  if (found === null) return nothingCounted;
  const { expected, unexpected, flaky } = found.stats;
  return settle(expected, unexpected + flaky + found.errors.length, code);
}

export function sum(counts) {
  return counts.reduce(
    (all, one) => ({ passed: all.passed + one.passed, failed: all.failed + one.failed }),
    { passed: 0, failed: 0 },
  );
}

function settle(passed, failed, code) {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
