import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Node itself may crash during a test: V8 does when threads that run WebAssembly start and end
 * (https://github.com/nodejs/node/issues/64500). Such a test file has no result, so it is run again, once. This vitest
 * reporter records these files. Any other end of a process (an exit, out of memory, a kill) is a failure, and so is an
 * assertion that failed before the crash.
 */
const NODE_CRASH_PATTERN =
  /exited unexpectedly with signal SIGTRAP .*while running test file (.+)$/;

export default class CrashedFiles {
  onTestRunEnd(modules, errors) {
    const file = process.env.TEST_CRASHED_FILES;
    if (!file) return;
    const failedFiles = new Set(modules.filter(hasFailedTest).map((module) => module.moduleId));
    const crashedFiles = errors.flatMap((error) => findCrashedFile(error) ?? []);
    const hasOnlyCrashes = errors.length === crashedFiles.length;
    const filesToRepeat = hasOnlyCrashes
      ? crashedFiles.filter((crashedFile) => !failedFiles.has(crashedFile))
      : [];
    writeFileSync(file, JSON.stringify(filesToRepeat));
  }
}

/** Returns the files to run again; empty if every error was caused by a test. */
export function readCrashedFiles(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

/** Returns the test file whose process crashed in Node itself; null for any other error. */
export function findCrashedFile(error) {
  for (let cause = error; cause; cause = cause.cause) {
    const [, file] = NODE_CRASH_PATTERN.exec(cause.message ?? '') ?? [];
    if (file !== undefined) return file;
  }
  return null;
}

function hasFailedTest(module) {
  return [...module.children.allTests('failed')].length > 0;
}
