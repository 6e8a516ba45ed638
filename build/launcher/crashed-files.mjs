import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * A process of Node itself may die under a test: V8 does where threads that run WebAssembly come and go
 * (https://github.com/nodejs/node/issues/64500). Such a file says nothing about what it tests, and is run again, once.
 * This reporter of vitest writes down which files they were. What ends a process in any other way (an exit, a memory
 * that is full, a kill) is a failure, and so is an assertion that failed before the process died.
 */
const NODE_CRASH_PATTERN =
  /exited unexpectedly with signal SIGTRAP .*while running test file (.+)$/;

export default class CrashedFiles {
  onTestRunEnd(modules, errors) {
    const file = process.env.TEST_CRASHED_FILES;
    if (!file) return;
    const failed = new Set(modules.filter(hasFailedTest).map((one) => one.moduleId));
    const crashed = errors.flatMap((error) => findCrashedFile(error) ?? []);
    const isAlone = errors.length === crashed.length;
    const again = isAlone ? crashed.filter((one) => !failed.has(one)) : [];
    writeFileSync(file, JSON.stringify(again));
  }
}

/** Which files are to be run again; none where every error had a cause in the tests. */
export function readCrashedFiles(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

/** The test file whose process Node itself ended; null for any other error. */
export function findCrashedFile(error) {
  for (let at = error; at; at = at.cause) {
    const [, file] = NODE_CRASH_PATTERN.exec(at.message ?? '') ?? [];
    if (file !== undefined) return file;
  }
  return null;
}

function hasFailedTest(module) {
  return [...module.children.allTests('failed')].length > 0;
}
