import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Transaction } from '../../service/index.ts';
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
    const certainAt = Date.parse(payment.certainAt ?? '');
    expect(certainAt - (counter.service.sent[0]?.date ?? 0)).toBe(16 * MINUTE);
    await counter.advance(16 * MINUTE - 1000);
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

  it('is not concluded by failed look-ups, however long, and goes on when the service is back', async () => {
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
