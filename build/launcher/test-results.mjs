import { readFileSync } from 'node:fs';

/**
 * What a test runner reported: the number of passed tests, and a line for each failure.
 *
 * @typedef {{ readonly passed: number, readonly failed: readonly string[] }} TestResults
 */

/**
 * Reads what `vitest-results.mjs` wrote. Without a report, or with an exit code other than 0 and no failure, the run itself
 * is one failure.
 *
 * @param {string} file
 * @param {number} code
 * @returns {TestResults}
 */
export function readVitestResults(file, code) {
  return addExitCode(readReport(file), 'vitest', code);
}

/**
 * Reads the JSON report of Playwright, likewise.
 *
 * @param {string} file
 * @param {number} code
 * @returns {TestResults}
 */
export function readPlaywrightResults(file, code) {
  const report = readReport(file);
  const results = report && {
    passed: report.stats.expected,
    failed: [
      ...listFailedSpecs(report.suites, 'tests/e2e/'),
      ...report.errors.map(({ message = '' }) => `outside tests: ${message.split('\n')[0]}`),
    ],
  };
  return addExitCode(results, 'Playwright', code);
}

/**
 * Lists specs that failed, or passed only when repeated.
 *
 * @typedef {{ readonly title: string, readonly ok: boolean, readonly tests: { readonly status: string }[] }} Spec
 * @typedef {{ readonly title: string, readonly specs?: Spec[], readonly suites?: Suite[] }} Suite
 * @param {readonly Suite[]} suites
 * @param {string} prefix
 * @returns {string[]}
 */
function listFailedSpecs(suites, prefix) {
  return suites.flatMap(({ title, specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ ok, tests }) => !ok || tests.some(({ status }) => status === 'flaky'))
      .map((spec) => `${prefix}${title} > ${spec.title}`),
    ...listFailedSpecs(inner, `${prefix}${title} > `),
  ]);
}

/**
 * @param {TestResults | null} results
 * @param {string} runner
 * @param {number} code
 * @returns {TestResults}
 */
function addExitCode(results, runner, code) {
  if (results === null) return { passed: 0, failed: [`${runner} wrote no report`] };
  if (code === 0 || results.failed.length > 0) return results;
  return { ...results, failed: [`${runner} ended with exit code ${code}`] };
}

/** @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
