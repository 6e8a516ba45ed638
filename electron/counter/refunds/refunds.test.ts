import { describe, expect, it } from 'vitest';
import { ANA, expectOk, LUIS, LUIS_PIN, testBiller } from '../payments/testing/index.ts';
import { HOUR, MINUTE, watchingShop } from './refunds.fixture.ts';

const shop = watchingShop();
const { paid, givenBack, owed, movements } = shop;

describe('a payment that is given back later', () => {
  it.each(['refunded', 'reversed', 'crashed', 'Refunded'])(
    'detects a %s payment by polling without moving money',
    async (status) => {
      const payment = await paid();
      await shop.counter.advance(5 * HOUR);
      const before = movements();
      shop.counter.service.giveBack(payment.externalId, status);
      await shop.counter.advance(70 * HOUR);
      expect(owed()).toEqual([payment.id]);
      // The outcome stays as it was: this is a fact of its own.
      expect(shop.counter.get(payment.id)).toMatchObject({
        state: 'paid',
        serviceStatus: 'sent',
        mayCancel: false,
        watchedUntil: null,
        refund: { serviceStatus: status, owedTo: 'customer', amount: payment.due, settled: null },
      });
      expect(movements()).toEqual(before);
      expect(shop.counter.refunds.countOwed()).toBe(1);
      expect(
        shop.counter.rows("SELECT kind, cashier_id FROM audit WHERE kind = 'refund-found'"),
      ).toEqual([{ kind: 'refund-found', cashier_id: null }]);
      // What was given back does not stand in the way of paying the bill again.
      expect((await shop.counter.order()).warnings).toEqual([]);
    },
  );

  it('is found at once where the service has hinted at it, and as any other', async () => {
    const payment = await paid();
    shop.counter.service.giveBack(payment.externalId);
    const reading = shop.counter.refunds.readAgain(payment.id);
    await shop.counter.advance(200);
    expect(await reading).toMatchObject({ ok: true });
    expect(owed()).toEqual([payment.id]);
    expect(shop.counter.get(payment.id).state).toBe('paid');
    const rows = shop.counter.rows("SELECT cashier_id FROM audit WHERE kind = 'refund-found'");
    expect(rows).toEqual([{ cashier_id: null }]);
    // Of what cannot be given back nothing is asked.
    const before = shop.counter.service.lookUps;
    expect(await shop.counter.refunds.readAgain('nobody')).toMatchObject({ ok: true });
    expect(shop.counter.service.lookUps).toBe(before);
  });

  it('is found in the last reading, after the hours have passed', async () => {
    const payment = await paid();
    await shop.counter.advance(71 * HOUR);
    shop.counter.service.giveBack(payment.externalId);
    await shop.counter.advance(2 * HOUR);
    expect(owed()).toEqual([payment.id]);
  });

  it('is found after a restart, however long the till was off', async () => {
    const payment = await paid();
    shop.counter.service.giveBack(payment.externalId);
    shop.counter.restart();
    shop.counter.clock.sleep(20 * 24 * HOUR);
    await shop.counter.advance(30 * MINUTE);
    expect(owed()).toEqual([payment.id]);
    shop.counter.restart();
    expect(owed()).toEqual([payment.id]);
  });

  it.each(['timeout', 'pending'])(
    'decides nothing by the word %s, and is read again',
    async (word) => {
      const payment = await paid();
      shop.counter.service.giveBack(payment.externalId, word);
      await shop.counter.advance(80 * HOUR);
      expect(owed()).toEqual([]);
      shop.counter.service.giveBack(payment.externalId, 'refunded');
      await shop.counter.advance(30 * HOUR);
      expect(owed()).toEqual([payment.id]);
    },
  );

  it('is owed at once where the look-up that proves it paid says that it was given back', async () => {
    shop.counter.service.fates.push({ arrives: 20, answers: null, status: 'refunded' });
    const { id } = await shop.counter.payBill();
    await shop.counter.advance(2 * MINUTE);
    expect(shop.counter.get(id)).toMatchObject({ state: 'paid', serviceStatus: 'refunded' });
    expect(owed()).toEqual([id]);
  });

  it('is not believed of a row that is not this payment’s', async () => {
    const payment = await paid();
    shop.counter.service.giveBack(payment.externalId);
    shop.counter.service.lookUpFates.push({
      rows: (own) => own.map((row) => ({ ...row, amount: '1.00' })),
    });
    const asking = shop.counter.refunds.readNow({ paymentId: payment.id }, ANA);
    await shop.counter.advance(200);
    expect(expectOk(await asking)).toMatchObject({ says: 'differs' });
    expect(owed()).toEqual([]);
  });

  it('cannot be seen where the rows carry no status, and that is said', async () => {
    shop.counter.service.tellsStatus = false;
    const payment = await paid();
    shop.counter.service.giveBack(payment.externalId);
    const asking = shop.counter.refunds.readNow({ paymentId: payment.id }, ANA);
    await shop.counter.advance(200);
    expect(expectOk(await asking)).toMatchObject({ says: 'no-status', status: null });
    expect(owed()).toEqual([]);
    expect(shop.counter.get(payment.id).watchedUntil).toBeNull();
  });

  it('that our own cancel took back is no refund', async () => {
    const payment = await paid();
    const approval = { cashierId: LUIS.id, pin: LUIS_PIN };
    expectOk(
      await shop.counter.payments.cancel({ paymentId: payment.id, reason: 'wrong', approval }, ANA),
    );
    await shop.counter.advance(100);
    await shop.counter.advance(80 * HOUR);
    expect(owed()).toEqual([]);
  });

  it('is no refund while a cancel is open, and one once the cancel is known not to have done it', async () => {
    const payment = await paid();
    shop.counter.service.fates.push({ arrives: null, answers: null });
    const approval = { cashierId: LUIS.id, pin: LUIS_PIN };
    const asked = expectOk(
      await shop.counter.payments.cancel({ paymentId: payment.id, reason: 'wrong', approval }, ANA),
    );
    const later = await givenBack(payment);
    expect(later.refund).toBeNull();
    shop.counter.service.giveBack(payment.externalId, 'sent');
    await shop.counter.advance(20 * MINUTE);
    expect(shop.counter.get(asked.id).state).toBe('not-performed');
    shop.counter.service.giveBack(payment.externalId);
    await shop.counter.advance(80 * HOUR);
    expect(owed()).toEqual([payment.id]);
  });
});

describe('the rows of a day’s list', () => {
  const rowsNow = () => [...shop.counter.service.performed.values()].flat();

  it('reads all rows of a day in slices and reports refunds and their reversals', async () => {
    const first = await paid('501000000001');
    const second = await paid('501000000002');
    await givenBack(first);
    shop.counter.service.giveBack(first.externalId, 'fulfilled');
    shop.counter.service.giveBack(second.externalId);
    const [row] = rowsNow();
    if (row === undefined) throw new Error('nothing was performed');
    const others = Array.from({ length: 2_000 }, (_, at) => ({
      ...row,
      id: `x${at}`,
      externalId: `x${at}`,
    }));
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 0);
    const noticed = await shop.counter.refunds.recordRows([...others, ...rowsNow()]);
    clearInterval(timer);
    expect([...noticed.givenBack.keys()]).toEqual([second.id]);
    expect([...noticed.standAgain.keys()]).toEqual([first.id]);
    expect(turns).toBeGreaterThan(0);
    expect([...(await shop.counter.refunds.recordRows(rowsNow())).givenBack]).toEqual([]);
  });
});

describe('reads', () => {
  it('are few, come one at a time, and end', async () => {
    const before = shop.counter.service.lookUps;
    const payment = await paid();
    await shop.counter.advance(30 * 24 * HOUR);
    expect(shop.counter.service.lookUps - before).toBeLessThanOrEqual(8);
    expect(shop.counter.get(payment.id).watchedUntil).toBeNull();
  });

  it.each([
    [0, 0, null],
    [24, 4, 24],
    [null, 6, 72],
  ])('of a payment with %s hours to fulfil are %i', async (hours, reads, watched) => {
    shop.counter.service.hoursToFulfill = hours;
    shop.counter.billers.set(40, testBiller({ hoursToFulfill: hours }));
    const payment = await paid();
    const until = payment.watchedUntil === null ? null : Date.parse(payment.watchedUntil);
    expect(until === null ? null : until - Date.parse(payment.resolvedAt ?? '')).toBe(
      watched === null ? null : watched * HOUR,
    );
    const before = shop.counter.service.lookUps;
    await shop.counter.advance(80 * HOUR);
    expect(shop.counter.service.lookUps - before).toBe(reads);
  });

  it('are at least 20 s apart, however many are due', async () => {
    for (let account = 0; account < 12; account += 1) await paid(`50100000${account}`);
    shop.counter.clock.sleep(80 * HOUR);
    await shop.counter.advance(20 * MINUTE);
    const before = shop.counter.service.lookUps;
    await shop.counter.advance(MINUTE);
    expect(shop.counter.service.lookUps - before).toBeLessThanOrEqual(3);
    await shop.counter.advance(20 * MINUTE);
    expect(shop.counter.rows('SELECT * FROM refund_watches')).toEqual([]);
  });

  it('wait while the service wants quiet', async () => {
    await paid();
    shop.counter.service.quietUntil = shop.counter.clock.now() + 10 * HOUR;
    const before = shop.counter.service.lookUps;
    await shop.counter.advance(9 * HOUR);
    expect(shop.counter.service.lookUps).toBe(before);
    await shop.counter.advance(10 * HOUR);
    expect(shop.counter.service.lookUps).toBeGreaterThan(before);
  });

  it('wait while a payment is on its way', async () => {
    await paid();
    shop.counter.service.fates.push({ arrives: 20, answers: 59_000 });
    await shop.counter.advance(HOUR - MINUTE);
    shop.counter.clock.sleep(HOUR);
    await shop.counter.payBill({ account: '501000000033' });
    const before = shop.counter.service.lookUps;
    await shop.counter.advance(50_000);
    expect(shop.counter.service.lookUps).toBe(before);
    await shop.counter.advance(15 * MINUTE);
    expect(shop.counter.service.lookUps).toBeGreaterThan(before);
  });

  it('that fail come again, and let the others come first', async () => {
    const payment = await paid();
    shop.counter.service.giveBack(payment.externalId);
    shop.counter.service.lookUpFates.push('failed', 'throws', 'failed');
    await shop.counter.advance(12 * HOUR);
    expect(owed()).toEqual([payment.id]);
  });
});
