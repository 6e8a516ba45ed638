/**
 * The daily file of a chain's day of 1,000,000 transactions, from the ledger to a synced file with
 * its digest, against the same rows streamed from bare SQL to a file. Memory is constant: what ours
 * holds at most while it writes is reported beside the same for a tenth of the lines.
 */
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { writeLedgerDailyFile } from '../../electron/back-office/reconciliation/index.ts';
import { openDatabase } from '../../electron/ledger/index.ts';
import { measurePeakMemory, measureTime } from './support/measure.ts';
import { type BenchResult, toBenchResult } from './support/result.ts';
import { createSamples, measureInTurns, reportProgress } from './support/rounds.ts';

const ROUNDS = { rounds: 3, warmUp: 0 };
const MOST = 2;
/** Of the memory that a tenth of the lines takes. */
const MAX_MEMORY_RATIO = 1.5;
const DAY = { since: Date.UTC(2026, 10, 20, 6) / 1000, until: Date.UTC(2026, 10, 21, 6) / 1000 };

export async function run({ lines }: { readonly lines: number }): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-bench-'));
  const ledger = join(folder, 'ledger.sqlite');
  const time = createSamples();
  const memory = createSamples();
  const many = lines.toLocaleString('en');
  try {
    reportProgress(`reconciliation: writing a ledger of ${many} payments`);
    fill(ledger, lines);
    await measureInTurns('reconciliation', ROUNDS, async (turn) => {
      const work = turn === 'ours' ? () => ours(ledger, folder, DAY) : () => bare(ledger, folder);
      time[turn].push(await measureTime(work));
    });
    reportProgress('reconciliation: memory');
    const tenth = { since: DAY.since, until: DAY.since + (DAY.until - DAY.since) / 10 };
    memory.ours.push(await measurePeakMemory(() => ours(ledger, folder, DAY)));
    memory.bare.push(await measurePeakMemory(() => ours(ledger, folder, tenth)));
  } finally {
    rmSync(folder, { recursive: true });
  }
  return [
    toBenchResult({
      name: `a daily file of ${many} lines`,
      samples: time,
      least: ROUNDS.rounds,
      limit: { of: 'ratio', most: MOST },
    }),
    toBenchResult({
      name: 'the memory that it takes, beside a tenth of it',
      samples: memory,
      least: 1,
      limit: { of: 'ratio', most: MAX_MEMORY_RATIO },
      unit: 'MB',
    }),
  ];
}

async function ours(ledger: string, folder: string, range: typeof DAY): Promise<void> {
  const database = openDatabase(ledger);
  try {
    const made = await writeLedgerDailyFile(database, range, {
      folder,
      name: 'ours.txt',
      date: '20261121',
    });
    if (!made.ok || made.value.lines === 0) throw new Error('no file was made');
  } finally {
    database.close();
  }
}

/** One statement, one line after the other, a buffered stream: no page, no check, no digest. */
async function bare(ledger: string, folder: string): Promise<void> {
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
  let piece = 'HEADER|20261121';
  for (const row of rows) {
    count += 1;
    piece += `\nREGISTER|${row.at}|${row.biller_id}|${row.authorization}|${row.account_number}|${row.amount}|${row.currency}|${row.pos_number}|${row.external_id}`;
    if (piece.length > 65_536) {
      if (!file.write(piece)) await once(file, 'drain');
      piece = '';
    }
  }
  file.end(`${piece}\nFOOTER|${count}`);
  await once(file, 'close');
  database.close();
}

/** One day of payments, spread evenly, in a ledger of the till's own schema. */
function fill(file: string, lines: number): void {
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
