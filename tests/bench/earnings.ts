/**
 * What was sold and earned, in a ledger of a million payments: one day, seven days and twenty-eight,
 * each with those that it is compared with. Against SQL that adds up the same payments where they are
 * kept, on the same connection and from the same warm pages: the intents of the same days with their
 * outcomes, which is what would be read if nothing kept the sums' rows together.
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
import { type BenchResult, toBenchResult } from './support/result.ts';
import { createSamples, measureInTurns, reportProgress } from './support/rounds.ts';

const PAYMENTS = 1_000_000;
const TIME_ZONE = 'America/Mexico_City';
const ROUNDS = { rounds: 21, warmUp: 2 };
/** From the key to the answer, in milliseconds. */
const MOST = 1_000;

export async function run(): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-bench-'));
  const file = join(folder, 'ledger.db');
  try {
    const made = openDatabase(file);
    made.commit(() => {
      for (const id of ['ana', 'beto', 'carmen']) {
        made
          .prepare(
            `INSERT INTO cashiers (id, name, role, pin_hash, created_at)
             VALUES (?, ?, 'cashier', 'x', ?)`,
          )
          .run(id, id, toIsoTime(systemClock.now()));
      }
    });
    made.close();
    reportProgress(`earnings: writing ${PAYMENTS.toLocaleString('en')} payments`);
    const { until } = fillLedger(file, PAYMENTS, systemClock.now());
    const database = openDatabase(file);
    try {
      return await measure(database, folder, until);
    } finally {
      database.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(database: Database, folder: string, until: number): Promise<BenchResult[]> {
  // The last whole day of what was written.
  const to = toIsoTime(until - 36 * 3_600_000).slice(0, 10);
  const book = createEarningsReports({
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
    const took = createSamples();
    await measureInTurns(`earnings: ${days} days`, ROUNDS, async (turn, isKept) => {
      const start = performance.now();
      const read = turn === 'ours' ? await book.read({ days, to }) : null;
      const found = read === null ? bareSums(database, days, to) : countOf(read);
      const milliseconds = performance.now() - start;
      if (found === 0) throw new Error(`earnings: nothing was sold in ${days} days`);
      const expected = turn === 'ours' ? bareSums(database, days, to) : found;
      if (found !== expected) throw new Error(`earnings: ${found} were sold, and not ${expected}`);
      if (isKept) took[turn].push(milliseconds);
    });
    results.push(
      toBenchResult({
        name: `what was earned in ${days} days among ${PAYMENTS.toLocaleString('en')} payments`,
        samples: took,
        least: ROUNDS.rounds,
        limit: { of: 'ours', most: MOST },
      }),
    );
  }
  return results;
}

function countOf(read: Result<Earnings>): number {
  if (!read.ok) throw new Error(JSON.stringify(read.problem));
  const { now, before } = read.value.total;
  return now.count + before.count;
}

const BARE = `SELECT i.kind, i.biller_id, i.cashier_id, count(*) AS count, sum(i.due) AS due,
    sum(i.fee) AS fee, sum(o.earned) AS earned
  FROM intents i CROSS JOIN outcomes o ON o.intent_id = i.id
  WHERE i.created_at >= ? AND i.created_at < ? AND o.state IN ('paid', 'by-hand-paid')
  GROUP BY i.kind, i.biller_id, i.cashier_id`;

/** How many were sold, of the days and of as many before them; a day is compared with a week before. */
function bareSums(database: Database, days: number, to: string): number {
  const dayStart = (back: number): string =>
    toIsoTime(
      getStartOfDay(
        toIsoTime(Date.parse(`${to}T00:00:00Z`) - back * 86_400_000).slice(0, 10),
        TIME_ZONE,
      ),
    );
  const back = Math.max(days, 7);
  const spans = Array.from({ length: days }, (_, at) => [at, at + back]).flat();
  return spans
    .flatMap((at) => database.prepare(BARE).all(dayStart(at), dayStart(at - 1)))
    .filter(({ kind }) => kind !== 'cash-out' && kind !== 'cancel')
    .reduce((sum, { count }) => sum + Number(count), 0);
}
