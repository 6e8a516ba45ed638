import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EarningsRow } from '../../../shared/contract/index.ts';
import {
  ANA,
  atOnce,
  expectOk,
  LUIS,
  LUIS_PIN,
  NEVER_ARRIVES,
  refusal,
  type TestCounter,
  testBiller,
  testCounter,
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
  counter = testCounter({ version: 'v1.6' });
  counter.billers.set(37, testBiller({ id: 37, name: 'SKY' }));
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
    paper: {
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
    folder,
  });
});

afterEach(() => {
  counter.close();
  rmSync(folder, { recursive: true, force: true });
});

const read = async (days: 1 | 7 | 28 = 7, to: string | null = null) =>
  expectOk(await earnings.read({ days, to }));
const named = (rows: readonly EarningsRow[]) =>
  rows.map(({ id, name, now }) => [name || id, now.count, now.amount]);

async function sell(
  account: string,
  amount: string,
  more: { billerId?: number; earned?: string | null; cashier?: typeof ANA } = {},
) {
  counter.service.earned = more.earned ?? null;
  const { earned: _, ...changes } = more;
  const order = await counter.order({ account, amount, ...changes });
  const payment = expectOk(atOnce(counter.pay(order, changes.cashier ?? ANA)));
  await counter.advance(1000);
  return counter.get(payment.id);
}

describe('what was sold and earned', () => {
  it('is summed by day, cashier, biller and kind, the fee apart, nothing rounded', async () => {
    await sell('501000000001', '100.10', { earned: '7.505' });
    await sell('501000000002', '50.20', { billerId: 37, earned: '0.001', cashier: LUIS });
    counter.service.fates.push({ arrives: 1, answers: 1, says: refusal('R2') });
    await sell('501000000003', '999', { earned: '99' });
    const found = await read();
    expect(found.total.now).toEqual({
      count: 2,
      amount: '150.30',
      fee: '10.00',
      earned: '7.506',
      untold: 0,
      takenBack: 0,
      cashOuts: { count: 0, amount: '0.00' },
    });
    expect(found.by.day).toHaveLength(7);
    expect(found.by.day.at(-1)).toMatchObject({ id: '2026-01-15', now: { count: 2 } });
    expect(named(found.by.cashier)).toEqual([
      ['Ana', 1, '100.10'],
      ['Luis', 1, '50.20'],
    ]);
    expect(named(found.by.biller)).toEqual([
      ['CFE', 1, '100.10'],
      ['SKY', 1, '50.20'],
    ]);
    expect(named(found.by.kind)).toEqual([['bill', 2, '150.30']]);
    expect(found).toMatchObject({ currency: 'MXN', isRunning: true, from: '2026-01-09' });
  });

  it('says nothing of a commission that the service did not tell', async () => {
    expect((await read()).total.now).toMatchObject({ count: 0, earned: '0.00', untold: 0 });
    await sell('501000000001', '10');
    expect((await read()).total.now).toMatchObject({ count: 1, earned: null, untold: 1 });
    await sell('501000000002', '10', { earned: '0.00' });
    expect((await read()).total.now).toMatchObject({ count: 2, earned: '0.00', untold: 1 });
  });

  it('says nothing of a commission in another currency than the shop’s', async () => {
    counter.settings.accountCurrency = 'USD';
    await sell('501000000001', '10', { earned: '5.00' });
    expect((await read()).total.now).toMatchObject({ earned: null, untold: 1 });
  });

  it('takes a cancel off from the cashier who had sold it, once', async () => {
    const paid = await sell('501000000001', '100', { earned: '7.50' });
    expectOk(
      await counter.payments.cancel({ paymentId: paid.id, reason: 'wrong', approval }, LUIS),
    );
    await counter.advance(1000);
    const taken = { count: 1, amount: '0.00', fee: '0.00', earned: '0.00', takenBack: 1 };
    const found = await read();
    expect(found.total.now).toMatchObject({ ...taken, untold: 0 });
    expect(found.by.cashier).toMatchObject([{ name: 'Ana', now: taken }]);
    giveBack(paid.id);
    expect((await read()).total.now).toMatchObject(taken);
  });

  it('takes off what the service gave back, on the day that this was found', async () => {
    const paid = await sell('501000000001', '100', { earned: '7.50' });
    await counter.advance(2 * DAY);
    giveBack(paid.id);
    const [sold, , back] = (await read(28)).by.day.slice(-3);
    expect([sold?.now.amount, back?.now.amount, back?.now.earned]).toEqual([
      '100.00',
      '-100.00',
      '-7.50',
    ]);
  });

  it('counts a payment on the day on which it was sold, however late its outcome is known', async () => {
    counter.service.fates.push(NEVER_ARRIVES);
    counter.service.lookUpFates.push(...Array.from({ length: 400 }, () => 'nameless' as const));
    const open = await sell('501000000001', '100');
    await counter.advance(DAY);
    expect((await read()).total.now.count).toBe(0);
    const closed = { paymentId: open.id, isPaid: true, authorization: null, reason: 'told' };
    expectOk(await counter.payments.closeByHand({ ...closed, approval }, ANA));
    expect((await read()).by.day.at(-2)?.now).toMatchObject({ count: 1, untold: 1 });
  });

  it('follows an outcome that is decided anew, and never stands in its way', async () => {
    const paid = await sell('501000000001', '100', { earned: '7.50' });
    const decide = (state: string) =>
      counter.database
        .prepare('UPDATE outcomes SET state = ? WHERE intent_id = ?')
        .run(state, paid.id);
    decide('by-hand-not-paid');
    expect((await read()).total.now).toMatchObject({ count: 0, amount: '0.00', fee: '0.00' });
    decide('by-hand-paid');
    expect((await read()).total.now).toMatchObject({ count: 1, amount: '100.00', fee: '5.00' });
  });

  it('keeps cash that went out apart from what was sold', async () => {
    counter.settings.cashOutBillers = [37];
    counter.service.earned = '2.00';
    expectOk(await counter.payOut({ billerId: 37, amount: '300' }));
    await counter.advance(1000);
    const found = await read();
    expect(found.total.now).toMatchObject({
      count: 0,
      amount: '0.00',
      earned: '2.00',
      cashOuts: { count: 1, amount: '300.00' },
    });
    expect(found.by.kind).toMatchObject([{ id: 'cash-out' }]);
  });

  it('leaves out what was sold in another currency, and says how many', async () => {
    await sell('501000000001', '100');
    const { database } = counter;
    database.commit(() => database.prepare("UPDATE sales SET currency = 'USD'").run());
    expect(await read()).toMatchObject({ total: { now: { count: 0 } }, inOtherCurrencies: 1 });
  });
});

describe('what it is compared with', () => {
  it('is the same weekday a week before, up to the same hour while the day runs', async () => {
    await sell('501000000001', '10');
    await counter.advance(3 * HOUR);
    await sell('501000000002', '20');
    await counter.advance(7 * DAY - 2 * HOUR);
    await sell('501000000003', '40');
    // An hour short of the second of a week ago.
    const found = await read(1);
    expect(found).toMatchObject({ from: '2026-01-22', before: { from: '2026-01-15' } });
    expect([found.total.now.amount, found.total.before.amount]).toEqual(['40.00', '10.00']);
    const past = await read(1, '2026-01-15');
    expect(past.isRunning).toBe(false);
    expect([past.total.now.amount, past.total.before.amount]).toEqual(['30.00', '0.00']);
  });

  it('is the seven days before seven, and the twenty-eight before twenty-eight', async () => {
    await sell('501000000001', '10');
    await counter.advance(8 * DAY);
    const week = await read(7);
    expect(week.before).toEqual({ from: '2026-01-10', to: '2026-01-16' });
    expect([week.total.now.amount, week.total.before.amount]).toEqual(['0.00', '10.00']);
    expect((await read(28)).before).toEqual({ from: '2025-11-29', to: '2025-12-26' });
    expect((await read(28)).total.now.amount).toBe('10.00');
  });

  it('takes days as the shop has them, and none of before its time', async () => {
    // Ten in the evening of the 15th, and an hour after midnight.
    await counter.advance(12 * HOUR);
    await sell('501000000001', '10');
    await counter.advance(3 * HOUR);
    await sell('501000000002', '20');
    expect((await read(1, '2026-01-15')).total.now.amount).toBe('10.00');
    expect((await read(1, '2030-01-01')).to).toBe('2026-01-16');
    expect(await earnings.read({ days: 28, to: '0001-01-02' })).toMatchObject({
      problem: { kind: 'invalid-input', field: 'to' },
    });
  });
});

describe('the same as a file and on paper', () => {
  beforeEach(async () => {
    await sell('501000000001', '100.10', { earned: '7.505' });
    const back = await sell('501000000002', '50', { billerId: 37 });
    giveBack(back.id);
  });

  it('is a CSV file with a row for each day, cashier, biller and kind, noted with who wrote it', async () => {
    const { file, rows } = expectOk(await earnings.export({ days: 7, to: null }, ANA));
    const lines = readFileSync(file, 'utf8').split('\r\n');
    expect(rows).toBe(3);
    expect(lines[0]).toContain('"Ganancia según el servicio"');
    expect(lines).toContain(
      '"2026-01-15","now","sold","bill","ana","Ana","40","CFE","1","100.10","5.00","7.505","0","MXN"',
    );
    expect(lines.find((one) => one.includes('"taken-back"'))).toContain('"-50.00","-5.00","","1"');
    expect(listAuditRowsOfKind(counter.database, 'earnings-exported')).toHaveLength(1);
  });

  it('prints a report that only people with the earnings permission can view', async () => {
    expect(expectOk(await earnings.print({ days: 7, to: null }, ANA))).toEqual({ jobId: 'job-1' });
    const [paper] = printed;
    expect(paper?.guard).toBe('earnings');
    const pairs = paper?.lines.flatMap((one) =>
      one.kind === 'pair' ? [`${one.label}: ${one.value.replaceAll(' ', ' ')}`] : [],
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
      ?.lines.flatMap((one) =>
        one.kind === 'pair' && one.label.endsWith('(1)') ? [one.value] : [],
      );
    expect(rows).toEqual(Array(4).fill(expect.stringMatching(/300\.00/)));
  });
});

describe('a ledger of before', () => {
  it('has its payments summed once it is brought to the newest version', () => {
    const before = new DatabaseSync(':memory:');
    for (const step of MIGRATIONS.slice(0, 2)) before.exec(step);
    before.exec(`PRAGMA foreign_keys = OFF;
      INSERT INTO intents (id, order_id, kind, created_at, version, external_id, idempotency_key,
        target, body, biller_id, biller_name, biller_kind, account_number, amount, currency, fee, due,
        shop_currency, cashier_id, cashier_name, pos_number, shift_id, cancels)
      SELECT n, n, CASE n WHEN 'c' THEN 'cancel' ELSE 'bill' END, '2026-01-15T1' || length(n), 'v1.6', n,
        n, '/', x'00', 40, 'CFE', 'utility', '1', '1.00', 'MXN', '0.5', '12.5', 'MXN', 'ana', 'Ana',
        '07', 's', CASE n WHEN 'c' THEN 'a' END
      FROM (SELECT 'a' AS n UNION ALL SELECT 'b' UNION ALL SELECT 'c' UNION ALL SELECT 'd');
      INSERT INTO outcomes (intent_id, state)
        VALUES ('a', 'paid'), ('b', 'by-hand-paid'), ('c', 'paid'), ('d', 'rejected');`);
    for (const step of MIGRATIONS.slice(2)) before.exec(step);
    const rows = before
      .prepare('SELECT intent_id, what, amount, fee, earned FROM sales ORDER BY intent_id, what')
      .all()
      .map((row) => ({ ...row }));
    before.close();
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
  ])('%s millionths are %s', (millionths, decimal) => {
    expect(formatMillionths(millionths)).toBe(decimal);
  });
});

function giveBack(id: string): void {
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
