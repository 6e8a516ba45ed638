/**
 * Sales and earnings in a ledger of a million payments: one day, seven days and twenty-eight days,
 * each with its comparison period. Against SQL that sums the same payments in their tables, on the
 * same connection and from the same cached pages: the intents of the same days with their outcomes,
 * which would be read if the rows of the sums were not stored together.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEarningsReports } from '../../electron/back-office/earnings/index.ts';
import { createAudit } from '../../electron/ledger/audit/index.ts';
import { type Database, openDatabase } from '../../electron/ledger/index.ts';
import { systemClock, toIsoTime } from '../../electron/platform/index.ts';
import { EARNINGS_DAYS, type Earnings, type Result } from '../../shared/contract/index.ts';
import { getStartOfDay } from '../../shared/dates/index.ts';
import { fillLedger } from './support/fill-ledger.ts';
import { createSamples, measureInTurns, reportProgress } from './support/measure-in-turns.ts';
import { type BenchResult, toBenchResult } from './support/result.ts';

const PAYMENTS = 1_000_000;
const TIME_ZONE = 'America/Mexico_City';
const ROUNDS = { rounds: 21, warmUp: 2 };
/** From the key to the answer. */
const MAX_MS = 1_000;

export async function run(): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-bench-'));
  const file = join(folder, 'ledger.db');
  try {
    const emptyLedger = openDatabase(file);
    emptyLedger.commit(() => {
      for (const id of ['ana', 'beto', 'carmen']) {
        emptyLedger
          .prepare(
            `INSERT INTO cashiers (id, name, role, pin_hash, created_at)
             VALUES (?, ?, 'cashier', 'x', ?)`,
          )
          .run(id, id, toIsoTime(systemClock.now()));
      }
    });
    emptyLedger.close();
    reportProgress(`earnings: writing ${PAYMENTS.toLocaleString('en')} payments`);
    const { until: endMs } = fillLedger(file, PAYMENTS, systemClock.now());
    const database = openDatabase(file);
    try {
      return await measure(database, folder, endMs);
    } finally {
      database.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(database: Database, folder: string, endMs: number): Promise<BenchResult[]> {
  // The last complete day of the inserted payments.
  const lastDay = toIsoTime(endMs - 36 * 3_600_000).slice(0, 10);
  const earningsReports = createEarningsReports({
    database,
    clock: systemClock,
    audit: createAudit({ database, clock: systemClock }),
    paper: { enqueueReport: () => 'job', wake: () => {} },
    settings: () => ({
      shop: { name: 'Lupita' },
      posNumber: '07',
      timeZone: TIME_ZONE,
      language: 'es-MX',
      environment: 'training',
      shopCurrency: 'MXN',
    }),
    folder,
  });
  const results: BenchResult[] = [];
  for (const days of EARNINGS_DAYS) {
    const samples = createSamples();
    await measureInTurns(`earnings: ${days} days`, ROUNDS, async (turn, isKept) => {
      const startedAt = performance.now();
      const earnings = turn === 'ours' ? await earningsReports.read({ days, to: lastDay }) : null;
      const count = earnings === null ? countBare(database, days, lastDay) : getCount(earnings);
      const milliseconds = performance.now() - startedAt;
      if (count === 0) throw new Error(`earnings: nothing was sold in ${days} days`);
      const expectedCount = turn === 'ours' ? countBare(database, days, lastDay) : count;
      if (count !== expectedCount)
        throw new Error(`earnings: ${count} were sold, and not ${expectedCount}`);
      if (isKept) samples[turn].push(milliseconds);
    });
    results.push(
      toBenchResult({
        name: `what was earned in ${days} days among ${PAYMENTS.toLocaleString('en')} payments`,
        samples,
        minSamples: ROUNDS.rounds,
        limit: { of: 'ours', most: MAX_MS },
      }),
    );
  }
  return results;
}

function getCount(earnings: Result<Earnings>): number {
  if (!earnings.ok) throw new Error(JSON.stringify(earnings.problem));
  const { now, before } = earnings.value.total;
  return now.count + before.count;
}

const BARE_QUERY = `SELECT i.kind, i.biller_id, i.cashier_id, count(*) AS count, sum(i.due) AS due,
    sum(i.fee) AS fee, sum(o.earned) AS earned
  FROM intents i CROSS JOIN outcomes o ON o.intent_id = i.id
  WHERE i.created_at >= ? AND i.created_at < ? AND o.state IN ('paid', 'by-hand-paid')
  GROUP BY i.kind, i.biller_id, i.cashier_id`;

/**
 * Returns the number of sales of the days and of the comparison period; a single day is compared
 * with the same day a week before.
 */
function countBare(database: Database, days: number, lastDay: string): number {
  const getDayStart = (daysBack: number): string =>
    toIsoTime(
      getStartOfDay(
        toIsoTime(Date.parse(`${lastDay}T00:00:00Z`) - daysBack * 86_400_000).slice(0, 10),
        TIME_ZONE,
      ),
    );
  const comparisonOffset = Math.max(days, 7);
  const dayOffsets = Array.from({ length: days }, (_, dayIndex) => [
    dayIndex,
    dayIndex + comparisonOffset,
  ]).flat();
  return dayOffsets
    .flatMap((dayIndex) =>
      database.prepare(BARE_QUERY).all(getDayStart(dayIndex), getDayStart(dayIndex - 1)),
    )
    .filter(({ kind }) => kind !== 'cash-out' && kind !== 'cancel')
    .reduce((sum, { count }) => sum + Number(count), 0);
}
