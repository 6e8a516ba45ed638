/**
 * A refresh of the whole catalogue (about 6,000 billers) from the training service, over HTTPS,
 * against fetching, parsing and inserting the same bytes bare. Ours ends when the new billers are
 * found by the search. Reported beside it: how long the program was kept from everything else, by
 * itself and by the clock. What a busy machine takes away for other processes is in the second
 * alone. The longest piece of both is the commit: a disk on which the bare one alone takes longer
 * than the limit is not ours to mend.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Catalog, createCatalog } from '../../electron/counter/catalog/index.ts';
import { type Database, openDatabase } from '../../electron/ledger/index.ts';
import { silentLog, systemClock } from '../../electron/platform/index.ts';
import { type BillPaymentService, createBillPaymentService } from '../../electron/service/index.ts';
import { createBareRefresh } from './support/bare-refresh.ts';
import { type LoopDelay, startLoopMonitor } from './support/event-loop-delay.ts';
import { type BenchResult, toBenchResult } from './support/result.ts';
import { createSamples, measureInTurns } from './support/rounds.ts';
import { startTrainingProcess } from './support/training-process.ts';

const ROUNDS = { rounds: 15, warmUp: 3 };
const MAX_FIRST_REFRESH_RATIO = 1.2;
const MAX_WEEKLY_REFRESH_RATIO = 1.2;
/** Milliseconds. */
const MAX_EVENT_LOOP_DELAY_MS = 30;

export async function run(): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-bench-'));
  const training = await startTrainingProcess();
  const { baseUrl, caPem, vendor, apiKey, secretKey } = training;
  const service = createBillPaymentService(
    { baseUrl, caPem, vendor, apiKey, secretKey, version: 'v3.mx' },
    { clock: systemClock, log: silentLog },
  );
  const bare = createBareRefresh(training);
  const first = createSamples();
  const again = createSamples();
  const held = createSamples();
  const heldByTheClock = createSamples();
  try {
    await measureInTurns('refresh', ROUNDS, async (turn, isKept, round) => {
      const file = join(folder, `${turn}-${round}.db`);
      const ours = turn === 'ours' ? openOurs(file, service) : null;
      const work = () => (ours ? refreshOurs(ours.catalog) : bare.refresh(file));
      const measured = await timed(work);
      const repeated = await timed(work);
      ours?.catalog.stop();
      ours?.database.close();
      if (!isKept) return;
      first[turn].push(measured.took);
      again[turn].push(repeated.took);
      held[turn].push(measured.held.ownMs);
      heldByTheClock[turn].push(measured.held.wallClockMs);
    });
  } finally {
    await bare.close();
    await service.close();
    await training.close();
    rmSync(folder, { recursive: true });
  }
  const least = ROUNDS.rounds;
  return [
    toBenchResult({
      name: 'a first refresh of 6,000 billers',
      samples: first,
      least,
      limit: { of: 'ratio', most: MAX_FIRST_REFRESH_RATIO },
    }),
    toBenchResult({
      name: 'a weekly refresh of 6,000 billers',
      samples: again,
      least,
      limit: { of: 'ratio', most: MAX_WEEKLY_REFRESH_RATIO },
    }),
    toBenchResult({
      name: 'the longest that a first refresh holds up main',
      samples: held,
      least,
      limit: { of: 'ours', most: MAX_EVENT_LOOP_DELAY_MS, orBare: true },
    }),
    toBenchResult({
      name: 'the same by the clock, with what other processes took',
      samples: heldByTheClock,
      least,
      limit: null,
    }),
  ];
}

function openOurs(
  file: string,
  service: BillPaymentService,
): { readonly database: Database; readonly catalog: Catalog } {
  const database = openDatabase(file);
  const catalog = createCatalog({
    database,
    clock: systemClock,
    service: () => service,
    log: silentLog,
    onChange: () => {},
  });
  return { database, catalog };
}

async function refreshOurs(catalog: Catalog): Promise<void> {
  catalog.refresh();
  await catalog.waitUntilSettled();
  const { lastFailure, lists } = catalog.state();
  if (lastFailure) throw new Error(`the refresh failed: ${lastFailure.problem}`);
  if (lists.some((list) => list.count === 0)) throw new Error('a list came back empty');
}

async function timed(work: () => Promise<unknown>): Promise<{ took: number; held: LoopDelay }> {
  const loop = startLoopMonitor();
  const start = performance.now();
  await work();
  return { took: performance.now() - start, held: loop.stop() };
}
