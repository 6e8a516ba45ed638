import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
// Draws the run's seed once if the launcher has not; the workers inherit it.
import './tests/support/sampling.ts';
import { applySmallCertificateStore } from './tests/support/certificates.ts';
import { COMPILE_CACHE } from './tests/support/till-process.ts';

/**
 * Test files share a process, because loading the same modules for each file takes longer than most files run. Files
 * that mock a module or the time get their own, and so do tests of the whole application that use such a mock, start
 * processes, break the disk or measure their own thread.
 */
const OWN_PROCESS_PATTERN = /vi\.(mock|useFakeTimers)\(/;
const MOCK_OR_PROCESS_PATTERN =
  /\b(test-till|real-till|counter-actions|skip-unless|kill-run)\.ts|node:child_process|process\.(env|on|threadCpuUsage)\b/;
const isolatedFiles = globSync('{shared,electron,renderer,build,tests}/**/*.test.{ts,tsx}', {
  cwd: import.meta.dirname,
}).filter((file) => {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8');
  const isWholeApplication = /^tests.(faults|conformance)\W/.test(file);
  return (
    OWN_PROCESS_PATTERN.test(text) || (isWholeApplication && MOCK_OR_PROCESS_PATTERN.test(text))
  );
});
const MAIN_TESTS = ['{shared,electron,build,tests}/**/*.test.ts'];
const PAGE_TESTS = ['renderer/**/*.test.{ts,tsx}'];
const isPageFile = (file: string): boolean => file.startsWith('renderer');

// Tests start hundreds of processes from the sources; the cache compiles each source once.
process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE;
// The shared files of a run are deleted when this process ends.
process.env.TILL_TEST_RUN ??= String(process.pid);
applySmallCertificateStore();

/** The projects in the order in which they run: a process is shared only by files that follow each other. */
const PROJECT_NAMES = ['main, own process', 'page, own process', 'main', 'page'];

/** Runs the slowest files of a project first, so that no worker is idle at the end while a slow file runs. */
class SlowestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sortedFiles = await super.sort(files);
    return sortedFiles.toSorted((first, second) => getRank(first) - getRank(second));
  }
}

function getRank({ moduleId, project }: TestSpecification): number {
  const isSlow =
    /[\\/]tests[\\/](faults|conformance)[\\/]|[\\/]electron[\\/](main[\\/]till|shell[\\/]browser)[\\/]/.test(
      moduleId,
    );
  return 2 * PROJECT_NAMES.indexOf(project.name) + (isSlow ? 0 : 1);
}

// Unit tests are in the same folder as their code; other tests are in tests/. Playwright runs tests/e2e.
export default defineConfig({
  test: {
    passWithNoTests: false,
    // Much longer than any test, so that a busy machine does not make a test fail.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
    globalSetup: 'tests/support/certificates.ts',
    setupFiles: ['tests/support/seed-fast-check.ts'],
    // More workers than cores, because many tests wait for a disk, a process or a socket.
    maxWorkers: 2 * availableParallelism(),
    // V8 crashes when threads that run WebAssembly start and end: https://github.com/nodejs/node/issues/64500
    execArgv: ['--no-memory-protection-keys'],
    sequence: { sequencer: SlowestFirstSequencer },
    projects: [
      {
        extends: true,
        test: {
          name: 'main',
          environment: 'node',
          isolate: false,
          include: MAIN_TESTS,
          exclude: isolatedFiles,
        },
      },
      {
        extends: true,
        test: {
          name: 'main, own process',
          environment: 'node',
          include: isolatedFiles.filter((file) => !isPageFile(file)),
        },
      },
      {
        extends: true,
        test: {
          name: 'page',
          environment: 'happy-dom',
          isolate: false,
          setupFiles: [
            'renderer/app/testing/set-up-tests.ts',
            'renderer/app/testing/reset-shared-page.ts',
          ],
          include: PAGE_TESTS,
          exclude: isolatedFiles,
        },
      },
      {
        extends: true,
        test: {
          name: 'page, own process',
          environment: 'happy-dom',
          setupFiles: ['renderer/app/testing/set-up-tests.ts'],
          include: isolatedFiles.filter(isPageFile),
        },
      },
    ],
  },
});
