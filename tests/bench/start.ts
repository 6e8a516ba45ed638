/**
 * From the start of the program to a sign-in that can be used, against an empty page in the same
 * shell; and the memory of main then. The profile is one that has been used: its catalogue is
 * there. The browser runs already, for both.
 *
 *     node tests/bench/start.ts [--json]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildEmpty } from './support/empty/build.ts';
import { DIST, fillCatalogue, launchBrowser, ROOT, startOnce, tillOf } from './support/program.ts';
import { type BenchResult, compared, runDirectly } from './support/result.ts';

const ROUNDS = 11;
const WARM_UP = 2;
const MOST = 2;

export async function run(): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-bench-'));
  const browser = await launchBrowser();
  const ours = tillOf(join(folder, 'ours'));
  const bare = {
    main: await buildEmpty(ROOT, DIST),
    args: [],
    profile: join(folder, 'bare'),
    isUsable: 'p',
  };
  const times = { ours: [] as number[], bare: [] as number[] };
  const memory = { ours: [] as number[], bare: [] as number[] };
  const measure = async (into: 'ours' | 'bare', round: number): Promise<void> => {
    const { took, megabytes } = await startOnce(browser, into === 'ours' ? ours : bare);
    if (round < 0) return;
    times[into].push(took);
    if (megabytes !== null) memory[into].push(megabytes);
  };
  try {
    await fillCatalogue(browser, ours);
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      const turns = round % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const);
      for (const turn of turns) await measure(turn, round);
    }
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return [
    compared('start to a usable sign-in', times, MOST),
    ...(memory.ours.length > 0
      ? [compared('memory of main at the sign-in', memory, null, 'MB')]
      : []),
  ];
}

await runDirectly(run, import.meta.main);
