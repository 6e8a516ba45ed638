import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../ledger/index.ts';
import { openTestLedger } from '../../../ledger/testing/index.ts';
import { chainRowSchema } from '../../protocol/index.ts';
import { readRowsOfChanges } from './chain-rows.ts';
import type { LedgerChange } from './changes.ts';

const AT = '2026-01-15T16:00:00.000Z';
const PAYMENT = '0192f0c1-2b3c-7d4e-8f50-112233445566';
const EXTERNAL = '0192f0c1-2b3c-7d4e-8f50-665544332211';

let folder: string;
let database: Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-chain-rows-'));
  database = openTestLedger(join(folder, 'ledger.sqlite'));
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Inserts a row; each text column that is not given gets a canary with its own name. */
function insert(table: string, columnValues: Readonly<Record<string, unknown>>): void {
  const columns = database
    .prepare(`PRAGMA table_info(${table})`)
    .all()
    .map((row) => ({
      name: String(row.name),
      type: String(row.type),
      isRequired: row.notnull === 1,
    }));
  const values = columns.map(({ name, type, isRequired }) => {
    if (name in columnValues) return columnValues[name];
    if (type === 'TEXT') return `canary ${table}.${name}`;
    if (type === 'BLOB') return Buffer.from(`canary ${table}.${name}`);
    return isRequired ? 0 : null;
  });
  database
    .prepare(`INSERT INTO ${table} VALUES (${columns.map(() => '?').join(', ')})`)
    .run(...values.map((value) => (value instanceof Buffer ? value : (value as string | number))));
}

const REPORT = {
  kind: 'z',
  number: 3,
  shiftNumber: 7,
  posNumber: '07',
  at: AT,
  by: 'Ana',
  openedAt: AT,
  openedBy: 'Ana',
  drawerOf: null,
  isFloatCounted: true,
  takenOverFrom: null,
  handedTo: null,
  isClockChanged: false,
  money: [
    {
      currency: 'MXN',
      float: '500.00',
      payments: {
        bill: { count: 2, amount: '300.00' },
        'top-up': { count: 0, amount: '0.00' },
        'gift-card': { count: 0, amount: '0.00' },
      },
      fees: '10.00',
      cashOuts: { count: 0, amount: '0.00' },
      cancels: { count: 0, amount: '0.00' },
      handBacks: { count: 1, amount: '50.00' },
      takeIns: { count: 0, amount: '0.00' },
      payIns: { count: 0, amount: '0.00' },
      payOuts: { count: 0, amount: '0.00' },
      drops: { count: 0, amount: '0.00' },
      tenders: [{ tender: 'cash', amount: '810.00' }],
      expected: '760.00',
    },
  ],
  payIns: [],
  payOuts: [],
  drops: [],
  drawerOpened: [],
  late: [],
  openItems: [],
  owed: [],
  settledRefunds: [],
  counts: [
    {
      at: AT,
      by: 'Ana',
      approvedBy: null,
      money: [
        {
          currency: 'MXN',
          pieces: [],
          other: '750.00',
          counted: '750.00',
          expected: '760.00',
          difference: '-10.00',
        },
      ],
    },
  ],
  sinceCount: [],
  explanation: 'canary report.explanation',
};

/** Inserts one day of a till, with a canary in every text of the ledger. */
function insertDay(changes: Readonly<Record<string, unknown>> = {}): void {
  database.commit(() => {
    insert('cashiers', {
      id: 'ana',
      role: 'cashier',
      created_at: AT,
      created_by: null,
      failures: 0,
    });
    insert('shifts', {
      id: 'shift',
      opened_at: AT,
      opened_by: 'ana',
      closed_at: AT,
      closed_by: 'ana',
      number: 7,
      is_float_counted: 1,
      taken_over_from: null,
      drawer: '',
    });
    insert('intents', {
      id: PAYMENT,
      external_id: EXTERNAL,
      kind: 'gift-card',
      created_at: AT,
      biller_id: 40,
      biller_kind: 'gift-card',
      amount: '100.00',
      currency: 'USD',
      fee: '5.00',
      due: '1805.00',
      cash: null,
      change: null,
      shop_currency: 'MXN',
      cashier_id: 'ana',
      shift_id: 'shift',
      version: 'v3.mx',
      cancels: null,
      approved_by: null,
      ...changes,
    });
    insert('sends', {
      intent_id: PAYMENT,
      number: 1,
      result: 'done',
      request_date: AT,
      cashier_id: 'ana',
    });
    insert('outcomes', {
      intent_id: PAYMENT,
      state: 'paid',
      resolved_by: 'answer',
      unknown_because: null,
      transaction_created_at: '2026-01-15T10:00:07-06:00',
      by_hand_cashier_id: null,
    });
    insert('long_ticket_texts', { intent_id: PAYMENT });
    insert('payment_events', { id: 1, intent_id: PAYMENT, approved_by: null });
    insert('print_jobs', {
      id: 'paper',
      number: 1,
      intent_id: PAYMENT,
      state: 'waiting',
      ticket_text: 'exact',
      approved_by: null,
      picture: null,
    });
    insert('cash_movements', {
      number: 1,
      shift_id: 'shift',
      kind: 'float',
      amount: '500.00',
      currency: 'MXN',
      intent_id: null,
      cashier_id: 'ana',
      approved_by: null,
    });
    insert('z_reports', {
      number: 3,
      shift_id: 'shift',
      at: AT,
      report: JSON.stringify(REPORT),
      print_job: 'paper',
    });
    insert('refunds', {
      intent_id: PAYMENT,
      found_at: AT,
      found_by: 'watch',
      owed_to: 'customer',
      amount: '1805.00',
      currency: 'MXN',
      is_handed_over: 0,
    });
    insert('refund_settlements', {
      intent_id: PAYMENT,
      how: 'handed-back',
      at: AT,
      shift_id: 'shift',
      cashier_id: 'ana',
      approved_by: null,
    });
  });
}

const change = (number: number, kind: LedgerChange['kind'], key: string): LedgerChange => ({
  number,
  kind,
  key,
  token: 'mark',
});
const ALL = [
  change(1, 'payment', PAYMENT),
  change(2, 'shift', 'shift'),
  change(3, 'z-report', '3'),
  change(4, 'refund', PAYMENT),
];

describe('rows of changes', () => {
  it('sends each changed row once, in its current state', () => {
    insertDay();
    const rows = readRowsOfChanges(database, [...ALL, change(5, 'payment', PAYMENT)]);
    expect(rows.map((row) => chainRowSchema.parse(row))).toEqual(rows);
    expect(rows).toMatchObject([
      {
        change: 'payment',
        n: 5,
        state: 'paid',
        performed: Date.UTC(2026, 0, 15, 16, 0, 7) / 1_000,
        amount: '100.00',
        currency: 'USD',
        due: '1805.00',
        shop_currency: 'MXN',
      },
      {
        change: 'shift',
        number: 7,
        float: [{ currency: 'MXN', amount: '500.00' }],
        counted: [{ currency: 'MXN', amount: '750.00' }],
        expected: [{ currency: 'MXN', amount: '760.00' }],
        difference: [{ currency: 'MXN', amount: '-10.00' }],
      },
      { change: 'z-report', number: 3, shift: 'shift' },
      { change: 'refund', payment: PAYMENT, settled: 'handed-back', owed_to: 'customer' },
    ]);
    const [, , z] = rows;
    expect(z).toMatchObject({
      totals: expect.arrayContaining([
        { name: 'bill', count: 2, currency: 'MXN', amount: '300.00' },
        { name: 'hand-back', count: 1, currency: 'MXN', amount: '50.00' },
        { name: 'expected', count: 0, currency: 'MXN', amount: '760.00' },
      ]),
    });
  });

  it('sends no ticket, answer, message, reason, code, key or PIN, only the columns listed here', () => {
    insertDay();
    const json = JSON.stringify(readRowsOfChanges(database, ALL));
    expect([...new Set(json.match(/canary \w+\.\w+/g))].sort()).toEqual([
      'canary cashiers.name',
      'canary intents.account_number',
      'canary intents.account_shown',
      'canary intents.biller_name',
      'canary intents.cashier_name',
      'canary intents.pos_number',
      'canary outcomes.authorization',
      'canary outcomes.code',
    ]);
  });

  it('dates a payment by its first request when the service gave no time', () => {
    insertDay();
    const runSql = (sql: string): void => database.commit(() => void database.prepare(sql).run());
    runSql(`UPDATE outcomes SET transaction_created_at = 'yesterday'`);
    expect(readRowsOfChanges(database, ALL)[0]).toMatchObject({
      performed: Date.parse(AT) / 1_000,
    });
    runSql(`UPDATE outcomes SET state = 'rejected'`);
    expect(readRowsOfChanges(database, ALL)[0]).toMatchObject({ performed: null });
  });

  it('reports an unreadable row by its key, and does not block the others', () => {
    insertDay({ biller_name: 'a\u0000\nb\ud800c' });
    database.commit(() => database.prepare('DROP TRIGGER z_reports_are_not_changed').run());
    database.commit(() => database.prepare(`UPDATE z_reports SET report = '{"canary'`).run());
    const rows = readRowsOfChanges(database, [...ALL, change(9, 'payment', 'gone')]);
    expect(rows).toMatchObject([
      { change: 'payment', biller_name: 'a\ufffd\ufffdb\ufffdc' },
      { change: 'shift', n: 2, key: 'shift', wrong: 'it cannot be read: SyntaxError' },
      { change: 'z-report', n: 3, key: '3', wrong: 'it cannot be read: SyntaxError' },
      { change: 'refund' },
    ]);
    expect(JSON.stringify(rows)).not.toContain('{\\"canary');
  });
});
