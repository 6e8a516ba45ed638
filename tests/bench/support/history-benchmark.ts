import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../../electron/ledger/index.ts';
import type { HistoryFilter } from '../../../shared/contract/index.ts';
import { measureTime, startLoopMonitor } from './event-loop-delay.ts';
import { createHistoryQueries } from './history-queries.ts';
import { ORDER_NEWEST_FIRST, PAGE_SIZE, PAYMENT_COLUMNS } from './ledger-queries.ts';
import { type BenchResult, toBenchResult } from './result.ts';
import { createSamples, measureInTurns } from './rounds.ts';

/**
 * What goes through the whole history: the CSV file of all payments, against the same columns
 * written to a file line by line; and the first page of each state after the ledger was opened,
 * against the SELECT of the same rows on a connection that was opened as well, with nothing made of
 * them.
 */
const EXPORT = { rounds: 2, warmUp: 0, most: 2, mostHeldUp: 100, mostMegabytes: 160 };
const FIRST = { rounds: 25, warmUp: 2, most: 2 };

type State = NonNullable<HistoryFilter['state']>;

const selectByStates = (states: string): string =>
  `SELECT ${PAYMENT_COLUMNS} WHERE i.id IN (SELECT intent_id FROM payments_by_state WHERE state IN (${states})
     ORDER BY created_at DESC LIMIT ${PAGE_SIZE}) ${ORDER_NEWEST_FIRST}`;

/** Each state, and its newest payments by SQL alone. */
const STATES: Readonly<Record<State, string>> = {
  open: `SELECT ${PAYMENT_COLUMNS} WHERE i.id IN (SELECT intent_id FROM outcomes
    WHERE state IN ('intent', 'sent', 'unknown', 'unclear')) ${ORDER_NEWEST_FIRST}`,
  paid: `SELECT ${PAYMENT_COLUMNS} WHERE o.state = 'paid' ${ORDER_NEWEST_FIRST}`,
  rejected: selectByStates("'rejected'"),
  'not-performed': selectByStates("'not-performed'"),
  'by-hand': selectByStates("'by-hand-paid', 'by-hand-not-paid'"),
  'taken-back': selectByStates("'taken-back'"),
};

const SAME_COLUMNS = `SELECT i.created_at, i.kind, o.state, i.biller_id, i.biller_name,
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
  for (const row of database.prepare(SAME_COLUMNS).iterate()) {
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
  const database = openDatabase(file);
  const [took, held, memory] = [createSamples(), createSamples(), createSamples()];
  try {
    const counter = createHistoryQueries(database, folder);
    await measureInTurns('ledger: the CSV file of all', EXPORT, async (turn) => {
      const before = process.memoryUsage().rss;
      let most = before;
      const look = setInterval(() => {
        most = Math.max(most, process.memoryUsage().rss);
      }, 100);
      const loop = startLoopMonitor();
      const began = performance.now();
      const bare = join(folder, 'bare.csv');
      const { file: written, rows } =
        turn === 'ours' ? await counter.export() : { file: bare, rows: writeBare(database, bare) };
      took[turn].push(performance.now() - began);
      held[turn].push(Math.max(0.1, loop.stop().ownMs));
      clearInterval(look);
      memory[turn].push(Math.max(1, (most - before) / MEGABYTE));
      // Not while the loop is watched: to remove some hundred megabytes holds it up for longer than
      // the till ever does, which removes none.
      rmSync(written);
      if (rows < 1_000) throw new Error(`only ${rows} payments were written`);
    });
  } finally {
    database.close();
  }
  const of = { least: EXPORT.rounds, percent: 100, sane: [0, 1e9] } as const;
  return [
    toBenchResult({
      ...of,
      name: 'the CSV file of all payments, against the same SELECT written line by line',
      samples: took,
      percent: 50,
      limit: { of: 'ratio', most: EXPORT.most },
    }),
    toBenchResult({
      ...of,
      name: 'main held up meanwhile, at most',
      samples: held,
      limit: { of: 'ours', most: EXPORT.mostHeldUp },
    }),
    toBenchResult({
      ...of,
      name: 'memory that it takes, at most',
      samples: memory,
      unit: 'MB',
      limit: { of: 'ours', most: EXPORT.mostMegabytes },
    }),
  ];
}

async function measureFirstPages(file: string, folder: string): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const state of Object.keys(STATES).filter(isState)) {
    const took = createSamples();
    let wanted = 0;
    await measureInTurns(`ledger: the first page of ${state}`, FIRST, (turn, isKept) => {
      const database = openDatabase(file);
      try {
        const counter = createHistoryQueries(database, folder);
        // What comes from the disk comes before either is measured.
        wanted = database.prepare(`${STATES[state]} -- first`).all(PAGE_SIZE).length;
        let found = 0;
        const milliseconds = measureTime(() => {
          found =
            turn === 'ours'
              ? counter.page({ state }, PAGE_SIZE).payments.length
              : database.prepare(STATES[state]).all(PAGE_SIZE).length;
        });
        if (isKept) took[turn].push(milliseconds);
        if (found === 0 || found !== wanted) {
          throw new Error(`${state}: found ${found}, and the SQL alone ${wanted}`);
        }
      } finally {
        database.close();
      }
    });
    results.push(
      toBenchResult({
        name: `the first page of ${state}, against the same SELECT`,
        samples: took,
        least: FIRST.rounds,
        limit: { of: 'ratio', most: FIRST.most },
        sane: [0, 1e9],
      }),
    );
  }
  return results;
}

function isState(name: string): name is State {
  return Object.hasOwn(STATES, name);
}
