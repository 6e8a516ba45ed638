/**
 * A refresh of the whole catalogue (about 6,000 billers) from the training service, over HTTPS,
 * against fetching, parsing and inserting the same bytes bare. Ours ends when the search finds the
 * new billers. Also reports how long the event loop was blocked, by itself and by wall clock; only
 * the second includes the time of other processes. The longest block of both is the commit: if the
 * bare commit alone exceeds the limit, the disk is the cause.
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
import { createSamples, measureInTurns } from './support/measure-in-turns.ts';
import { type BenchResult, toBenchResult } from './support/result.ts';
import { startTrainingProcess } from './support/training-process.ts';

const ROUNDS = { rounds: 15, warmUp: 3 };
const MAX_FIRST_REFRESH_RATIO = 1.2;
const MAX_WEEKLY_REFRESH_RATIO = 1.2;
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
  const firstSamples = createSamples();
  const repeatedSamples = createSamples();
  const blockedSamples = createSamples();
  const wallClockSamples = createSamples();
  try {
    await measureInTurns('refresh', ROUNDS, async (turn, isKept, round) => {
      const file = join(folder, `${turn}-${round}.db`);
      const ours = turn === 'ours' ? openOurs(file, service) : null;
      const work = () => (ours ? refreshOurs(ours.catalog) : bare.refresh(file));
      const firstRun = await measureRefresh(work);
      const secondRun = await measureRefresh(work);
      ours?.catalog.stop();
      ours?.database.close();
      if (!isKept) return;
      firstSamples[turn].push(firstRun.durationMs);
      repeatedSamples[turn].push(secondRun.durationMs);
      blockedSamples[turn].push(firstRun.delay.ownMs);
      wallClockSamples[turn].push(firstRun.delay.wallClockMs);
    });
  } finally {
    await bare.close();
    await service.close();
    await training.close();
    rmSync(folder, { recursive: true });
  }
  const minSamples = ROUNDS.rounds;
  return [
    toBenchResult({
      name: 'a first refresh of 6,000 billers',
      samples: firstSamples,
      minSamples,
      limit: { of: 'ratio', most: MAX_FIRST_REFRESH_RATIO },
    }),
    toBenchResult({
      name: 'a weekly refresh of 6,000 billers',
      samples: repeatedSamples,
      minSamples,
      limit: { of: 'ratio', most: MAX_WEEKLY_REFRESH_RATIO },
    }),
    toBenchResult({
      name: 'the longest that a first refresh holds up main',
      samples: blockedSamples,
      minSamples,
      limit: { of: 'ours', most: MAX_EVENT_LOOP_DELAY_MS, orBare: true },
    }),
    toBenchResult({
      name: 'the same by the clock, with what other processes took',
      samples: wallClockSamples,
      minSamples,
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

async function measureRefresh(
  work: () => Promise<unknown>,
): Promise<{ durationMs: number; delay: LoopDelay }> {
  const loop = startLoopMonitor();
  const startedAt = performance.now();
  await work();
  return { durationMs: performance.now() - startedAt, delay: loop.stop() };
}
