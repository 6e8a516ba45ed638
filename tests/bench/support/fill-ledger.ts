import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { openLedgerDatabase } from '../../../electron/ledger/index.ts';

/** The extent of the payments of a filled ledger. */
export interface FilledLedger {
  readonly payments: number;
  /**
   * The number of days that the payments cover; the last one ends at `until`, in milliseconds since
   * the epoch.
   */
  readonly days: number;
  readonly until: number;
}

const DAYS = 1_100;
const DAY_MS = 86_400_000;
/** The shop's opening hours in UTC: 8:00 to 22:00 in Mexico. */
const OPENING_HOUR_UTC = 14;
const OPENING_HOURS = 13;

/**
 * Inserts payments into a closed ledger as three years of a busy shop would leave them: distributed
 * over days and hours, cashiers, a few frequent billers, monthly customers, kinds, outcomes,
 * events, papers and their bytes. Uses the till's schema. The indexes are dropped and created again
 * at the end, because inserting row by row would take an hour. The ledger has at least one cashier.
 */
export function fillLedger(file: string, payments: number, now: number): FilledLedger {
  // Migrates the file to the newest schema.
  openLedgerDatabase(file).close();
  const endMs = Math.floor(now / DAY_MS) * DAY_MS;
  const database = new DatabaseSync(file);
  try {
    // Durability is not needed: after a power failure the ledger is made again.
    database.exec(`PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;
      PRAGMA foreign_keys = OFF; PRAGMA cache_size = -1000000; PRAGMA temp_store = MEMORY`);
    const indexes = database
      .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
      .all();
    database.exec('BEGIN');
    for (const index of indexes) database.exec(`DROP INDEX ${String(index.name)}`);
    insertDrawnRows(database, payments, endMs);
    for (const statement of [
      SHIFTS,
      INTENTS,
      SENDS,
      LOOK_UPS,
      OUTCOMES,
      HAND_OVERS,
      EVENTS,
      PAPERS,
    ]) {
      database.exec(statement);
    }
    database.exec('DROP TABLE drawn');
    for (const index of indexes) database.exec(String(index.sql));
    // Its triggers update rows that they find by an index.
    database.exec(REFUNDS);
    database.exec('COMMIT');
    const brokenRows = database.prepare('PRAGMA foreign_key_check').all();
    if (brokenRows.length > 0) throw new Error(`${brokenRows.length} rows name what is not there`);
  } finally {
    database.close();
  }
  rmSync(`${file}-journal`, { force: true });
  // Otherwise pending writes would be measured later.
  const handle = openSync(file, 'r+');
  fsyncSync(handle);
  closeSync(handle);
  return { payments, days: DAYS, until: endMs };
}

/**
 * Creates one row for each payment, from which all other rows are made. Its numbers are spread, and
 * the same in each run.
 */
function insertDrawnRows(database: DatabaseSync, payments: number, endMs: number): void {
  const spreadSql = (factor: number): string => `((n * ${factor}) % 1000003)`;
  const firstSecond = (endMs - DAYS * DAY_MS) / 1000;
  const perDay = payments / DAYS;
  database.exec(`
    CREATE TEMP TABLE counter AS SELECT id, name, row_number() OVER (ORDER BY id) - 1 AS number
      FROM cashiers;
    CREATE TABLE drawn AS
    WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers LIMIT ${payments}),
    placed AS (
      SELECT n, CAST(n / ${perDay} AS INTEGER) AS day, n / ${perDay} AS at,
        ${spreadSql(48_271)} AS a, ${spreadSql(69_621)} AS b, ${spreadSql(16_807)} AS c, ${spreadSql(39_373)} AS d
      FROM numbers
    )
    SELECT n, day,
      strftime('%Y-%m-%dT%H:%M:%fZ', ${firstSecond} + day * 86400 + ${OPENING_HOUR_UTC * 3600}
        + (at - day) * ${OPENING_HOURS * 3600}, 'unixepoch') AS at,
      lower(hex(randomblob(4))) || '-' || lower(hex(randomblob(2))) || '-4'
        || substr(lower(hex(randomblob(2))), 2) || '-a' || substr(lower(hex(randomblob(2))), 2)
        || '-' || lower(hex(randomblob(6))) AS id,
      a, b, c, d,
      -- The square makes few billers frequent: 600 of them, CFE before all.
      40 + CAST(600.0 * a * a / 1000003 / 1000003 AS INTEGER) AS biller,
      -- Sixty thousand customers.
      printf('%012d', (b % 60000) * 15485863 % 1000000000000) AS account,
      CASE WHEN c % 1000 < 700 THEN 'bill' WHEN c % 1000 < 945 THEN 'top-up'
        WHEN c % 1000 < 975 THEN 'gift-card' WHEN c % 1000 < 995 THEN 'cash-out'
        ELSE 'cancel' END AS kind,
      -- What is open is of the last hour: everything older was resolved long ago.
      CASE WHEN n >= ${payments} - 3 THEN 'unknown' WHEN d % 10000 < 9400 THEN 'paid'
        WHEN d % 10000 < 9900 THEN 'rejected' WHEN d % 10000 < 9990 THEN 'not-performed'
        WHEN d % 10000 < 9997 THEN 'by-hand-paid' ELSE 'by-hand-not-paid' END AS state,
      printf('%d.%02d', 20 + d % 1500, c % 4 * 25) AS amount
    FROM placed ORDER BY n`);
}

const SHIFTS = `
  INSERT INTO shifts (id, opened_at, opened_by, closed_at, closed_by)
  SELECT 'shift-' || day, min(at), (SELECT id FROM counter LIMIT 1), max(at),
    (SELECT id FROM counter LIMIT 1) FROM drawn GROUP BY day`;

const INTENTS = `
  INSERT INTO intents (id, order_id, kind, created_at, version, external_id, idempotency_key, target,
    body, biller_id, biller_name, biller_kind, account_number, name_on_account, bill_id, amount,
    currency, fee, due, cash, change, shop_currency, rate, cashier_id, cashier_name, pos_number,
    shift_id, is_drp, cancels, approved_by, reason)
  SELECT drawn.id, 'o' || drawn.id, kind, at, 'v3.mx', drawn.id, 'k' || drawn.id, '/single/pay',
    CAST('{"biller_id":' || biller || ',"account_number":"' || account || '","amount":' || amount
      || ',"currency":"MXN","external_id":"' || drawn.id || '","pos_number":"07"}' AS BLOB),
    biller, 'Empresa ' || biller,
    CASE kind WHEN 'top-up' THEN 'top-up' WHEN 'gift-card' THEN 'gift-card'
      WHEN 'cash-out' THEN 'partner' ELSE 'utility' END,
    account, NULL, NULL, amount, 'MXN', '12.00', printf('%.2f', amount + 12), '2000.00',
    printf('%.2f', 1988 - amount), 'MXN', NULL, counter.id, counter.name, '07', 'shift-' || day,
    biller = 41, NULL, NULL, NULL
  FROM drawn JOIN counter ON counter.number = drawn.d % (SELECT count(*) FROM counter)
  ORDER BY n;
  -- A cancel takes back the payment before it.
  UPDATE intents SET cancels = (SELECT id FROM drawn WHERE drawn.rowid = intents.rowid - 1)
    WHERE kind = 'cancel' AND rowid > 1`;

const SENDS = `
  INSERT INTO sends (intent_id, number, request_date, started_at, cashier_id, ended_at, result,
    http_status, code, message, reason, raw)
  SELECT i.id, 1, i.created_at, i.created_at, i.cashier_id, i.created_at,
    CASE state WHEN 'paid' THEN 'done' WHEN 'rejected' THEN 'refused' ELSE 'unknown' END,
    CASE state WHEN 'paid' THEN 201 WHEN 'rejected' THEN 400 END,
    CASE state WHEN 'rejected' THEN 'R2' END, NULL, NULL,
    CASE state WHEN 'paid' THEN '{"id":"' || (500000000 + n) || '","status":"fulfilled","amount":'
      || i.amount || ',"account_number":"' || i.account_number || '","external_id":"' || i.id
      || '","created_at":"' || at || '","hours_to_fulfill":24,"ticket_text":"..."}' END
  FROM intents i JOIN drawn ON drawn.id = i.id ORDER BY i.id`;

const LOOK_UPS = `
  INSERT INTO look_ups (intent_id, number, at, result, service_time, detail)
  SELECT id, 1, at, 'empty', at, NULL FROM drawn
    WHERE state NOT IN ('paid', 'rejected') ORDER BY id`;

const OUTCOMES = `
  INSERT INTO outcomes (intent_id, state, resolved_at, resolved_by, authorization,
    transaction_created_at, service_status, ticket_text, code, message, http_status,
    unknown_because, next_look_up_at, seen_at)
  SELECT id, state, CASE state WHEN 'unknown' THEN NULL ELSE at END,
    CASE state WHEN 'unknown' THEN NULL WHEN 'not-performed' THEN 'look-up'
      WHEN 'by-hand-paid' THEN 'by-hand' WHEN 'by-hand-not-paid' THEN 'by-hand' ELSE 'answer' END,
    CASE state WHEN 'paid' THEN CAST(500000000 + n AS TEXT) END,
    CASE state WHEN 'paid' THEN at END, CASE state WHEN 'paid' THEN 'fulfilled' END,
    CASE state WHEN 'paid' THEN 'CONSERVE ESTE COMPROBANTE. Su pago se aplica en las siguientes '
      || '24 horas. Aclaraciones al 800 000 0000 con este número: ' || n END,
    CASE state WHEN 'rejected' THEN 'R2' END,
    CASE state WHEN 'rejected' THEN 'Account number is invalid' END,
    CASE state WHEN 'paid' THEN 201 WHEN 'rejected' THEN 400 END,
    CASE state WHEN 'unknown' THEN 'timed-out' END, CASE state WHEN 'unknown' THEN at END, at
  FROM drawn ORDER BY id`;

// One paid bill in a thousand was given back; the customer has the money.
const REFUNDS = `
  INSERT INTO refunds (intent_id, found_at, found_by, service_status, owed_to, is_handed_over, amount,
    currency)
  SELECT i.id, i.created_at, 'watch', 'refunded', 'customer', 0, i.due, i.currency
  FROM intents i JOIN outcomes o ON o.intent_id = i.id
  WHERE i.kind = 'bill' AND o.state = 'paid' AND i.rowid % 1000 = 7 ORDER BY i.id;
  INSERT INTO refund_settlements (intent_id, how, at, shift_id, cashier_id, approved_by, reason)
  SELECT i.id, 'handed-back', i.created_at, i.shift_id, i.cashier_id, NULL, NULL
  FROM intents i JOIN refunds r ON r.intent_id = i.id ORDER BY i.id`;

const HAND_OVERS = `
  INSERT INTO hand_overs (intent_id, handed_at, handed_by)
  SELECT i.id, i.created_at, i.cashier_id FROM intents i JOIN drawn ON drawn.id = i.id
    WHERE i.kind IN ('cash-out', 'cancel') AND drawn.state IN ('paid', 'by-hand-paid')
    ORDER BY i.id`;

const EVENTS = `
  INSERT INTO payment_events (intent_id, at, kind, cashier_id, detail)
  SELECT i.id, i.created_at, step.kind, i.cashier_id, step.detail
  FROM intents i CROSS JOIN (
    SELECT 1 AS number, 'intent' AS kind, '{"send":1}' AS detail
    UNION ALL SELECT 2, 'answer-done', '{"state":"paid","httpStatus":201}') step
  ORDER BY i.rowid, step.number`;

const PAPERS = `
  INSERT INTO print_jobs (id, number, intent_id, kind, created_at, columns, lines, bytes, byte_count, model,
    state, ticket_text, bytes_sent, ended_at, cashier_id)
  SELECT 'p' || i.id, row_number() OVER (ORDER BY i.rowid), i.id, 'original', i.created_at, 42,
    randomblob(570), randomblob(530), 1350, 'epson', 'printed', 'exact', 1350, i.created_at, i.cashier_id
  FROM intents i JOIN drawn ON drawn.id = i.id WHERE drawn.state = 'paid' ORDER BY i.rowid`;
