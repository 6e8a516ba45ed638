/**
 * A ledger of a million payments. Queries, against SQL that answers the same question on the same
 * connection and fetches the same facts of each payment without conversion: a whole day by pages, a
 * payment by its authorization, all payments of an account. The start to a usable sign-in, against
 * the same with an empty ledger. And the work over all payments: the CSV file and a backup.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { type Database, openLedgerDatabase } from '../../electron/ledger/index.ts';
import { systemClock } from '../../electron/platform/index.ts';
import { measureCommitsDuringBackup } from './support/backup-load.ts';
import { measureTime } from './support/event-loop-delay.ts';
import { fillLedger } from './support/fill-ledger.ts';
import { measureWholeHistory } from './support/history-benchmark.ts';
import { createHistoryQueries } from './support/history-queries.ts';
import { type BenchQuery, createBenchQueries } from './support/ledger-queries.ts';
import { createSamples, measureInTurns, reportProgress } from './support/measure-in-turns.ts';
import {
  createTillProgram,
  fillCatalog,
  getLedgerPath,
  launchBrowser,
  type Program,
  startOnce,
} from './support/program.ts';
import { type BenchResult, formatResult, toBenchResult } from './support/result.ts';

const PAYMENTS = 1_000_000;
const NAME_SUFFIX = `among ${PAYMENTS.toLocaleString('en')} payments`;
const QUERY_ROUNDS = { rounds: 80, warmUp: 10, maxRatio: 1.5 };
const START_ROUNDS = { rounds: 11, warmUp: 2, maxRatio: 1.2 };

export async function run(): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-bench-'));
  try {
    const emptyTill = createTillProgram(join(folder, 'empty'));
    const bigTill = createTillProgram(join(folder, 'big'));
    await withBrowser((browser) => fillCatalog(browser, emptyTill));
    cpSync(emptyTill.profile, bigTill.profile, { recursive: true });
    reportProgress(`ledger: writing ${PAYMENTS.toLocaleString('en')} payments`);
    fillLedger(getLedgerPath(bigTill), PAYMENTS, systemClock.now());
    const file = getLedgerPath(bigTill);
    const results: BenchResult[] = [];
    for (const part of [measureQueries, measureWholeHistory, measureCommitsDuringBackup]) {
      const partResults = await part(file, folder);
      // The parts take half an hour: results are printed at once, so that a later failure does not
      // lose them.
      for (const result of partResults) reportProgress(`  ${formatResult(result)}`);
      results.push(...partResults);
    }
    return [
      ...results,
      await withBrowser((browser) => measureStarts(browser, { big: bigTill, empty: emptyTill })),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Opens the browser only while it is needed: half an hour of full load on disk and processor may
 * end an idle browser.
 */
async function withBrowser<Value>(work: (browser: Browser) => Promise<Value>): Promise<Value> {
  const browser = await launchBrowser();
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

async function measureStarts(
  browser: Browser,
  programs: { readonly big: Program; readonly empty: Program },
): Promise<BenchResult> {
  const samples = createSamples();
  await measureInTurns('ledger: start', START_ROUNDS, async (turn, isKept) => {
    const start = await startOnce(browser, turn === 'ours' ? programs.big : programs.empty);
    if (isKept) samples[turn].push(start.durationMs);
  });
  return toBenchResult({
    name: `start with ${PAYMENTS.toLocaleString('en')} payments, against none`,
    samples,
    minSamples: START_ROUNDS.rounds,
    limit: { of: 'ratio', most: START_ROUNDS.maxRatio },
  });
}

async function measureQueries(file: string, folder: string): Promise<BenchResult[]> {
  const database = openLedgerDatabase(file);
  try {
    const history = createHistoryQueries(database, folder);
    const results: BenchResult[] = [];
    for (const query of createBenchQueries(database, history, readSamples(database))) {
      results.push(await measureQuery(query));
    }
    return results;
  } finally {
    database.close();
  }
}

async function measureQuery({ name, ours, bare }: BenchQuery): Promise<BenchResult> {
  const samples = createSamples();
  let expectedCount = 0;
  let expectedRound = Number.NaN;
  await measureInTurns(`ledger: ${name}`, QUERY_ROUNDS, (turn, isKept, round) => {
    // Reads the pages from disk before either side is measured.
    if (expectedRound !== round) expectedCount = bare(round);
    expectedRound = round;
    let count = 0;
    const milliseconds = measureTime(() => {
      count = turn === 'ours' ? ours(round) : bare(round);
    });
    if (count !== expectedCount || count === 0) {
      throw new Error(`${name}: found ${count}, and the SQL alone ${expectedCount}`);
    }
    if (isKept) samples[turn].push(milliseconds);
  });
  return toBenchResult({
    name: `${name} ${NAME_SUFFIX}`,
    samples,
    minSamples: QUERY_ROUNDS.rounds,
    limit: { of: 'ratio', most: QUERY_ROUNDS.maxRatio },
  });
}

/** Reads paid payments with distance between them. */
function readSamples(database: Database) {
  const rows = Array.from({ length: QUERY_ROUNDS.rounds }, (_, sampleIndex) =>
    database
      .prepare(
        `SELECT i.account_number, i.created_at, o.authorization FROM intents i
         CROSS JOIN outcomes o ON o.intent_id = i.id
         WHERE i.rowid > ? AND o.authorization IS NOT NULL ORDER BY i.rowid LIMIT 1`,
      )
      .get(5_003 + Math.floor((sampleIndex * PAYMENTS) / (QUERY_ROUNDS.rounds + 1))),
  );
  return rows.map((row) => ({
    account: String(row?.account_number),
    at: String(row?.created_at),
    authorization: String(row?.authorization),
  }));
}
