import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../../electron/ledger/index.ts';
import type { HistoryFilter } from '../../../shared/contract/index.ts';
import { timeOf, watchLoop } from './held-up.ts';
import { historyCounter } from './history-counter.ts';
import { FACTS, NEWEST_FIRST, PAGE } from './questions.ts';
import { type BenchResult, compared } from './result.ts';
import { inTurns, noSamples } from './rounds.ts';

/**
 * What goes through the whole history: the CSV file of all payments, against the same columns
 * written to a file line by line; and the first page of each state after the ledger was opened,
 * against the SELECT of the same rows on a connection that was opened as well, with nothing made of
 * them.
 */
const EXPORT = { rounds: 2, warmUp: 0, most: 2, mostHeldUp: 100, mostMegabytes: 160 };
const FIRST = { rounds: 25, warmUp: 2, most: 2 };

type State = NonNullable<HistoryFilter['state']>;

const ofStates = (states: string): string =>
  `SELECT ${FACTS} WHERE i.id IN (SELECT intent_id FROM payments_by_state WHERE state IN (${states})
     ORDER BY created_at DESC LIMIT ${PAGE}) ${NEWEST_FIRST}`;

/** Each state, and its newest payments by SQL alone. */
const STATES: Readonly<Record<State, string>> = {
  open: `SELECT ${FACTS} WHERE i.id IN (SELECT intent_id FROM outcomes
    WHERE state IN ('intent', 'sent', 'unknown', 'unclear')) ${NEWEST_FIRST}`,
  paid: `SELECT ${FACTS} WHERE o.state = 'paid' ${NEWEST_FIRST}`,
  rejected: ofStates("'rejected'"),
  'not-performed': ofStates("'not-performed'"),
  'by-hand': ofStates("'by-hand-paid', 'by-hand-not-paid'"),
  'taken-back': ofStates("'taken-back'"),
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

export async function wholeHistory(file: string, folder: string): Promise<BenchResult[]> {
  return [...(await exported(file, folder)), ...(await firstPages(file, folder))];
}

async function exported(file: string, folder: string): Promise<BenchResult[]> {
  const database = openDatabase(file);
  const [took, held, memory] = [noSamples(), noSamples(), noSamples()];
  try {
    const counter = historyCounter(database, folder);
    await inTurns('ledger: the CSV file of all', EXPORT, async (turn) => {
      const before = process.memoryUsage().rss;
      let most = before;
      const look = setInterval(() => {
        most = Math.max(most, process.memoryUsage().rss);
      }, 100);
      const loop = watchLoop();
      const began = performance.now();
      const bare = join(folder, 'bare.csv');
      const { file: written, rows } =
        turn === 'ours' ? await counter.export() : { file: bare, rows: writeBare(database, bare) };
      took[turn].push(performance.now() - began);
      held[turn].push(Math.max(0.1, loop.stop().byUs));
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
    compared({
      ...of,
      name: 'the CSV file of all payments, against the same SELECT written line by line',
      samples: took,
      percent: 50,
      limit: { of: 'ratio', most: EXPORT.most },
    }),
    compared({
      ...of,
      name: 'main held up meanwhile, at most',
      samples: held,
      limit: { of: 'ours', most: EXPORT.mostHeldUp },
    }),
    compared({
      ...of,
      name: 'memory that it takes, at most',
      samples: memory,
      unit: 'MB',
      limit: { of: 'ours', most: EXPORT.mostMegabytes },
    }),
  ];
}

async function firstPages(file: string, folder: string): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const state of Object.keys(STATES).filter(isState)) {
    const took = noSamples();
    let wanted = 0;
    await inTurns(`ledger: the first page of ${state}`, FIRST, (turn, isKept) => {
      const database = openDatabase(file);
      try {
        const counter = historyCounter(database, folder);
        // What comes from the disk comes before either is measured.
        wanted = database.prepare(`${STATES[state]} -- first`).all(PAGE).length;
        let found = 0;
        const milliseconds = timeOf(() => {
          found =
            turn === 'ours'
              ? counter.page({ state }, PAGE).payments.length
              : database.prepare(STATES[state]).all(PAGE).length;
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
      compared({
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
