import { describe, expect, it } from 'vitest';
import { insertIntentRow } from '../../ledger/testing/index.ts';
import {
  ANA,
  createRefusal,
  createTestBiller,
  expectOk,
  LUIS,
  LUIS_PIN,
} from '../payments/testing/index.ts';
import { createRefundShop, HOUR, MINUTE } from './refunds.fixture.ts';

const shop = createRefundShop();
const { createPaidPayment, giveBack, listOwedIds, listMovements } = shop;
const listRows = () => [...shop.counter.service.performed.values()].flat();

describe('payment that the service refunds later', () => {
  it.each(['refunded', 'reversed', 'crashed', 'Refunded'])(
    'detects a %s payment by polling without moving money',
    async (status) => {
      const payment = await createPaidPayment();
      await shop.counter.advance(5 * HOUR);
      const movementsBefore = listMovements();
      shop.counter.service.giveBack(payment.externalId, status);
      await shop.counter.advance(70 * HOUR);
      expect(listOwedIds()).toEqual([payment.id]);
      // The outcome does not change, because a refund is a separate record.
      expect(shop.counter.get(payment.id)).toMatchObject({
        state: 'paid',
        serviceStatus: 'sent',
        canCancel: false,
        watchedUntil: null,
        refund: { serviceStatus: status, owedTo: 'customer', amount: payment.due, settled: null },
      });
      expect(listMovements()).toEqual(movementsBefore);
      expect(shop.counter.refunds.countOwed()).toBe(1);
      expect(
        shop.counter.rows("SELECT kind, cashier_id FROM audit WHERE kind = 'refund-found'"),
      ).toEqual([{ kind: 'refund-found', cashier_id: null }]);
      // A refunded payment does not warn against paying the bill again.
      expect((await shop.counter.order()).warnings).toEqual([]);
    },
  );

  it('detects a refund at once when a read is requested by a notice of the service', async () => {
    const payment = await createPaidPayment();
    shop.counter.service.giveBack(payment.externalId);
    const reading = shop.counter.refunds.refreshFromService(payment.id);
    await shop.counter.advance(200);
    expect(await reading).toMatchObject({ ok: true });
    expect(listOwedIds()).toEqual([payment.id]);
    expect(shop.counter.get(payment.id).state).toBe('paid');
    const rows = shop.counter.rows("SELECT cashier_id FROM audit WHERE kind = 'refund-found'");
    expect(rows).toEqual([{ cashier_id: null }]);
    // An unknown payment causes no look-up.
    const lookUpsBefore = shop.counter.service.lookUps;
    expect(await shop.counter.refunds.refreshFromService('nobody')).toMatchObject({ ok: true });
    expect(shop.counter.service.lookUps).toBe(lookUpsBefore);
  });

  it('detects a refund in the last read after the watch has ended', async () => {
    const payment = await createPaidPayment();
    await shop.counter.advance(71 * HOUR);
    shop.counter.service.giveBack(payment.externalId);
    await shop.counter.advance(2 * HOUR);
    expect(listOwedIds()).toEqual([payment.id]);
  });

  it('detects a refund after a restart and 20 days of downtime', async () => {
    const payment = await createPaidPayment();
    shop.counter.service.giveBack(payment.externalId);
    shop.counter.restart();
    shop.counter.clock.sleep(20 * 24 * HOUR);
    await shop.counter.advance(30 * MINUTE);
    expect(listOwedIds()).toEqual([payment.id]);
    shop.counter.restart();
    expect(listOwedIds()).toEqual([payment.id]);
  });

  it.each(['timeout', 'pending'])(
    'records no refund for the status %s, and reads the row again',
    async (status) => {
      const payment = await createPaidPayment();
      shop.counter.service.giveBack(payment.externalId, status);
      await shop.counter.advance(80 * HOUR);
      expect(listOwedIds()).toEqual([]);
      shop.counter.service.giveBack(payment.externalId, 'refunded');
      await shop.counter.advance(30 * HOUR);
      expect(listOwedIds()).toEqual([payment.id]);
    },
  );

  it('records a refund at once if the look-up reports the payment as refunded', async () => {
    shop.counter.service.fates.push({ arrives: 20, answers: null, status: 'refunded' });
    const { id } = await shop.counter.payBill();
    await shop.counter.advance(2 * MINUTE);
    expect(shop.counter.get(id)).toMatchObject({ state: 'paid', serviceStatus: 'refunded' });
    expect(listOwedIds()).toEqual([id]);
  });

  it('ignores a refund in a row that does not match the payment', async () => {
    const errors: unknown[] = [];
    shop.counter.log = { ...shop.counter.log, error: (fields: object) => errors.push(fields) };
    shop.counter.restart();
    const payment = await createPaidPayment();
    const standing = shop.counter.refunds.checkNow({ paymentId: payment.id }, ANA);
    await shop.counter.advance(200);
    expect(expectOk(await standing)).toMatchObject({ kind: 'stands' });
    expect(errors).toEqual([]);
    shop.counter.service.giveBack(payment.externalId);
    shop.counter.service.lookUpFates.push({
      rows: (own) => own.map((row) => ({ ...row, amount: '1.00' })),
    });
    const reading = shop.counter.refunds.checkNow({ paymentId: payment.id }, ANA);
    await shop.counter.advance(200);
    expect(expectOk(await reading)).toMatchObject({ kind: 'differs' });
    expect(errors).toEqual([{ paymentId: payment.id }]);
    expect(listOwedIds()).toEqual([]);
  });

  it('reports no-status and ends the watch if rows have no status', async () => {
    shop.counter.service.sendsStatus = false;
    const payment = await createPaidPayment();
    shop.counter.service.giveBack(payment.externalId);
    const reading = shop.counter.refunds.checkNow({ paymentId: payment.id }, ANA);
    await shop.counter.advance(200);
    expect(expectOk(await reading)).toMatchObject({ kind: 'no-status', status: null });
    expect(listOwedIds()).toEqual([]);
    expect(shop.counter.get(payment.id).watchedUntil).toBeNull();
  });

  it('records no refund for a payment that this till cancelled', async () => {
    const payment = await createPaidPayment();
    const approval = { cashierId: LUIS.id, pin: LUIS_PIN };
    expectOk(
      await shop.counter.payments.cancel({ paymentId: payment.id, reason: 'wrong', approval }, ANA),
    );
    await shop.counter.advance(100);
    await shop.counter.advance(80 * HOUR);
    expect(listOwedIds()).toEqual([]);
  });

  it('records no refund while a cancel is open, but does once the cancel was not performed', async () => {
    const payment = await createPaidPayment();
    shop.counter.service.fates.push({ arrives: null, answers: null });
    const approval = { cashierId: LUIS.id, pin: LUIS_PIN };
    const cancel = expectOk(
      await shop.counter.payments.cancel({ paymentId: payment.id, reason: 'wrong', approval }, ANA),
    );
    const refunded = await giveBack(payment);
    expect(refunded.refund).toBeNull();
    const inAnHour = shop.counter.service.getRequestDate() + HOUR;
    const [watch] = shop.counter.rows('SELECT next_at, reads FROM refund_watches');
    const { next_at: nextAt, reads } = watch as { next_at: string; reads: number };
    expect(reads).toBe(0);
    expect(Math.abs(Date.parse(nextAt) - inAnHour)).toBeLessThan(2000);
    shop.counter.service.giveBack(payment.externalId, 'sent');
    await shop.counter.advance(20 * MINUTE);
    expect(shop.counter.get(cancel.id).state).toBe('not-performed');
    shop.counter.service.giveBack(payment.externalId);
    await shop.counter.advance(80 * HOUR);
    expect(listOwedIds()).toEqual([payment.id]);
  });
});

describe('rows of the daily list', () => {
  it('reads all rows of a day in slices and reports refunds and their reversals', async () => {
    const first = await createPaidPayment('501000000001');
    const second = await createPaidPayment('501000000002');
    await giveBack(first);
    shop.counter.service.giveBack(first.externalId, 'fulfilled');
    shop.counter.service.giveBack(second.externalId);
    const [row] = listRows();
    if (row === undefined) throw new Error('nothing was performed');
    const others = Array.from({ length: 2_000 }, (_, at) => ({
      ...row,
      id: `x${at}`,
      externalId: `x${at}`,
    }));
    const { length } = shop.counter.changes;
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 0);
    const changes = await shop.counter.refunds.recordRefundsOfTransactions([
      ...others,
      ...listRows(),
    ]);
    clearInterval(timer);
    expect([...changes.newRefunds.keys()]).toEqual([second.id]);
    expect([...changes.revokedRefunds.keys()]).toEqual([first.id]);
    expect(changes.newRefunds.get(second.id)?.externalId).toBe(second.externalId);
    expect(shop.counter.changes.slice(length)).toEqual([second.id]);
    expect(turns).toBeGreaterThan(0);
    expect([
      ...(await shop.counter.refunds.recordRefundsOfTransactions(listRows())).newRefunds,
    ]).toEqual([]);
  });
});

describe('a row of the daily list', () => {
  it('finds the payment of a row without an external_id by its authorization', async () => {
    const payment = await createPaidPayment();
    const [row] = shop.counter.service.performed.get(payment.externalId) ?? [];
    if (row === undefined) throw new Error('nothing was performed');
    const nameless = { ...row, externalId: null, status: 'refunded' };
    const other = { ...nameless, id: '1' };
    const record = (rows: (typeof row)[]) => shop.counter.refunds.recordRefundsOfTransactions(rows);
    expect([...(await record([other])).newRefunds.keys()]).toEqual([]);
    expect([...(await record([nameless])).newRefunds.keys()]).toEqual([payment.id]);
  });

  it('counts as a read of the payment’s watch', async () => {
    await createPaidPayment();
    await shop.counter.refunds.recordRefundsOfTransactions(listRows());
    expect(shop.counter.rows('SELECT reads FROM refund_watches')).toEqual([{ reads: 1 }]);
  });

  it('finds a refund of a payment that is not watched, once', async () => {
    shop.counter.service.hoursToFulfill = 0;
    const payment = await createPaidPayment();
    const standing = await shop.counter.refunds.recordRefundsOfTransactions(listRows());
    expect([...standing.newRefunds.keys(), ...standing.revokedRefunds.keys()]).toEqual([]);
    shop.counter.service.giveBack(payment.externalId);
    const rows = listRows();
    // Another transaction with the same external_id does not count beside the one that paid.
    const others = rows.map((row) => ({ ...row, id: 'other', status: 'sent' }));
    const record = () => shop.counter.refunds.recordRefundsOfTransactions([...rows, ...others]);
    const first = await record();
    expect([...first.newRefunds.keys()]).toEqual([payment.id]);
    const second = await record();
    expect([...second.newRefunds.keys(), ...second.revokedRefunds.keys()]).toEqual([]);
  });

  it('considers every row of a payment', async () => {
    const payment = await createPaidPayment();
    const paid = listRows();
    const others = paid.map((row) => ({ ...row, id: 'other', status: 'sent' }));
    const refunded = paid.map((row) => ({ ...row, status: 'refunded' }));
    const { newRefunds } = await shop.counter.refunds.recordRefundsOfTransactions([
      ...others,
      ...refunded,
    ]);
    expect([...newRefunds.keys()]).toEqual([payment.id]);
  });

  it('finds the payment of a row by its external_id, whatever transaction it is', async () => {
    const payment = await createPaidPayment();
    const rows = listRows().map((row) => ({ ...row, id: 'other', status: 'refunded' }));
    const { newRefunds } = await shop.counter.refunds.recordRefundsOfTransactions(rows);
    expect([...newRefunds.keys()]).toEqual([payment.id]);
  });

  it('lets other work run after every 200 rows', async () => {
    await createPaidPayment();
    const [row] = listRows();
    if (row === undefined) throw new Error('nothing was performed');
    const rows = Array.from({ length: 2_000 }, (_, at) => ({ ...row, externalId: `x${at}` }));
    let turns = 0;
    let isDone = false;
    const countTurn = (): void => {
      turns += 1;
      if (!isDone) setImmediate(countTurn);
    };
    setImmediate(countTurn);
    await shop.counter.refunds.recordRefundsOfTransactions(rows);
    isDone = true;
    expect(turns).toBeGreaterThan(8);
    expect(turns).toBeLessThan(13);
  });

  it('counts one read of each payment of a day of 201, in two commits and with pauses', async () => {
    const { database } = shop.counter;
    const at = '2026-01-15T12:00:00.000Z';
    await createPaidPayment();
    const [row] = listRows();
    if (row === undefined) throw new Error('nothing was performed');
    const ids = Array.from({ length: 201 }, (_, index) => `payment-${index}`);
    database.commit(() => {
      database
        .prepare(
          "INSERT INTO shifts (id, opened_at, opened_by, closed_at) VALUES ('shift', ?1, 'ana', ?1)",
        )
        .run(at);
      for (const id of ids) {
        insertIntentRow(database, { id, at });
        database.prepare("INSERT INTO outcomes (intent_id, state) VALUES (?, 'paid')").run(id);
        database
          .prepare(
            'INSERT INTO refund_watches (intent_id, since, ends_at, next_at) VALUES (?1, ?2, ?3, ?2)',
          )
          .run(id, at, '2026-02-14T12:00:00.000Z');
      }
    });
    // Rows that differ from their payments, whose watch goes on.
    const rows = ids.map((id) => ({ ...row, id, externalId: id, amount: '5.00' }));
    let commits = 0;
    shop.counter.fault = (call) => {
      if (call === 'before-commit') commits += 1;
    };
    let turns = 0;
    const countTurn = (): void => {
      turns += 1;
      if (turns < 100) setImmediate(countTurn);
    };
    setImmediate(countTurn);
    await shop.counter.refunds.recordRefundsOfTransactions(rows);
    expect(commits).toBe(2);
    expect(turns).toBeGreaterThan(3);
    turns = 100;
    const reads = shop.counter.rows(
      "SELECT max(reads) AS most, count(*) AS n FROM refund_watches WHERE intent_id LIKE 'payment-%'",
    );
    expect(reads).toEqual([{ most: 1, n: 201 }]);
  });

  it('records no refund of a row after the till stopped', async () => {
    const payment = await createPaidPayment();
    shop.counter.service.giveBack(payment.externalId);
    const recording = shop.counter.refunds.recordRefundsOfTransactions(listRows());
    shop.counter.refunds.stop();
    expect((await recording).newRefunds.size).toBe(0);
    expect(listOwedIds()).toEqual([]);
  });

  it('refunds no payment that was not made', async () => {
    shop.counter.service.fates.push({
      arrives: 20,
      answers: 30,
      answerAfterPerforming: createRefusal('R19'),
    });
    const { id, externalId } = await shop.counter.payBill();
    await shop.counter.advance(1000);
    expect(shop.counter.get(id).state).toBe('rejected');
    shop.counter.service.giveBack(externalId);
    const { newRefunds } = await shop.counter.refunds.recordRefundsOfTransactions(listRows());
    expect([...newRefunds.keys()]).toEqual([]);
    expect(listOwedIds()).toEqual([]);
  });
});

describe('background reads', () => {
  it('reads a row that stays undecided at most 16 times', async () => {
    const payment = await createPaidPayment();
    const { lookUps } = shop.counter.service;
    shop.counter.service.giveBack(payment.externalId, 'timeout');
    await shop.counter.advance(40 * 24 * HOUR);
    expect(shop.counter.service.lookUps - lookUps).toBe(16);
    expect(shop.counter.get(payment.id).watchedUntil).toBeNull();
  });

  it('reads a row by the service’s time, although the till’s clock was set back', async () => {
    const payment = await createPaidPayment();
    shop.counter.service.giveBack(payment.externalId);
    shop.counter.jump(-100 * HOUR);
    await shop.counter.advance(2 * HOUR);
    expect(listOwedIds()).toEqual([payment.id]);
  });

  it('reads nothing after the stop', async () => {
    await createPaidPayment();
    const { lookUps } = shop.counter.service;
    shop.counter.refunds.stop();
    await shop.counter.advance(5 * HOUR);
    expect(shop.counter.service.lookUps).toBe(lookUps);
  });

  it('does not count a read that failed', async () => {
    const payment = await createPaidPayment();
    const { lookUpFates } = shop.counter.service;
    lookUpFates.push(...Array.from({ length: 200 }, () => 'failed' as const));
    shop.counter.service.giveBack(payment.externalId);
    await shop.counter.advance(60 * HOUR);
    expect(lookUpFates.length).toBeLessThan(200);
    expect(shop.counter.rows('SELECT reads FROM refund_watches')).toEqual([{ reads: 0 }]);
    lookUpFates.length = 0;
    await shop.counter.advance(3 * HOUR);
    expect(listOwedIds()).toEqual([payment.id]);
  });

  it('reads the row of a payment at most eight times and then ends the watch', async () => {
    const lookUpsBefore = shop.counter.service.lookUps;
    const payment = await createPaidPayment();
    await shop.counter.advance(30 * 24 * HOUR);
    expect(shop.counter.service.lookUps - lookUpsBefore).toBeLessThanOrEqual(8);
    expect(shop.counter.get(payment.id).watchedUntil).toBeNull();
  });

  it.each([
    [0, 0, null],
    [24, 4, 24],
    [null, 6, 72],
  ])('reads a row with %s hours to fulfil %i times', async (hours, reads, watchedHours) => {
    shop.counter.service.hoursToFulfill = hours;
    shop.counter.billers.set(40, createTestBiller({ hoursToFulfill: hours }));
    const payment = await createPaidPayment();
    const until = payment.watchedUntil === null ? null : Date.parse(payment.watchedUntil);
    expect(until === null ? null : until - Date.parse(payment.resolvedAt ?? '')).toBe(
      watchedHours === null ? null : watchedHours * HOUR,
    );
    const lookUpsBefore = shop.counter.service.lookUps;
    await shop.counter.advance(80 * HOUR);
    expect(shop.counter.service.lookUps - lookUpsBefore).toBe(reads);
  });

  it('keeps 20 seconds between reads if many rows are due', async () => {
    for (let account = 0; account < 12; account += 1) await createPaidPayment(`50100000${account}`);
    shop.counter.clock.sleep(80 * HOUR);
    await shop.counter.advance(20 * MINUTE);
    const lookUpsBefore = shop.counter.service.lookUps;
    await shop.counter.advance(MINUTE);
    expect(shop.counter.service.lookUps - lookUpsBefore).toBeLessThanOrEqual(3);
    await shop.counter.advance(20 * MINUTE);
    expect(shop.counter.rows('SELECT * FROM refund_watches')).toEqual([]);
  });

  it('reads no rows while the service asks for a pause', async () => {
    await createPaidPayment();
    shop.counter.service.rateLimitedUntilUptime = shop.counter.clock.uptime() + 10 * HOUR;
    const lookUpsBefore = shop.counter.service.lookUps;
    await shop.counter.advance(9 * HOUR);
    expect(shop.counter.service.lookUps).toBe(lookUpsBefore);
    await shop.counter.advance(10 * HOUR);
    expect(shop.counter.service.lookUps).toBeGreaterThan(lookUpsBefore);
  });

  it('reads no rows while a payment is being sent', async () => {
    await createPaidPayment();
    shop.counter.service.fates.push({ arrives: 20, answers: 59_000 });
    await shop.counter.advance(HOUR - MINUTE);
    shop.counter.clock.sleep(HOUR);
    await shop.counter.payBill({ account: '501000000033' });
    const lookUpsBefore = shop.counter.service.lookUps;
    await shop.counter.advance(50_000);
    expect(shop.counter.service.lookUps).toBe(lookUpsBefore);
    await shop.counter.advance(15 * MINUTE);
    expect(shop.counter.service.lookUps).toBeGreaterThan(lookUpsBefore);
  });

  it('retries failed reads until a refund is detected', async () => {
    const payment = await createPaidPayment();
    shop.counter.service.giveBack(payment.externalId);
    shop.counter.service.lookUpFates.push('failed', 'throws', 'failed');
    await shop.counter.advance(12 * HOUR);
    expect(listOwedIds()).toEqual([payment.id]);
  });
});
