/**
 * A ledger of a million payments. Looking into it, against SQL that answers the same question on
 * the same connection, with its rows fetched and nothing made of them: a whole day by pages, a
 * payment by its authorization, all payments of an account. And the start to a usable sign-in,
 * against the same with a ledger without a payment.
 *
 *     node tests/bench/ledger.ts [--json]
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../electron/ledger/index.ts';
import { systemClock } from '../../electron/platform/index.ts';
import { fillLedger } from './support/big-ledger.ts';
import { historyCounter } from './support/history-counter.ts';
import {
  fillCatalogue,
  launchBrowser,
  ledgerOf,
  type Program,
  startOnce,
  tillOf,
} from './support/program.ts';
import { type Question, questionsOf } from './support/questions.ts';
import { type BenchResult, compared, runDirectly } from './support/result.ts';

const PAYMENTS = 1_000_000;
const AMONG = `among ${PAYMENTS.toLocaleString('en')} payments`;
const QUESTIONS = { rounds: 80, warmUp: 10, most: 1.5 };
const STARTS = { rounds: 11, warmUp: 2, most: 1.2 };

export async function run(): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-bench-'));
  const browser = await launchBrowser();
  try {
    const empty = tillOf(join(folder, 'empty'));
    const big = tillOf(join(folder, 'big'));
    await fillCatalogue(browser, empty);
    cpSync(empty.profile, big.profile, { recursive: true });
    fillLedger(ledgerOf(big), PAYMENTS, systemClock.now());
    const answers = ask(ledgerOf(big), folder);
    const took = { ours: [] as number[], bare: [] as number[] };
    await inTurns(STARTS, async (turn, isWarm) => {
      const program: Program = turn === 'ours' ? big : empty;
      const started = await startOnce(browser, program);
      if (isWarm) took[turn].push(started.took);
    });
    return [
      ...answers,
      compared(
        `start with ${PAYMENTS.toLocaleString('en')} payments, against none`,
        took,
        STARTS.most,
      ),
    ];
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Turn = 'ours' | 'bare';

function turnsOf(round: number): readonly Turn[] {
  return round % 2 === 0 ? ['ours', 'bare'] : ['bare', 'ours'];
}

async function inTurns(
  { rounds, warmUp }: { readonly rounds: number; readonly warmUp: number },
  measure: (turn: Turn, isWarm: boolean) => Promise<void>,
): Promise<void> {
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const turn of turnsOf(round)) await measure(turn, round >= 0);
  }
}

function ask(file: string, folder: string): BenchResult[] {
  const database = openDatabase(file);
  try {
    const counter = historyCounter(database, folder);
    return questionsOf(database, counter, samplesOf(database)).map(asked);
  } finally {
    database.close();
  }
}

function asked({ name, ours, bare }: Question): BenchResult {
  const took = { ours: [] as number[], bare: [] as number[] };
  for (let round = -QUESTIONS.warmUp; round < QUESTIONS.rounds; round += 1) {
    // What comes from the disk comes before either is measured.
    const wanted = bare(round);
    for (const turn of turnsOf(round)) {
      const began = performance.now();
      const found = turn === 'ours' ? ours(round) : bare(round);
      const milliseconds = performance.now() - began;
      if (found !== wanted || found === 0) {
        throw new Error(`${name}: found ${found}, and the SQL alone ${wanted}`);
      }
      if (round >= 0) took[turn].push(milliseconds);
    }
  }
  return compared(`${name} ${AMONG}`, took, QUESTIONS.most);
}

/** Paid ones that lie apart. */
function samplesOf(database: Database) {
  const rows = Array.from({ length: QUESTIONS.rounds }, (_, at) =>
    database
      .prepare(
        `SELECT i.account_number, i.created_at, o.authorization FROM intents i
         CROSS JOIN outcomes o ON o.intent_id = i.id
         WHERE i.rowid > ? AND o.authorization IS NOT NULL ORDER BY i.rowid LIMIT 1`,
      )
      .get(5_003 + Math.floor((at * PAYMENTS) / (QUESTIONS.rounds + 1))),
  );
  return rows.map((row) => ({
    account: String(row?.account_number),
    at: String(row?.created_at),
    authorization: String(row?.authorization),
  }));
}

await runDirectly(run, import.meta.main);
