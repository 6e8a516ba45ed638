import { statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createBackupWorker } from '../../../electron/back-office/backup/backup-worker.ts';
import { type Database, openLedgerDatabase } from '../../../electron/ledger/index.ts';
import { openSchedulerStats } from './event-loop-delay.ts';
import { reportProgress } from './measure-in-turns.ts';
import { type BenchResult, type Samples, toBenchResult } from './result.ts';

/**
 * Measures the commits of payments during a backup (copying the ledger, checking the copy, then
 * compressing, encrypting and reading it back) against the same commits on an idle till, before
 * each step and after the last: their 95th percentile. Processor time that other processes took is
 * excluded; disk time is not.
 */
const MAX_RATIO = 2;
const COMMIT_COUNT = 600;
/** Before each step, and after the last. */
const IDLE_COMMIT_COUNT = 300;
/** The pause between two commits. */
const COMMIT_INTERVAL_MS = 40;
const MEGABYTE = 1_048_576;
/** The key of no real till. */
const DATA_KEY = Buffer.alloc(32, 7).toString('base64');

export async function measureCommitsDuringBackup(
  file: string,
  folder: string,
): Promise<BenchResult[]> {
  const database = openLedgerDatabase(file);
  const inspector = createBackupWorker(
    new URL('../../../electron/back-office/backup/inspect-worker.ts', import.meta.url),
  );
  const copy = join(folder, 'copy.sqlite');
  const packed = join(folder, 'copy.age');
  const idleSamples: number[] = [];
  const stepSamples: { readonly step: string; readonly ours: number[] }[] = [];
  const measureDuring = async <Value>(step: string, work: () => Promise<Value>): Promise<Value> => {
    reportProgress(`backup: commits while nothing happens, then while ${step}`);
    idleSamples.push(...(await measureCommits(database, IDLE_COMMIT_COUNT, () => false)));
    const startedAt = performance.now();
    let isOver = false;
    const workDone = work().finally(() => {
      isOver = true;
    });
    const ours = await measureCommits(database, COMMIT_COUNT, () => isOver);
    const value = await workDone;
    reportProgress(`backup: ${step} in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
    stepSamples.push({ step, ours });
    return value;
  };
  try {
    await measureDuring('the ledger is copied', () => database.copyTo(copy, () => {}));
    reportProgress(`backup: ${(statSync(copy).size / MEGABYTE).toFixed(0)} MB`);
    const inspection = await measureDuring('the copy is checked', () =>
      inspector.inspectLedger(copy),
    );
    if ('problem' in inspection) throw new Error(`the copy: ${JSON.stringify(inspection)}`);
    const { bytes, sha256 } = inspection.inspection;
    const packing = await measureDuring('the copy is packed', () =>
      inspector.packBackup({
        ledgerFile: copy,
        expected: { bytes, sha256 },
        backupFile: packed,
        keys: { format: 1, dataKey: DATA_KEY, recovery: null },
        settingsJson: '{}',
      }),
    );
    if (!('packed' in packing)) throw new Error(`the packed copy: ${JSON.stringify(packing)}`);
    const finalSamples = await measureCommits(database, IDLE_COMMIT_COUNT, () => false);
    return [
      ...stepSamples.map(({ step, ours }) =>
        toResult(`a commit while ${step}`, { ours, bare: idleSamples }),
      ),
      toResult('a commit after a backup', { ours: finalSamples, bare: idleSamples }),
    ];
  } finally {
    await inspector.stop();
    database.close();
    await rm(copy, { force: true });
    await rm(packed, { force: true });
  }
}

function toResult(name: string, samples: Samples): BenchResult {
  return toBenchResult({
    name: `${name}, against one while nothing happens, p95`,
    samples,
    minSamples: 5,
    percent: 95,
    limit: { of: 'ratio', most: MAX_RATIO },
    plausibleRatio: [0, 1e9],
  });
}

/** Measures this many commits, or fewer if `isOver` becomes true. */
async function measureCommits(
  database: Database,
  maxCount: number,
  isOver: () => boolean,
): Promise<number[]> {
  const samples: number[] = [];
  const schedulerStats = openSchedulerStats();
  const [payment] = database.prepare('SELECT id FROM intents LIMIT 1').all();
  while (samples.length < maxCount && !isOver()) {
    const initialWaitMs = schedulerStats.readWaitMs();
    const startedAt = performance.now();
    database.commit(() =>
      database
        .prepare(
          `INSERT INTO payment_events (intent_id, at, kind, detail)
           VALUES (?, '2026-01-01T00:00:00.000Z', 'intent', ?)`,
        )
        .run(String(payment?.id), JSON.stringify({ filler: 'x'.repeat(4000) })),
    );
    const elapsedMs = performance.now() - startedAt;
    samples.push(Math.max(0.001, elapsedMs - (schedulerStats.readWaitMs() - initialWaitMs)));
    await setTimeout(COMMIT_INTERVAL_MS);
  }
  schedulerStats.close();
  return samples;
}
