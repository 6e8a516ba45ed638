/**
 * From the start of the program to a usable sign-in, against an empty page in the same shell; and
 * the memory of main at that time. The profile was used before: it has its catalogue, and the
 * compiled code that the till caches between starts; the empty page caches none. The browser is
 * already running for both, and has no files of either.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildEmpty } from './support/empty/build.ts';
import { createSamples, measureInTurns, reportProgress } from './support/measure-in-turns.ts';
import {
  createTillProgram,
  DIST,
  fillCatalog,
  launchBrowser,
  ROOT,
  startOnce,
} from './support/program.ts';
import { type BenchResult, toBenchResult } from './support/result.ts';

const ROUNDS = { rounds: 11, warmUp: 2 };
const MAX_RATIO = 1.5;
const MAX_MEMORY_RATIO = 1.3;

export async function run(): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-bench-'));
  const browser = await launchBrowser();
  const ours = createTillProgram(join(folder, 'ours'));
  const bare = {
    main: await buildEmpty(ROOT, DIST),
    args: [],
    profile: join(folder, 'bare'),
    usableSelector: 'p',
  };
  const timeSamples = createSamples();
  const processorSamples = createSamples();
  const memorySamples = createSamples();
  try {
    reportProgress('start: filling the catalogue');
    await fillCatalog(browser, ours);
    await measureInTurns('start', ROUNDS, async (turn, isKept) => {
      const { durationMs, main } = await startOnce(browser, turn === 'ours' ? ours : bare);
      if (!isKept) return;
      timeSamples[turn].push(durationMs);
      if (main === null) return;
      processorSamples[turn].push(main.milliseconds);
      memorySamples[turn].push(main.megabytes);
    });
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const minSamples = ROUNDS.rounds;
  const start = toBenchResult({
    name: 'start to a usable sign-in',
    samples: timeSamples,
    minSamples,
    limit: { of: 'ratio', most: MAX_RATIO },
  });
  // Without /proc neither is available.
  if (memorySamples.ours.length === 0) return [start];
  return [
    start,
    toBenchResult({
      name: 'processor time of main until then',
      samples: processorSamples,
      minSamples,
      limit: null,
    }),
    toBenchResult({
      name: 'memory of main at the sign-in',
      samples: memorySamples,
      minSamples,
      limit: { of: 'ratio', most: MAX_MEMORY_RATIO },
      unit: 'MB',
    }),
  ];
}
