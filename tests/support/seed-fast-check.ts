import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { getNumericSeed, scaleRuns } from './sampling.ts';

// Vitest loads this before each test file: a property draws its values by the run's seed, and tries
// 100 times as many with --all, unless it names its own. Other files do not wait for the import.
const { testPath } = expect.getState();
if (testPath && readFileSync(testPath, 'utf8').includes("'fast-check'")) {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ seed: getNumericSeed('properties'), numRuns: scaleRuns(100) });
}
