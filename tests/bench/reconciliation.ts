/**
 * The daily file of a chain's day of 1,000,000 transactions, from the ledger to a synced file with
 * its digest, against the same rows streamed from bare SQL to a file. Memory is constant: our peak
 * during the writing is reported against the peak for a tenth of the lines.
 */
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { writeLedgerDailyFile } from '../../electron/back-office/reconciliation/index.ts';
import { openDatabase } from '../../electron/ledger/index.ts';
import { measurePeakMemory, measureTime } from './support/measure.ts';
import { createSamples, measureInTurns, reportProgress } from './support/measure-in-turns.ts';
import { type BenchResult, toBenchResult } from './support/result.ts';

const ROUNDS = { rounds: 3, warmUp: 0 };
const MAX_TIME_RATIO = 2;
/** Relative to the memory for a tenth of the lines. */
const MAX_MEMORY_RATIO = 1.5;
const DAY = { since: Date.UTC(2026, 10, 20, 6) / 1000, until: Date.UTC(2026, 10, 21, 6) / 1000 };

export async function run({ lines }: { readonly lines: number }): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-bench-'));
  const ledger = join(folder, 'ledger.sqlite');
  const timeSamples = createSamples();
  const memorySamples = createSamples();
  const lineCountText = lines.toLocaleString('en');
  try {
    reportProgress(`reconciliation: writing a ledger of ${lineCountText} payments`);
    insertPayments(ledger, lines);
    await measureInTurns('reconciliation', ROUNDS, async (turn) => {
      const work =
        turn === 'ours' ? () => writeOurs(ledger, folder, DAY) : () => writeBare(ledger, folder);
      timeSamples[turn].push(await measureTime(work));
    });
    reportProgress('reconciliation: memory');
    const tenth = { since: DAY.since, until: DAY.since + (DAY.until - DAY.since) / 10 };
    memorySamples.ours.push(await measurePeakMemory(() => writeOurs(ledger, folder, DAY)));
    memorySamples.bare.push(await measurePeakMemory(() => writeOurs(ledger, folder, tenth)));
  } finally {
    rmSync(folder, { recursive: true });
  }
  return [
    toBenchResult({
      name: `a daily file of ${lineCountText} lines`,
      samples: timeSamples,
      minSamples: ROUNDS.rounds,
      limit: { of: 'ratio', most: MAX_TIME_RATIO },
    }),
    toBenchResult({
      name: 'the memory that it takes, beside a tenth of it',
      samples: memorySamples,
      minSamples: 1,
      limit: { of: 'ratio', most: MAX_MEMORY_RATIO },
      unit: 'MB',
    }),
  ];
}

async function writeOurs(ledger: string, folder: string, range: typeof DAY): Promise<void> {
  const database = openDatabase(ledger);
  try {
    const result = await writeLedgerDailyFile(database, range, {
      folder,
      name: 'ours.txt',
      date: '20261121',
    });
    if (!result.ok || result.value.lines === 0) throw new Error('no file was made');
  } finally {
    database.close();
  }
}

/** One statement, line by line, a buffered stream: no pages, no check, no digest. */
async function writeBare(ledger: string, folder: string): Promise<void> {
  const database = new DatabaseSync(ledger);
  const file = createWriteStream(join(folder, 'bare.txt'), { highWaterMark: 1 << 20 });
  const rows = database
    .prepare(
      `SELECT strftime('%Y-%m-%dT%H:%M:%S', o.transaction_created_at) AS at, i.biller_id,
         o.authorization, i.account_number, i.amount, i.currency, i.pos_number, i.external_id
       FROM outcomes o INDEXED BY outcomes_performed CROSS JOIN intents i ON i.id = o.intent_id
       WHERE o.state IN ('paid', 'by-hand-paid') AND i.kind <> 'cancel'
         AND o.performed_second >= ? AND o.performed_second < ?
       ORDER BY o.performed_second, o.intent_id`,
    )
    .iterate(DAY.since, DAY.until);
  let count = 0;
  let chunk = 'HEADER|20261121';
  for (const row of rows) {
    count += 1;
    chunk += `\nREGISTER|${row.at}|${row.biller_id}|${row.authorization}|${row.account_number}|${row.amount}|${row.currency}|${row.pos_number}|${row.external_id}`;
    if (chunk.length > 65_536) {
      if (!file.write(chunk)) await once(file, 'drain');
      chunk = '';
    }
  }
  file.end(`${chunk}\nFOOTER|${count}`);
  await once(file, 'close');
  database.close();
}

/** Inserts one day of evenly distributed payments into a ledger of the till's own schema. */
function insertPayments(file: string, lines: number): void {
  openDatabase(file).close();
  const database = new DatabaseSync(file);
  const step = (DAY.until - DAY.since) / lines;
  database.exec(`
    PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; PRAGMA cache_size = -500000;
    BEGIN;
    INSERT INTO cashiers (id, name, role, pin_hash, created_at)
      VALUES ('ana', 'Ana', 'owner', 'x', '2026-01-01T00:00:00.000Z');
    INSERT INTO shifts (id, opened_at, opened_by, number)
      VALUES ('s', '2026-01-01T00:00:00.000Z', 'ana', 1);
    CREATE TABLE drawn AS
      WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers LIMIT ${lines})
      SELECT n, printf('%08x-5b1c-4c39-8e22-%012x', n, n * 7919) AS id,
        strftime('%Y-%m-%dT%H:%M:%SZ', ${DAY.since} + n * ${step}, 'unixepoch') AS at
      FROM numbers;
    INSERT INTO intents (id, order_id, kind, created_at, version, external_id, idempotency_key,
        target, body, biller_id, biller_name, biller_kind, account_number, amount, currency, due,
        shop_currency, cashier_id, cashier_name, pos_number, shift_id)
      SELECT id, 'o' || id, 'bill', at, 'v3.mx', id, 'k' || id, '/single/pay', x'7b7d',
        40 + n % 600, 'CFE', 'utility', printf('%012d', n * 7919), printf('%d.%02d', 20 + n % 900,
        n % 100), 'MXN', '100.00', 'MXN', 'ana', 'Ana', '07', 's' FROM drawn ORDER BY n;
    INSERT INTO outcomes (intent_id, state, authorization, transaction_created_at)
      SELECT id, 'paid', CAST(48586 + n AS TEXT), at FROM drawn ORDER BY id;
    DROP TABLE drawn;
    COMMIT`);
  database.close();
}
