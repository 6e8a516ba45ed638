import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Transaction } from '../../../service/index.ts';
import {
  ANA,
  ANSWER_LOST,
  expectOk,
  expectProblem,
  type TestCounter,
  testCounter,
  unknownAnswer,
  WELL,
} from '../testing/index.ts';

const MINUTE = 60_000;
const RESET = { arrives: 20, answers: 10, says: unknownAnswer('connection-lost') };

let counter: TestCounter;
beforeEach(() => {
  counter = testCounter();
});
afterEach(() => counter.close());

const again = (paymentId: string) => counter.payments.sendAgain({ paymentId }, ANA);

describe('an unknown payment', () => {
  it('is looked up at once and found paid, with its ticket where the row has one', async () => {
    counter.service.fates.push(ANSWER_LOST);
    const payment = await counter.payBill();
    await counter.advance(59_999);
    expect(counter.get(payment.id).state).toBe('sending');
    await counter.advance(200);
    expect(counter.get(payment.id)).toMatchObject({
      state: 'paid',
      unknownBecause: 'timed-out',
      hasTicketText: true,
      paper: 'waiting',
      lookUps: 1,
    });
  });

  it('is paid without a ticket text where the row has none', async () => {
    counter.service.fates.push(ANSWER_LOST);
    counter.service.lookUpFates.push({
      rows: (own) => own.map((row) => ({ ...row, ticketText: null })),
    });
    const payment = await counter.payBill();
    await counter.advance(61_000);
    expect(counter.get(payment.id)).toMatchObject({
      state: 'paid',
      hasTicketText: false,
      paper: 'waiting',
    });
  });

  it('is not performed only when a look-up is empty after the signature has died', async () => {
    counter.service.fates.push(RESET);
    const payment = await counter.payBill();
    await counter.advance(1000);
    const certainAt = Date.parse(counter.get(payment.id).certainAt ?? '');
    expect(certainAt - (counter.service.sent[0]?.date ?? 0)).toBe(16 * MINUTE);
    await counter.advance(16 * MINUTE - 2000);
    expect(counter.get(payment.id)).toMatchObject({ state: 'unknown' });
    await counter.advance(4000);
    expect(counter.get(payment.id)).toMatchObject({
      state: 'not-performed',
      nextLookUpAt: null,
      maySendAgain: false,
    });
    expect(counter.rows("SELECT count(*) AS n FROM look_ups WHERE result <> 'empty'")).toEqual([
      { n: 0 },
    ]);
    expect(counter.rows('SELECT id FROM print_jobs')).toEqual([]);
  });

  it('keeps a payment unknown while look-ups fail and resolves it when the service is back', async () => {
    counter.service.fates.push(ANSWER_LOST);
    counter.service.lookUpFates.push(...Array.from({ length: 400 }, () => 'failed' as const));
    const payment = await counter.payBill();
    await counter.advance(3 * 60 * MINUTE);
    expect(counter.get(payment.id)).toMatchObject({ state: 'unknown', maySendAgain: false });
    counter.service.lookUpFates.length = 0;
    await counter.advance(2 * MINUTE);
    expect(counter.get(payment.id).state).toBe('paid');
  });

  it('believes its own clock only after it has itself waited, where the service tells no time', async () => {
    counter.service.tellsTime = false;
    counter.service.fates.push(RESET);
    const payment = await counter.payBill();
    await counter.advance(MINUTE);
    counter.jump(3 * 60 * MINUTE);
    await counter.advance(2 * MINUTE);
    expect(counter.get(payment.id).state).toBe('unknown');
    await counter.advance(16 * MINUTE);
    expect(counter.get(payment.id).state).toBe('not-performed');
  });

  it.each([5 * 60 * MINUTE, -5 * 60 * MINUTE])(
    'is resolved by the service’s time when the till’s clock jumps by %i',
    async (jump) => {
      counter.service.fates.push({ ...ANSWER_LOST, arrives: 13 * MINUTE });
      const payment = await counter.payBill();
      await counter.advance(2 * MINUTE);
      counter.jump(jump);
      await counter.advance(5 * MINUTE);
      expect(counter.get(payment.id).state).toBe('unknown');
      await counter.advance(8 * MINUTE);
      expect(counter.get(payment.id).state).toBe('paid');
    },
  );

  describe('whose look-up is dated wrong', () => {
    const AHEAD = 20 * MINUTE;
    const dates = (...minutes: number[]) =>
      counter.service.dates.push(...minutes.map((one) => one * MINUTE));
    /** Another answer of the service: what is true is heard before. */
    const hear = async (times = 2) => {
      for (let turn = 0; turn < times; turn += 1) {
        await counter.payBill({ account: `9${turn}` });
        await counter.advance(15_000);
      }
    };

    it('by one machine ahead does not end what is still on its way', async () => {
      await hear();
      counter.service.fates.push({ arrives: 70_000, answers: null });
      const payment = await counter.payBill();
      await counter.advance(61_000);
      dates(20);
      counter.service.lookUpFates.push('empty');
      await counter.advance(3000);
      expect(counter.get(payment.id)).toMatchObject({ state: 'unknown', maySendAgain: false });
      expect(
        counter.rows("SELECT service_time FROM look_ups WHERE detail LIKE 'its Date disagrees%'"),
      ).toEqual([{ service_time: null }]);
      await counter.advance(MINUTE);
      expect(counter.get(payment.id).state).toBe('paid');
    });

    it('by every machine ahead, from the first on, waits as long as a signature lives', async () => {
      counter.service.fates.push({ arrives: 13 * MINUTE, answers: null });
      dates(...Array.from({ length: 200 }, () => AHEAD / MINUTE));
      const payment = await counter.payBill();
      await counter.advance(12 * MINUTE);
      expect(counter.get(payment.id).state).toBe('unknown');
      await counter.advance(3 * MINUTE);
      expect(counter.get(payment.id).state).toBe('paid');
    });

    it('resolves at the announced time although every second look-up has a wrong date', async () => {
      await hear();
      counter.service.fates.push(RESET);
      const payment = await counter.payBill();
      await counter.advance(2000);
      dates(...Array.from({ length: 200 }, (_, index) => (index % 2) * 20));
      const said = Date.parse(counter.get(payment.id).certainAt ?? '');
      expect(said - Date.parse(payment.createdAt)).toBeLessThan(16 * MINUTE + 2000);
      await counter.advance(15 * MINUTE);
      expect(counter.get(payment.id).state).toBe('unknown');
      await counter.advance(3 * MINUTE);
      expect(counter.get(payment.id).state).toBe('not-performed');
    });

    it('by a machine behind that is there again and again, waits for that one too', async () => {
      await hear();
      counter.service.fates.push(RESET);
      const payment = await counter.payBill();
      dates(...Array.from({ length: 200 }, (_, index) => (index % 2) * -10));
      await counter.advance(MINUTE);
      const said = Date.parse(counter.get(payment.id).certainAt ?? '');
      expect(Math.round((said - Date.parse(payment.createdAt)) / MINUTE)).toBe(26);
      await counter.advance(24 * MINUTE);
      expect(counter.get(payment.id).state).toBe('unknown');
      await counter.advance(4 * MINUTE);
      expect(counter.get(payment.id).state).toBe('not-performed');
    });
  });

  it('that an earlier run sent needs two empty look-ups 16 minutes apart, whatever the Dates', async () => {
    counter.service.fates.push({ arrives: 25 * MINUTE, answers: null });
    const payment = await counter.payBill();
    await counter.advance(10 * MINUTE);
    counter.restart();
    expect(counter.get(payment.id).certainAt).toBeNull();
    counter.service.dates.push(...Array.from({ length: 300 }, () => 60 * MINUTE));
    await counter.advance(5000);
    const said = Date.parse(counter.get(payment.id).certainAt ?? '');
    expect(Math.round((said - counter.service.requestDate()) / MINUTE)).toBe(16);
    await counter.advance(15 * MINUTE);
    expect(counter.get(payment.id).state).toBe('unknown');
    await counter.advance(2 * MINUTE);
    expect(counter.get(payment.id).state).toBe('not-performed');
    expect(counter.service.performed.size).toBe(0);
  });

  it('that is sent again waits from then on', async () => {
    const id = await counter.loseBill();
    await counter.advance(10 * MINUTE);
    counter.service.fates.push(RESET);
    expectOk(await again(id));
    await counter.advance(15 * MINUTE);
    expect(counter.get(id).state).toBe('unknown');
    await counter.advance(2 * MINUTE);
    expect(counter.get(id).state).toBe('not-performed');
  });

  it('counts the time that the machine slept, and none that it did not', async () => {
    counter.service.fates.push(RESET);
    const payment = await counter.payBill();
    await counter.advance(MINUTE);
    counter.clock.sleep(14 * MINUTE);
    await counter.advance(30_000);
    expect(counter.get(payment.id).state).toBe('unknown');
    await counter.advance(2 * MINUTE);
    expect(counter.get(payment.id).state).toBe('not-performed');
  });

  it('answers lookUpNow with what is found, and with the problem where the look-up fails', async () => {
    counter.service.fates.push(RESET);
    counter.service.lookUpFates.push('failed', 'failed');
    const payment = await counter.payBill();
    await counter.advance(200);
    const asking = counter.payments.lookUpNow({ paymentId: payment.id }, ANA);
    await counter.advance(100);
    expect(expectProblem(await asking).kind).toBe('service-silent');
    const both = [1, 2].map(() => counter.payments.lookUpNow({ paymentId: payment.id }, ANA));
    const before = counter.service.lookUps;
    await counter.advance(100);
    expect((await Promise.all(both)).map((one) => expectOk(one).state)).toEqual([
      'unknown',
      'unknown',
    ]);
    expect(counter.service.lookUps).toBe(before);
  });

  it('survives a client that breaks in a look-up', async () => {
    counter.service.fates.push(ANSWER_LOST);
    counter.service.lookUpFates.push('throws', 'throws');
    const payment = await counter.payBill();
    await counter.advance(2 * MINUTE);
    expect(counter.get(payment.id).state).toBe('paid');
  });
});

describe('rows that are found', () => {
  async function found(rows: (own: readonly Transaction[]) => readonly Transaction[]) {
    counter.service.fates.push({ ...WELL, saysAfter: unknownAnswer('unreadable-answer', 200) });
    counter.service.lookUpFates.push(...Array.from({ length: 99 }, () => ({ rows })));
    const payment = await counter.payBill();
    await counter.advance(20 * MINUTE);
    return counter.get(payment.id);
  }
  const changed = (changes: Partial<Transaction>) =>
    found((own) => own.map((row) => ({ ...row, ...changes })));

  it.each(['sent', 'fulfilled', 'Fulfilled', null, ''])('status %s is paid', async (status) => {
    expect((await changed({ status })).state).toBe('paid');
  });

  it.each(['refunded', 'reversed'])('%s is paid and then given back', async (status) => {
    expect(await changed({ status })).toMatchObject({ state: 'paid', serviceStatus: status });
    // A payment that was given back is no reason to warn.
    expect((await counter.order()).warnings).toEqual([]);
  });

  it('crashed is rejected', async () => {
    expect(await changed({ status: 'crashed' })).toMatchObject({
      state: 'rejected',
      serviceStatus: 'crashed',
    });
  });

  it('timeout is looked up again for as long as it takes, and an empty list does not undo it', async () => {
    const payment = await changed({ status: 'timeout' });
    expect(payment).toMatchObject({ state: 'unknown', maySendAgain: false });
    counter.service.lookUpFates.length = 0;
    counter.service.lookUpFates.push('empty', 'empty');
    await counter.advance(12 * MINUTE);
    expect(counter.get(payment.id).state).not.toBe('not-performed');
    await counter.advance(20 * MINUTE);
    expect(counter.get(payment.id).state).toBe('paid');
  });

  it.each([
    ['a word that nobody knows', { status: 'pending' }],
    ['another biller', { billerId: 41 }],
    ['another account', { accountNumber: '501000000008' }],
    ['another amount', { amount: '100.01' }],
    ['another currency', { currency: 'USD' }],
  ])('%s is unclear, and no time concludes it', async (_, changes) => {
    const payment = await changed(changes);
    expect(payment).toMatchObject({ state: 'unclear', maySendAgain: false });
    counter.service.lookUpFates.length = 0;
    counter.service.lookUpFates.push(...Array.from({ length: 30 }, () => 'empty' as const));
    await counter.advance(60 * MINUTE);
    expect(counter.get(payment.id).state).toBe('unclear');
    expect(expectProblem(await again(payment.id)).kind).toBe('payment-state');
  });

  it.each([
    ['account with its grouping', { accountNumber: ' 5010-0000 0007 ' }],
    ['amount with other decimals', { amount: '100.0' }],
    ['missing fields', { billerId: null, accountNumber: null, amount: null, currency: null }],
  ])('%s agrees', async (_, changes) => {
    expect((await changed(changes)).state).toBe('paid');
  });

  it('rows of others, as an ignored filter brings them, are nothing of ours', async () => {
    const others = (own: readonly Transaction[]) =>
      own.map((row) => ({ ...row, externalId: 'another' }));
    expect((await found(others)).state).toBe('not-performed');
  });

  it('a repeated page does not make one row two; of crashed and sent, sent counts', async () => {
    const both = (own: readonly Transaction[]) =>
      own.flatMap((row) => [row, row, { ...row, id: '1', status: 'crashed' }]);
    expect((await found(both)).state).toBe('paid');
  });

  it('rows without an external_id are unclear only as long as they are there', async () => {
    counter.service.fates.push(RESET);
    counter.service.lookUpFates.push('nameless', 'nameless', 'nameless');
    const payment = await counter.payBill();
    await counter.advance(3000);
    expect(counter.get(payment.id)).toMatchObject({ state: 'unclear', maySendAgain: false });
    await counter.advance(2 * MINUTE);
    expect(counter.get(payment.id)).toMatchObject({ state: 'unknown', maySendAgain: true });
    await counter.advance(15 * MINUTE);
    expect(counter.get(payment.id).state).toBe('not-performed');
  });
});
