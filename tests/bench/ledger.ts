/**
 * A ledger of a million payments. Looking into it, against SQL that answers the same question on
 * the same connection, with the same facts of each payment fetched and nothing made of them: a whole
 * day by pages, a payment by its authorization, all payments of an account. And the start to a usable sign-in,
 * against the same with a ledger without a payment. And what goes through all of it: the
 * CSV file, and a backup.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { type Database, openDatabase } from '../../electron/ledger/index.ts';
import { systemClock } from '../../electron/platform/index.ts';
import { measureCommitsDuringBackup } from './support/backup-load.ts';
import { measureTime } from './support/event-loop-delay.ts';
import { fillLedger } from './support/fill-ledger.ts';
import { measureWholeHistory } from './support/history-benchmark.ts';
import { createHistoryQueries } from './support/history-queries.ts';
import { type BenchQuery, createBenchQueries } from './support/ledger-queries.ts';
import {
  createTillProgram,
  fillCatalog,
  getLedgerPath,
  launchBrowser,
  type Program,
  startOnce,
} from './support/program.ts';
import { type BenchResult, formatResult, toBenchResult } from './support/result.ts';
import { createSamples, measureInTurns, reportProgress } from './support/rounds.ts';

const PAYMENTS = 1_000_000;
const AMONG = `among ${PAYMENTS.toLocaleString('en')} payments`;
const QUESTIONS = { rounds: 80, warmUp: 10, most: 1.5 };
const STARTS = { rounds: 11, warmUp: 2, most: 1.2 };

export async function run(): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-bench-'));
  try {
    const empty = createTillProgram(join(folder, 'empty'));
    const big = createTillProgram(join(folder, 'big'));
    await withBrowser((browser) => fillCatalog(browser, empty));
    cpSync(empty.profile, big.profile, { recursive: true });
    reportProgress(`ledger: writing ${PAYMENTS.toLocaleString('en')} payments`);
    fillLedger(getLedgerPath(big), PAYMENTS, systemClock.now());
    const file = getLedgerPath(big);
    const results: BenchResult[] = [];
    for (const part of [ask, measureWholeHistory, measureCommitsDuringBackup]) {
      const found = await part(file, folder);
      // It takes half an hour: what is known by then is not lost with what comes after it.
      for (const one of found) reportProgress(`  ${formatResult(one)}`);
      results.push(...found);
    }
    return [...results, await withBrowser((browser) => starts(browser, { big, empty }))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Open only while it is needed: half an hour of a full disk and processor may end a browser that waits. */
async function withBrowser<Value>(work: (browser: Browser) => Promise<Value>): Promise<Value> {
  const browser = await launchBrowser();
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

async function starts(
  browser: Browser,
  programs: { readonly big: Program; readonly empty: Program },
): Promise<BenchResult> {
  const took = createSamples();
  await measureInTurns('ledger: start', STARTS, async (turn, isKept) => {
    const started = await startOnce(browser, turn === 'ours' ? programs.big : programs.empty);
    if (isKept) took[turn].push(started.took);
  });
  return toBenchResult({
    name: `start with ${PAYMENTS.toLocaleString('en')} payments, against none`,
    samples: took,
    least: STARTS.rounds,
    limit: { of: 'ratio', most: STARTS.most },
  });
}

async function ask(file: string, folder: string): Promise<BenchResult[]> {
  const database = openDatabase(file);
  try {
    const counter = createHistoryQueries(database, folder);
    const answers: BenchResult[] = [];
    for (const question of createBenchQueries(database, counter, samplesOf(database))) {
      answers.push(await asked(question));
    }
    return answers;
  } finally {
    database.close();
  }
}

async function asked({ name, ours, bare }: BenchQuery): Promise<BenchResult> {
  const took = createSamples();
  let wanted = 0;
  let wantedIn = Number.NaN;
  await measureInTurns(`ledger: ${name}`, QUESTIONS, (turn, isKept, round) => {
    // What comes from the disk comes before either is measured.
    if (wantedIn !== round) wanted = bare(round);
    wantedIn = round;
    let found = 0;
    const milliseconds = measureTime(() => {
      found = turn === 'ours' ? ours(round) : bare(round);
    });
    if (found !== wanted || found === 0) {
      throw new Error(`${name}: found ${found}, and the SQL alone ${wanted}`);
    }
    if (isKept) took[turn].push(milliseconds);
  });
  return toBenchResult({
    name: `${name} ${AMONG}`,
    samples: took,
    least: QUESTIONS.rounds,
    limit: { of: 'ratio', most: QUESTIONS.most },
  });
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
