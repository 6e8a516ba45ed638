/**
 * A refresh of the whole catalogue (about 6,000 billers) from the training service, over HTTPS,
 * against fetching, parsing and inserting the same bytes bare. Ours ends when the new billers are
 * found by the search. Reported beside it: how long the program was kept from everything else.
 *
 *     node tests/bench/refresh.ts [--json]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { type Catalog, createCatalog } from '../../electron/catalog/index.ts';
import { type Database, openDatabase } from '../../electron/ledger/index.ts';
import { silentLog, systemClock } from '../../electron/platform/index.ts';
import { type BillPaymentService, createService } from '../../electron/service/index.ts';
import { bareRefresh } from './support/bare-refresh.ts';
import { type BenchResult, compared, runDirectly } from './support/result.ts';
import { startTrainingProcess } from './support/training-process.ts';

const ROUNDS = 15;
const WARM_UP = 3;
const MOST = 1.5;

export async function run(): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-bench-'));
  const training = await startTrainingProcess();
  const { baseUrl, caPem, vendor, apiKey, secretKey } = training;
  const service = createService(
    { baseUrl, caPem, vendor, apiKey, secretKey, version: 'v3.mx' },
    { clock: systemClock, log: silentLog },
  );
  const bare = bareRefresh(training);
  const first = { ours: [] as number[], bare: [] as number[] };
  const again = { ours: [] as number[], bare: [] as number[] };
  const held = { ours: [] as number[], bare: [] as number[] };
  try {
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      const ours = openOurs(join(folder, `ours-${round}.db`), service);
      const bareFile = join(folder, `bare-${round}.db`);
      const steps = [
        async () => {
          const measured = await timed(() => refreshOurs(ours.catalog));
          const repeated = await timed(() => refreshOurs(ours.catalog));
          if (round < 0) return;
          first.ours.push(measured.took);
          again.ours.push(repeated.took);
          held.ours.push(measured.held);
        },
        async () => {
          const measured = await timed(() => bare.refresh(bareFile));
          const repeated = await timed(() => bare.refresh(bareFile));
          if (round < 0) return;
          first.bare.push(measured.took);
          again.bare.push(repeated.took);
          held.bare.push(measured.held);
        },
      ];
      for (const step of round % 2 === 0 ? steps : steps.reverse()) await step();
      ours.catalog.stop();
      ours.database.close();
    }
  } finally {
    await bare.close();
    await service.close();
    await training.close();
    rmSync(folder, { recursive: true });
  }
  return [
    compared('a first refresh of 6,000 billers', first, MOST),
    compared('a weekly refresh of 6,000 billers', again, MOST),
    compared('the longest that a first refresh holds up main', held, null),
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
  await catalog.settled();
  const { lastFailure, lists } = catalog.state();
  if (lastFailure) throw new Error(`the refresh failed: ${lastFailure.problem}`);
  if (lists.some((list) => list.count === 0)) throw new Error('a list came back empty');
}

async function timed(work: () => Promise<unknown>): Promise<{ took: number; held: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const start = performance.now();
  await work();
  const took = performance.now() - start;
  // What held the program up until now is only counted at its next turn.
  await pause(5);
  delay.disable();
  return { took, held: delay.max / 1e6 };
}

await runDirectly(run, import.meta.main);
