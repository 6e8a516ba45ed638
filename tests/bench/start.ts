/**
 * From the start of the program to a sign-in that can be used, against an empty page in the same
 * shell; and the memory of main then. The profile is one that has been used: its catalogue is
 * there, and so is the compiled code that the till keeps from one start to the next; the empty page
 * keeps none. The browser runs already, for both, and has neither's files.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildEmpty } from './support/empty/build.ts';
import {
  createTillProgram,
  DIST,
  fillCatalog,
  launchBrowser,
  ROOT,
  startOnce,
} from './support/program.ts';
import { type BenchResult, toBenchResult } from './support/result.ts';
import { createSamples, measureInTurns, reportProgress } from './support/rounds.ts';

const ROUNDS = { rounds: 11, warmUp: 2 };
const MOST = 1.5;
const MAX_MEMORY_RATIO = 1.3;

export async function run(): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-bench-'));
  const browser = await launchBrowser();
  const ours = createTillProgram(join(folder, 'ours'));
  const bare = {
    main: await buildEmpty(ROOT, DIST),
    args: [],
    profile: join(folder, 'bare'),
    isUsable: 'p',
  };
  const times = createSamples();
  const work = createSamples();
  const memory = createSamples();
  try {
    reportProgress('start: filling the catalogue');
    await fillCatalog(browser, ours);
    await measureInTurns('start', ROUNDS, async (turn, isKept) => {
      const { took, main } = await startOnce(browser, turn === 'ours' ? ours : bare);
      if (!isKept) return;
      times[turn].push(took);
      if (main === null) return;
      work[turn].push(main.milliseconds);
      memory[turn].push(main.megabytes);
    });
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const least = ROUNDS.rounds;
  const start = toBenchResult({
    name: 'start to a usable sign-in',
    samples: times,
    least,
    limit: { of: 'ratio', most: MOST },
  });
  // Without /proc neither is known.
  if (memory.ours.length === 0) return [start];
  return [
    start,
    toBenchResult({
      name: 'processor time of main until then',
      samples: work,
      least,
      limit: null,
    }),
    toBenchResult({
      name: 'memory of main at the sign-in',
      samples: memory,
      least,
      limit: { of: 'ratio', most: MAX_MEMORY_RATIO },
      unit: 'MB',
    }),
  ];
}
