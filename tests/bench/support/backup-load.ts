import { statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createBackupWorker } from '../../../electron/back-office/backup/backup-worker.ts';
import { type Database, openDatabase } from '../../../electron/ledger/index.ts';
import { openSchedulerStats } from './event-loop-delay.ts';
import { type BenchResult, type Samples, toBenchResult } from './result.ts';
import { reportProgress } from './rounds.ts';

/**
 * What a payment's commit waits while a backup is made (the ledger copied, the copy checked, then
 * compressed, encrypted and read back), against the same commit while nothing else happens, before
 * each step and after the last: its slowest in twenty. What other processes took of the processor
 * meanwhile is no part of it; what they took of the disk is.
 */
const MAX_RATIO = 2;
const COMMIT_COUNT = 600;
/** So many before each step, and after the last. */
const IDLE_COMMIT_COUNT = 300;
/** Between two commits, in milliseconds. */
const COMMIT_INTERVAL_MS = 40;
const MEGABYTE = 1_048_576;
/** Of no till. */
const DATA_KEY = Buffer.alloc(32, 7).toString('base64');

export async function measureCommitsDuringBackup(
  file: string,
  folder: string,
): Promise<BenchResult[]> {
  const database = openDatabase(file);
  const inspector = createBackupWorker(
    new URL('../../../electron/back-office/backup/inspect-worker.ts', import.meta.url),
  );
  const copy = join(folder, 'copy.sqlite');
  const packed = join(folder, 'copy.age');
  const bare: number[] = [];
  const figures: { readonly step: string; readonly ours: number[] }[] = [];
  const during = async <Done>(step: string, work: () => Promise<Done>): Promise<Done> => {
    reportProgress(`backup: commits while nothing happens, then while ${step}`);
    bare.push(...(await measureCommits(database, IDLE_COMMIT_COUNT, () => false)));
    const began = performance.now();
    let isOver = false;
    const working = work().finally(() => {
      isOver = true;
    });
    const ours = await measureCommits(database, COMMIT_COUNT, () => isOver);
    const done = await working;
    reportProgress(`backup: ${step} in ${((performance.now() - began) / 1000).toFixed(0)} s`);
    figures.push({ step, ours });
    return done;
  };
  try {
    await during('the ledger is copied', () => database.copyTo(copy, () => {}));
    reportProgress(`backup: ${(statSync(copy).size / MEGABYTE).toFixed(0)} MB`);
    const inspected = await during('the copy is checked', () => inspector.inspect(copy));
    if ('trouble' in inspected) throw new Error(`the copy: ${JSON.stringify(inspected)}`);
    const { bytes, sha256 } = inspected.found;
    const done = await during('the copy is packed', () =>
      inspector.pack({
        ledger: copy,
        inspected: { bytes, sha256 },
        to: packed,
        carried: { format: 1, dataKey: DATA_KEY, recovery: null },
        settings: '{}',
      }),
    );
    if (!('packed' in done)) throw new Error(`the packed copy: ${JSON.stringify(done)}`);
    const after = await measureCommits(database, IDLE_COMMIT_COUNT, () => false);
    return [
      ...figures.map(({ step, ours }) => toResult(`a commit while ${step}`, { ours, bare })),
      toResult('a commit after a backup', { ours: after, bare }),
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
    least: 5,
    percent: 95,
    limit: { of: 'ratio', most: MAX_RATIO },
    sane: [0, 1e9],
  });
}

/** So many commits, or fewer where what happens meanwhile is over before. */
async function measureCommits(
  database: Database,
  most: number,
  isOver: () => boolean,
): Promise<number[]> {
  const took: number[] = [];
  const schedule = openSchedulerStats();
  const [payment] = database.prepare('SELECT id FROM intents LIMIT 1').all();
  while (took.length < most && !isOver()) {
    const waited = schedule.waited();
    const began = performance.now();
    database.commit(() =>
      database
        .prepare(
          `INSERT INTO payment_events (intent_id, at, kind, detail)
           VALUES (?, '2026-01-01T00:00:00.000Z', 'intent', ?)`,
        )
        .run(String(payment?.id), JSON.stringify({ filler: 'x'.repeat(4000) })),
    );
    const passed = performance.now() - began;
    took.push(Math.max(0.001, passed - (schedule.waited() - waited)));
    await setTimeout(COMMIT_INTERVAL_MS);
  }
  schedule.close();
  return took;
}
