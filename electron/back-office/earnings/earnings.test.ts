import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EarningsRow } from '../../../shared/contract/index.ts';
import {
  ANA,
  createRefusal,
  createTestBiller,
  createTestCounter,
  expectOk,
  expectSynchronous,
  LUIS,
  LUIS_PIN,
  NEVER_ARRIVES,
  type TestCounter,
} from '../../counter/payments/testing/index.ts';
import { createAudit, listAuditRowsOfKind } from '../../ledger/audit/index.ts';
import { MIGRATIONS } from '../../ledger/testing/index.ts';
import type { PaperDocument } from '../../printing/index.ts';
import { createEarningsReports, type EarningsReports } from './index.ts';
import { formatMillionths } from './tally.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const approval = { cashierId: LUIS.id, pin: LUIS_PIN };

let counter: TestCounter;
let folder: string;
let earnings: EarningsReports;
let printed: PaperDocument[];

beforeEach(() => {
  counter = createTestCounter({ version: 'v1.6' });
  counter.billers.set(37, createTestBiller({ id: 37, name: 'SKY' }));
  counter.settings.customerFee = {
    kind: 'fixed',
    utility: '5',
    'top-up': '0',
    'gift-card': '0',
    partner: '0',
  };
  folder = mkdtempSync(join(tmpdir(), 'mostrador-earnings-'));
  printed = [];
  earnings = createEarningsReports({
    database: counter.database,
    clock: counter.clock,
    audit: createAudit({ database: counter.database, clock: counter.clock }),
    printQueue: {
      enqueueReport: (document) => {
        printed.push(document);
        return 'job-1';
      },
      wake: () => {},
    },
    settings: () => ({
      shop: { name: 'Lupita' },
      posNumber: '07',
      timeZone: 'America/Mexico_City',
      language: 'es-MX',
      environment: 'training',
      shopCurrency: 'MXN',
    }),
    exportFolder: folder,
  });
});

afterEach(() => {
  counter.close();
  rmSync(folder, { recursive: true, force: true });
});

const readEarnings = async (days: 1 | 7 | 28 = 7, to: string | null = null) =>
  expectOk(await earnings.read({ days, to }));
const listNamesAndSums = (rows: readonly EarningsRow[]) =>
  rows.map(({ id, name, now }) => [name || id, now.count, now.amount]);

async function sell(
  account: string,
  amount: string,
  options: { billerId?: number; earned?: string | null; cashier?: typeof ANA } = {},
) {
  counter.service.earned = options.earned ?? null;
  const { earned: _, ...changes } = options;
  const order = await counter.order({ account, amount, ...changes });
  const payment = expectOk(expectSynchronous(counter.pay(order, changes.cashier ?? ANA)));
  await counter.advance(1000);
  return counter.get(payment.id);
}

describe('sales and earnings', () => {
  it('sums sales by day, cashier, biller and kind, with separate fees and without rounding', async () => {
    await sell('501000000001', '100.10', { earned: '7.505' });
    await sell('501000000002', '50.20', { billerId: 37, earned: '0.001', cashier: LUIS });
    counter.service.fates.push({ arrives: 1, answers: 1, answer: createRefusal('R2') });
    await sell('501000000003', '999', { earned: '99' });
    const result = await readEarnings();
    expect(result.total.now).toEqual({
      count: 2,
      amount: '150.30',
      fee: '10.00',
      earned: '7.506',
      notReported: 0,
      takenBack: 0,
      cashOuts: { count: 0, amount: '0.00' },
    });
    expect(result.by.day).toHaveLength(7);
    expect(result.by.day.at(-1)).toMatchObject({ id: '2026-01-15', now: { count: 2 } });
    expect(listNamesAndSums(result.by.cashier)).toEqual([
      ['Ana', 1, '100.10'],
      ['Luis', 1, '50.20'],
    ]);
    expect(listNamesAndSums(result.by.biller)).toEqual([
      ['CFE', 1, '100.10'],
      ['SKY', 1, '50.20'],
    ]);
    expect(listNamesAndSums(result.by.kind)).toEqual([['bill', 2, '150.30']]);
    expect(result).toMatchObject({ currency: 'MXN', isRunning: true, from: '2026-01-09' });
  });

  it('returns null earnings when the service returned no commission', async () => {
    expect((await readEarnings()).total.now).toMatchObject({
      count: 0,
      earned: '0.00',
      notReported: 0,
    });
    await sell('501000000001', '10');
    expect((await readEarnings()).total.now).toMatchObject({
      count: 1,
      earned: null,
      notReported: 1,
    });
    await sell('501000000002', '10', { earned: '0.00' });
    expect((await readEarnings()).total.now).toMatchObject({
      count: 2,
      earned: '0.00',
      notReported: 1,
    });
  });

  it('returns null earnings when the commission is in another currency', async () => {
    counter.settings.accountCurrency = 'USD';
    await sell('501000000001', '10', { earned: '5.00' });
    expect((await readEarnings()).total.now).toMatchObject({ earned: null, notReported: 1 });
  });

  it('subtracts a cancelled sale once, from the cashier who made it', async () => {
    const paid = await sell('501000000001', '100', { earned: '7.50' });
    expectOk(
      await counter.payments.cancel({ paymentId: paid.id, reason: 'wrong', approval }, LUIS),
    );
    await counter.advance(1000);
    const cancelledSum = { count: 1, amount: '0.00', fee: '0.00', earned: '0.00', takenBack: 1 };
    const result = await readEarnings();
    expect(result.total.now).toMatchObject({ ...cancelledSum, notReported: 0 });
    expect(result.by.cashier).toMatchObject([{ name: 'Ana', now: cancelledSum }]);
    insertRefund(paid.id);
    expect((await readEarnings()).total.now).toMatchObject(cancelledSum);
  });

  it('subtracts a refunded sale on the day on which the refund was found', async () => {
    const paid = await sell('501000000001', '100', { earned: '7.50' });
    await counter.advance(2 * DAY);
    insertRefund(paid.id);
    const [sold, , refunded] = (await readEarnings(28)).by.day.slice(-3);
    expect([sold?.now.amount, refunded?.now.amount, refunded?.now.earned]).toEqual([
      '100.00',
      '-100.00',
      '-7.50',
    ]);
  });

  it('counts a payment on the day of its sale when its outcome is known later', async () => {
    counter.service.fates.push(NEVER_ARRIVES);
    counter.service.lookUpFates.push(...Array.from({ length: 400 }, () => 'unread' as const));
    const open = await sell('501000000001', '100');
    await counter.advance(DAY);
    expect((await readEarnings()).total.now.count).toBe(0);
    const closing = { paymentId: open.id, isPaid: true, authorization: null, reason: 'by phone' };
    expectOk(await counter.payments.closeByHand({ ...closing, approval }, ANA));
    expect((await readEarnings()).by.day.at(-2)?.now).toMatchObject({ count: 1, notReported: 1 });
  });

  it('updates the sums when a payment’s outcome changes', async () => {
    const paid = await sell('501000000001', '100', { earned: '7.50' });
    const setState = (state: string) =>
      counter.database
        .prepare('UPDATE outcomes SET state = ? WHERE intent_id = ?')
        .run(state, paid.id);
    setState('by-hand-not-paid');
    expect((await readEarnings()).total.now).toMatchObject({
      count: 0,
      amount: '0.00',
      fee: '0.00',
    });
    setState('by-hand-paid');
    expect((await readEarnings()).total.now).toMatchObject({
      count: 1,
      amount: '100.00',
      fee: '5.00',
    });
  });

  it('separates cash-outs from sales', async () => {
    counter.settings.cashOutBillers = [37];
    counter.service.earned = '2.00';
    expectOk(await counter.payOut({ billerId: 37, amount: '300' }));
    await counter.advance(1000);
    const result = await readEarnings();
    expect(result.total.now).toMatchObject({
      count: 0,
      amount: '0.00',
      earned: '2.00',
      cashOuts: { count: 1, amount: '300.00' },
    });
    expect(result.by.kind).toMatchObject([{ id: 'cash-out' }]);
  });

  it('excludes and counts sales in another currency', async () => {
    await sell('501000000001', '100');
    const { database } = counter;
    database.commit(() => database.prepare("UPDATE sales SET currency = 'USD'").run());
    expect(await readEarnings()).toMatchObject({
      total: { now: { count: 0 } },
      inOtherCurrencies: 1,
    });
  });
});

describe('compared days', () => {
  it('compares with the same weekday a week before, up to the same hour of the current day', async () => {
    await sell('501000000001', '10');
    await counter.advance(3 * HOUR);
    await sell('501000000002', '20');
    await counter.advance(7 * DAY - 2 * HOUR);
    await sell('501000000003', '40');
    // One hour before the time of the second sale of a week ago.
    const result = await readEarnings(1);
    expect(result).toMatchObject({ from: '2026-01-22', before: { from: '2026-01-15' } });
    expect([result.total.now.amount, result.total.before.amount]).toEqual(['40.00', '10.00']);
    const pastDay = await readEarnings(1, '2026-01-15');
    expect(pastDay.isRunning).toBe(false);
    expect([pastDay.total.now.amount, pastDay.total.before.amount]).toEqual(['30.00', '0.00']);
  });

  it('compares 7 days with the previous 7 and 28 days with the previous 28', async () => {
    await sell('501000000001', '10');
    await counter.advance(8 * DAY);
    const week = await readEarnings(7);
    expect(week.before).toEqual({ from: '2026-01-10', to: '2026-01-16' });
    expect([week.total.now.amount, week.total.before.amount]).toEqual(['0.00', '10.00']);
    expect((await readEarnings(28)).before).toEqual({ from: '2025-11-29', to: '2025-12-26' });
    expect((await readEarnings(28)).total.now.amount).toBe('10.00');
  });

  it('uses days in the shop’s time zone and rejects days before the minimum', async () => {
    // 22:00 on the 15th, and then 01:00 on the next day.
    await counter.advance(12 * HOUR);
    await sell('501000000001', '10');
    await counter.advance(3 * HOUR);
    await sell('501000000002', '20');
    expect((await readEarnings(1, '2026-01-15')).total.now.amount).toBe('10.00');
    expect((await readEarnings(1, '2030-01-01')).to).toBe('2026-01-16');
    expect(await earnings.read({ days: 28, to: '0001-01-02' })).toMatchObject({
      problem: { kind: 'invalid-input', field: 'to' },
    });
  });
});

describe('earnings export and printed report', () => {
  beforeEach(async () => {
    await sell('501000000001', '100.10', { earned: '7.505' });
    const refunded = await sell('501000000002', '50', { billerId: 37 });
    insertRefund(refunded.id);
  });

  it('exports a CSV row per day, cashier, biller and kind, recorded in the audit log', async () => {
    const { file, rows } = expectOk(await earnings.export({ days: 7, to: null }, ANA));
    const lines = readFileSync(file, 'utf8').split('\r\n');
    expect(rows).toBe(3);
    expect(lines[0]).toContain('"Ganancia según el servicio"');
    expect(lines).toContain(
      '"2026-01-15","now","sold","bill","ana","Ana","40","CFE","1","100.10","5.00","7.505","0","MXN"',
    );
    expect(lines.find((line) => line.includes('"taken-back"'))).toContain(
      '"-50.00","-5.00","","1"',
    );
    expect(listAuditRowsOfKind(counter.database, 'earnings-exported')).toHaveLength(1);
  });

  it('prints a report that only people with the earnings permission can view', async () => {
    expect(expectOk(await earnings.print({ days: 7, to: null }, ANA))).toEqual({ jobId: 'job-1' });
    const [paper] = printed;
    expect(paper?.guard).toBe('earnings');
    const pairs = paper?.lines.flatMap((line) =>
      line.kind === 'pair' ? [`${line.label}: ${line.value.replaceAll(' ', ' ')}`] : [],
    );
    expect(pairs?.join('\n')).toMatch(/Vendido \(2\): .*100\.10/);
    expect(pairs?.join('\n')).toMatch(/Ganancia según el servicio: .*7\.505/);
    expect(pairs?.join('\n')).toMatch(/15\/01\/2026 \(2\): .*100\.10/);
    expect(listAuditRowsOfKind(counter.database, 'earnings-printed')).toHaveLength(1);
  });

  it('prints the cash-out sum of a biller that sells nothing', async () => {
    counter.settings.cashOutBillers = [37];
    await counter.advance(DAY);
    expectOk(await counter.payOut({ billerId: 37, amount: '300' }));
    await counter.advance(1000);
    expectOk(await earnings.print({ days: 1, to: null }, ANA));
    const rows = printed
      .at(-1)
      ?.lines.flatMap((line) =>
        line.kind === 'pair' && line.label.endsWith('(1)') ? [line.value] : [],
      );
    expect(rows).toEqual(Array(4).fill(expect.stringMatching(/300\.00/)));
  });
});

describe('ledger of an earlier version', () => {
  it('creates sales rows for existing payments when an earlier ledger is migrated', () => {
    const database = new DatabaseSync(':memory:');
    for (const step of MIGRATIONS.slice(0, 2)) database.exec(step);
    database.exec(`PRAGMA foreign_keys = OFF;
      INSERT INTO intents (id, order_id, kind, created_at, version, external_id, idempotency_key,
        target, body, biller_id, biller_name, biller_kind, account_number, amount, currency, fee, due,
        shop_currency, cashier_id, cashier_name, pos_number, shift_id, cancels)
      SELECT n, n, CASE n WHEN 'c' THEN 'cancel' ELSE 'bill' END, '2026-01-15T1' || length(n), 'v1.6', n,
        n, '/', x'00', 40, 'CFE', 'utility', '1', '1.00', 'MXN', '0.5', '12.5', 'MXN', 'ana', 'Ana',
        '07', 's', CASE n WHEN 'c' THEN 'a' END
      FROM (SELECT 'a' AS n UNION ALL SELECT 'b' UNION ALL SELECT 'c' UNION ALL SELECT 'd');
      INSERT INTO outcomes (intent_id, state)
        VALUES ('a', 'paid'), ('b', 'by-hand-paid'), ('c', 'paid'), ('d', 'rejected');`);
    for (const step of MIGRATIONS.slice(2)) database.exec(step);
    const rows = database
      .prepare('SELECT intent_id, what, amount, fee, earned FROM sales ORDER BY intent_id, what')
      .all()
      .map((row) => ({ ...row }));
    database.close();
    const sold = { what: 'sold', amount: 12_000_000, fee: 500_000, earned: null };
    expect(rows).toEqual([
      { ...sold, intent_id: 'a' },
      { intent_id: 'a', what: 'taken-back', amount: -12_000_000, fee: -500_000, earned: null },
      { ...sold, intent_id: 'b' },
    ]);
  });

  it.each([
    [1_234_500n, '1.2345'],
    [-500n, '-0.0005'],
    [0n, '0'],
    [-7_000_000n, '-7'],
  ])('formats %s millionths as %s', (millionths, decimal) => {
    expect(formatMillionths(millionths)).toBe(decimal);
  });
});

function insertRefund(id: string): void {
  const { database, clock } = counter;
  const at = new Date(clock.now()).toISOString();
  database.commit(() =>
    database
      .prepare(
        `INSERT INTO refunds (intent_id, found_at, found_by, service_status, owed_to, is_handed_over,
           amount, currency) VALUES (?, ?, 'watch', 'refunded', 'customer', 0, '1.00', 'MXN')`,
      )
      .run(id, at),
  );
}
