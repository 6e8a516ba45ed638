import { writeFileSync } from 'node:fs';

const CRASH_PATTERN = /exited unexpectedly with signal SIGTRAP .*while running test file (.+)$/;

/**
 * A vitest reporter. Writes what passed and failed to the file that the environment variable `TEST_RESULTS` names: failed
 * tests, files that could not be loaded, and errors outside tests.
 */
export default class VitestResults {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly CausedError[]} errors
   */
  onTestRunEnd(modules, errors) {
    const file = process.env.TEST_RESULTS;
    if (!file) return;
    const results = {
      passed: modules.flatMap((module) => [...module.children.allTests('passed')]).length,
      failed: [...modules.flatMap(listFailures), ...errors.map(describeError)],
    };
    writeFileSync(file, JSON.stringify(results));
  }
}

/** @param {import('vitest/node').TestModule} module */
function listFailures(module) {
  const { relativeModuleId } = module;
  const tests = [...module.children.allTests('failed')];
  if (tests.length === 0 && module.state() === 'failed') return [relativeModuleId];
  return tests.map((test) => `${relativeModuleId} > ${test.fullName}`);
}

/**
 * Describes an error outside tests. If Node itself crashed, as V8 does when threads that run WebAssembly start and end, the
 * test file has no result.
 *
 * @typedef {{ readonly message?: string, readonly cause?: unknown }} CausedError
 * @param {CausedError} error
 */
export function describeError(error) {
  for (let cause = error; cause; cause = /** @type {CausedError} */ (cause.cause)) {
    const [, file] = CRASH_PATTERN.exec(cause.message ?? '') ?? [];
    if (file !== undefined) {
      return `${file}: Node itself crashed (SIGTRAP, https://github.com/nodejs/node/issues/64500)`;
    }
  }
  return `outside tests: ${String(error.message).split('\n')[0]}`;
}
