import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, openLedgerDatabase } from '../../../electron/ledger/index.ts';
import type { HistoryFilter } from '../../../shared/contract/index.ts';
import { measureTime, startLoopMonitor } from './event-loop-delay.ts';
import { createHistoryQueries } from './history-queries.ts';
import { ORDER_NEWEST_FIRST, PAGE_SIZE, PAYMENT_COLUMNS } from './ledger-queries.ts';
import { createSamples, measureInTurns } from './measure-in-turns.ts';
import { type BenchResult, toBenchResult } from './result.ts';

/**
 * Measures access to the whole history: the CSV file of all payments, against the same columns
 * written to a file line by line; and the first page of each state after opening the ledger,
 * against the SELECT of the same rows on a newly opened connection without conversion.
 */
const EXPORT_ROUNDS = { rounds: 2, warmUp: 0, maxRatio: 2, maxBlockedMs: 100, maxMegabytes: 160 };
const FIRST_PAGE_ROUNDS = { rounds: 25, warmUp: 2, maxRatio: 2 };

type State = NonNullable<HistoryFilter['state']>;

const selectByStates = (states: string): string =>
  `SELECT ${PAYMENT_COLUMNS} WHERE i.id IN (SELECT intent_id FROM payments_by_state WHERE state IN (${states})
     ORDER BY created_at DESC LIMIT ${PAGE_SIZE}) ${ORDER_NEWEST_FIRST}`;

/** The newest payments of each state by SQL only. */
const QUERY_BY_STATE: Readonly<Record<State, string>> = {
  open: `SELECT ${PAYMENT_COLUMNS} WHERE i.id IN (SELECT intent_id FROM outcomes
    WHERE state IN ('intent', 'sent', 'unknown', 'unclear')) ${ORDER_NEWEST_FIRST}`,
  paid: `SELECT ${PAYMENT_COLUMNS} WHERE o.state = 'paid'
    AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.intent_id = i.id) ${ORDER_NEWEST_FIRST}`,
  rejected: selectByStates("'rejected'"),
  'not-performed': selectByStates("'not-performed'"),
  'by-hand': selectByStates("'by-hand-paid', 'by-hand-not-paid'"),
  refunded: `SELECT ${PAYMENT_COLUMNS} WHERE i.id IN (SELECT intent_id FROM refunds)
    ${ORDER_NEWEST_FIRST}`,
  'taken-back': selectByStates("'taken-back'"),
};

const SAME_COLUMNS_QUERY = `SELECT i.created_at, i.kind, o.state, i.biller_id, i.biller_name,
  i.account_number, i.amount, i.currency, i.fee, i.due, i.cash, i.change, i.shop_currency,
  o.authorization, i.external_id, o.service_status, o.code, o.message, i.cashier_id,
  i.cashier_name, i.pos_number, i.cancels,
  (SELECT c.id FROM intents c WHERE c.cancels = i.id ORDER BY c.created_at DESC LIMIT 1),
  i.id AS payment, i.is_drp, o.resolved_at, r.service_status AS refund, r.found_at, e.how,
  e.at AS settled_at, b.name
  FROM intents i CROSS JOIN outcomes o ON o.intent_id = i.id
  LEFT JOIN refunds r ON r.intent_id = i.id
  LEFT JOIN refund_settlements e ON e.intent_id = r.intent_id
  LEFT JOIN cashiers b ON b.id = e.cashier_id
  ORDER BY i.created_at DESC, i.rowid DESC`;

function writeBare(database: Database, file: string): number {
  const handle = openSync(file, 'w');
  let rows = 0;
  for (const row of database.prepare(SAME_COLUMNS_QUERY).iterate()) {
    writeSync(handle, `${Object.values(row).join(',')}\n`);
    rows += 1;
  }
  closeSync(handle);
  return rows;
}

const MEGABYTE = 1_048_576;

export async function measureWholeHistory(file: string, folder: string): Promise<BenchResult[]> {
  return [...(await measureExport(file, folder)), ...(await measureFirstPages(file, folder))];
}

async function measureExport(file: string, folder: string): Promise<BenchResult[]> {
  const database = openLedgerDatabase(file);
  const [timeSamples, blockedSamples, memorySamples] = [
    createSamples(),
    createSamples(),
    createSamples(),
  ];
  try {
    const history = createHistoryQueries(database, folder);
    await measureInTurns('ledger: the CSV file of all', EXPORT_ROUNDS, async (turn) => {
      const initialBytes = process.memoryUsage().rss;
      let peakBytes = initialBytes;
      const memoryTimer = setInterval(() => {
        peakBytes = Math.max(peakBytes, process.memoryUsage().rss);
      }, 100);
      const loop = startLoopMonitor();
      const startedAt = performance.now();
      const bareFile = join(folder, 'bare.csv');
      const { file: writtenFile, rows } =
        turn === 'ours'
          ? await history.export()
          : { file: bareFile, rows: writeBare(database, bareFile) };
      timeSamples[turn].push(performance.now() - startedAt);
      blockedSamples[turn].push(Math.max(0.1, loop.stop()));
      clearInterval(memoryTimer);
      memorySamples[turn].push(Math.max(1, (peakBytes - initialBytes) / MEGABYTE));
      // Not while the loop is monitored: removing some hundred megabytes blocks it for longer than
      // the till ever does, which never removes them.
      rmSync(writtenFile);
      if (rows < 1_000) throw new Error(`only ${rows} payments were written`);
    });
  } finally {
    database.close();
  }
  const shared = {
    minSamples: EXPORT_ROUNDS.rounds,
    percent: 100,
    plausibleRatio: [0, 1e9],
  } as const;
  return [
    toBenchResult({
      ...shared,
      name: 'the CSV file of all payments, against the same SELECT written line by line',
      samples: timeSamples,
      percent: 50,
      limit: { of: 'ratio', most: EXPORT_ROUNDS.maxRatio },
    }),
    toBenchResult({
      ...shared,
      name: 'main held up meanwhile, at most',
      samples: blockedSamples,
      limit: { of: 'ours', most: EXPORT_ROUNDS.maxBlockedMs },
    }),
    toBenchResult({
      ...shared,
      name: 'memory that it takes, at most',
      samples: memorySamples,
      unit: 'MB',
      limit: { of: 'ours', most: EXPORT_ROUNDS.maxMegabytes },
    }),
  ];
}

async function measureFirstPages(file: string, folder: string): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const state of Object.keys(QUERY_BY_STATE).filter(isState)) {
    const samples = createSamples();
    let expectedCount = 0;
    await measureInTurns(
      `ledger: the first page of ${state}`,
      FIRST_PAGE_ROUNDS,
      (turn, isKept) => {
        const database = openLedgerDatabase(file);
        try {
          const history = createHistoryQueries(database, folder);
          // Reads the pages from disk before either side is measured.
          expectedCount = database
            .prepare(`${QUERY_BY_STATE[state]} -- first`)
            .all(PAGE_SIZE).length;
          let count = 0;
          const milliseconds = measureTime(() => {
            count =
              turn === 'ours'
                ? history.page({ state }, PAGE_SIZE).payments.length
                : database.prepare(QUERY_BY_STATE[state]).all(PAGE_SIZE).length;
          });
          if (isKept) samples[turn].push(milliseconds);
          if (count === 0 || count !== expectedCount) {
            throw new Error(`${state}: found ${count}, and the SQL alone ${expectedCount}`);
          }
        } finally {
          database.close();
        }
      },
    );
    results.push(
      toBenchResult({
        name: `the first page of ${state}, against the same SELECT`,
        samples,
        minSamples: FIRST_PAGE_ROUNDS.rounds,
        limit: { of: 'ratio', most: FIRST_PAGE_ROUNDS.maxRatio },
        plausibleRatio: [0, 1e9],
      }),
    );
  }
  return results;
}

function isState(name: string): name is State {
  return Object.hasOwn(QUERY_BY_STATE, name);
}
