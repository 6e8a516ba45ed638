import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StorageError } from '../ledger/index.ts';
import type { Transaction } from '../service/index.ts';
import { ANA, expectOk, expectProblem, type TestCounter, testCounter } from './testing/counter.ts';
import { refusal, unknownAnswer, WELL } from './testing/fake-service.ts';

const MINUTE = 60_000;
const NEVER_ARRIVES = { arrives: null, answers: null };
const ANSWER_LOST = { arrives: 20, answers: null };
const RESET = { arrives: 20, answers: 10, says: unknownAnswer('connection-lost') };

let counter: TestCounter;
beforeEach(() => {
  counter = testCounter();
});
afterEach(() => counter.close());

const again = (paymentId: string) => counter.payments.sendAgain({ paymentId }, ANA);

/** A payment that never arrived, at the moment when it may be sent again. */
async function lostPayment(): Promise<string> {
  counter.service.fates.push(NEVER_ARRIVES);
  const { id } = await counter.payBill();
  await counter.advance(2 * MINUTE);
  expect(counter.get(id)).toMatchObject({ state: 'unknown', maySendAgain: true });
  return id;
}

describe('what an earlier run left', () => {
  it('is looked up to its end, also where a cashier asked for it before the start', async () => {
    counter.service.fates.push(NEVER_ARRIVES);
    const { id } = await counter.payBill();
    counter.service.tellsTime = false;
    counter.startsByItself = false;
    counter.restart();
    counter.serviceIsThere = false;
    expectProblem(await counter.payments.lookUpNow({ paymentId: id }, ANA));
    counter.serviceIsThere = true;
    counter.payments.start();
    expect(counter.rows('SELECT result, reason FROM sends')).toEqual([
      { result: 'unknown', reason: 'till-stopped' },
    ]);
    await counter.advance(20 * MINUTE);
    expect(counter.get(id).state).toBe('not-performed');
  });
});

describe('payments that end', () => {
  it('record the answer that is on its way, and send nothing more', async () => {
    const order = await counter.order({ account: '2' });
    const { id } = await counter.payBill();
    const finishing = counter.payments.finish();
    expect(expectProblem(counter.pay(order)).kind).toBe('not-set-up');
    await counter.advance(100);
    await finishing;
    counter.payments.stop();
    expect(counter.get(id).state).toBe('paid');
    expect(counter.service.sent).toHaveLength(1);
  });
});

describe('payments that have been stopped', () => {
  it('send nothing any more: nobody would record the answer', async () => {
    const id = await lostPayment();
    const order = await counter.order({ account: '2' });
    counter.payments.stop();
    expect(expectProblem(await again(id)).kind).toBe('not-set-up');
    expect(expectProblem(counter.pay(order)).kind).toBe('not-set-up');
    expect(counter.service.sent).toHaveLength(1);
  });
});

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

describe('sending again', () => {
  it('is offered only after the time-out has passed and the look-up after it was empty', async () => {
    counter.service.fates.push(RESET);
    const { id } = await counter.payBill();
    await counter.advance(55_000);
    expect(counter.get(id)).toMatchObject({ state: 'unknown', maySendAgain: false });
    expect(counter.get(id).lookUps).toBeGreaterThan(2);
    expect(expectProblem(await again(id)).kind).toBe('payment-state');
    await counter.advance(8000);
    expect(counter.get(id).maySendAgain).toBe(true);
  });

  it('carries the same bytes, external_id and key, with a new Date, and is recorded before', async () => {
    const id = await lostPayment();
    counter.fault = (call) => {
      if (call === 'before-commit') expect(counter.service.sent).toHaveLength(1);
    };
    const payment = expectOk(await again(id));
    expect(payment).toMatchObject({ state: 'sending', sends: 2 });
    counter.fault = () => {};
    const [first, second] = counter.service.sent;
    expect(second?.request).toEqual(first?.request);
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
    expect(second?.date).toBeGreaterThan(first?.date ?? 0);
    expect(Date.parse(payment.certainAt ?? '')).toBe((second?.date ?? 0) + 16 * MINUTE);
    await counter.advance(1000);
    expect(counter.get(id).state).toBe('paid');
    expect(counter.service.performed.get(payment.externalId)).toHaveLength(1);
  });

  it('happens once when it is pressed twice', async () => {
    const id = await lostPayment();
    const answers = await Promise.all([again(id), again(id)]);
    expect(answers.map((one) => expectOk(one).state)).toEqual(['sending', 'sending']);
    expect(counter.service.sent).toHaveLength(2);
  });

  it('waits for the look-up under way, which may bring the answer', async () => {
    counter.service.fates.push({ arrives: 100_000, answers: null });
    const { id } = await counter.payBill();
    await counter.advance(90_000);
    expect(counter.get(id).maySendAgain).toBe(true);
    await counter.advance(10_030);
    const looking = counter.payments.lookUpNow({ paymentId: id }, ANA);
    const sending = again(id);
    await counter.advance(100);
    expect(expectOk(await looking).state).toBe('paid');
    expect(expectProblem(await sending)).toMatchObject({ kind: 'payment-state', state: 'paid' });
    expect(counter.service.sent).toHaveLength(1);
  });

  it('never overlaps with a look-up', async () => {
    const id = await lostPayment();
    counter.service.fates.push({ arrives: null, answers: null });
    expectOk(await again(id));
    const before = counter.service.lookUps;
    await counter.advance(50_000);
    await counter.payments.lookUpNow({ paymentId: id }, ANA);
    expect(counter.service.lookUps).toBe(before);
  });

  it('is not sent where the disk does not take it', async () => {
    const id = await lostPayment();
    counter.fault = () => {
      throw new Error('broken');
    };
    await expect(again(id)).rejects.toThrow('broken');
    counter.fault = () => {};
    expect(counter.service.sent).toHaveLength(1);
    await counter.advance(20 * MINUTE);
    expect(counter.get(id).state).toBe('not-performed');
  });

  it('is not offered in another version, whose request would be another', async () => {
    const id = await lostPayment();
    Object.assign(counter.service, { version: 'v3.mx' });
    expect(counter.get(id).maySendAgain).toBe(false);
  });

  it('is not offered after the key’s day', async () => {
    counter.service.fates.push(NEVER_ARRIVES);
    const { id } = await counter.payBill();
    counter.service.lookUpFates.push(
      ...Array.from({ length: 12 }, () => 'empty' as const),
      ...Array.from({ length: 3000 }, () => 'failed' as const),
    );
    await counter.advance(25 * 60 * MINUTE);
    counter.service.lookUpFates.length = 0;
    expect(counter.get(id)).toMatchObject({ state: 'unknown', maySendAgain: false });
    expect(expectProblem(await again(id)).kind).toBe('payment-state');
  });

  it.each(['R8', 'R12', 'R15', 'R36', 'R49', 'R50'])(
    '%s is evidence: looked up, sent no more, and never concluded by time alone',
    async (code) => {
      const id = await lostPayment();
      counter.service.fates.push({ ...WELL, says: refusal(code) });
      expectOk(await again(id));
      await counter.advance(5 * MINUTE);
      expect(counter.get(id)).toMatchObject({
        state: 'unknown',
        unknownBecause: 'evidence-of-earlier',
        code,
        maySendAgain: false,
      });
      expect(expectProblem(await again(id)).kind).toBe('payment-state');
      await counter.advance(60 * MINUTE);
      expect(counter.get(id).state).toBe('unclear');
      expect(counter.service.sent).toHaveLength(2);
    },
  );

  it('R36 is explained by another payment of this till, and then time does conclude it', async () => {
    await counter.payBill();
    await counter.advance(1000);
    const id = await lostPayment();
    counter.service.fates.push({ ...WELL, says: refusal('R36') });
    expectOk(await again(id));
    await counter.advance(20 * MINUTE);
    expect(counter.get(id)).toMatchObject({ state: 'rejected', code: 'R36' });
  });

  it.each(['R2', 'R19', 'R45', 'R100', null])(
    'a refusal %s says nothing about the first request, which may still arrive',
    async (code) => {
      counter.close();
      counter = testCounter({ keepsKeys: false });
      counter.service.fates.push({ arrives: 10 * MINUTE, answers: null });
      const { id } = await counter.payBill();
      await counter.advance(2 * MINUTE);
      counter.service.fates.push({ ...WELL, says: refusal(code, code === null ? 401 : 422) });
      expectOk(await again(id));
      await counter.advance(1000);
      expect(counter.get(id).state).toBe('unknown');
      await counter.advance(10 * MINUTE);
      expect(counter.get(id).state).toBe('paid');
    },
  );

  it('a refusal is what it ends with when nothing ever arrived', async () => {
    const id = await lostPayment();
    counter.service.fates.push({ ...WELL, says: refusal('R100') });
    expectOk(await again(id));
    await counter.advance(20 * MINUTE);
    expect(counter.get(id)).toMatchObject({ state: 'rejected', code: 'R100' });
  });

  it('429 and not-sent leave it unknown, and let it be tried again', async () => {
    const id = await lostPayment();
    counter.service.fates.push({ ...WELL, says: refusal(null, 429) });
    expectOk(await again(id));
    await counter.advance(2 * MINUTE);
    expect(counter.get(id)).toMatchObject({ state: 'unknown', maySendAgain: true });
    counter.service.fates.push({ ...WELL, isNotSent: true });
    expectOk(await again(id));
    await counter.advance(1000);
    expect(counter.get(id)).toMatchObject({ state: 'unknown', sends: 3, maySendAgain: true });
    expectOk(await again(id));
    await counter.advance(1000);
    expect(counter.get(id).state).toBe('paid');
  });
});

describe('a restart', () => {
  it('makes what was being sent unknown, says why, and resolves it', async () => {
    counter.service.fates.push({ arrives: 20, answers: 5000 });
    const payment = await counter.payBill();
    await counter.advance(1000);
    counter.restart();
    expect(counter.get(payment.id)).toMatchObject({
      state: 'unknown',
      unknownBecause: 'till-stopped',
    });
    expect(counter.rows('SELECT result, reason FROM sends')).toEqual([
      { result: 'unknown', reason: 'till-stopped' },
    ]);
    await counter.advance(1000);
    expect(counter.get(payment.id).state).toBe('paid');
  });

  it('does not record the answer that comes too late for the run that asked', async () => {
    counter.service.fates.push({ arrives: 20, answers: 5000 });
    counter.service.lookUpFates.push('failed', 'failed', 'failed');
    const payment = await counter.payBill();
    await counter.advance(1000);
    counter.restart();
    await counter.advance(4500);
    expect(counter.get(payment.id).state).toBe('unknown');
    await counter.advance(MINUTE);
    expect(counter.get(payment.id).state).toBe('paid');
    expect(counter.rows('SELECT id FROM print_jobs')).toHaveLength(1);
  });

  it('before the first byte leaves ends in not performed, and the account is free again', async () => {
    counter.service.fates.push(NEVER_ARRIVES);
    const payment = await counter.payBill();
    counter.restart();
    await counter.advance(10 * MINUTE);
    counter.restart();
    await counter.advance(7 * MINUTE);
    expect(counter.get(payment.id).state).toBe('not-performed');
    await counter.payBill();
    await counter.advance(1000);
    expect(counter.service.performed.size).toBe(1);
  });

  it('with a ledger that cannot be written opens all the same, and shows them as unknown', async () => {
    counter.service.fates.push(ANSWER_LOST);
    const payment = await counter.payBill();
    await counter.advance(1000);
    counter.fault = () => {
      throw new StorageError('full', counter.database.file, null);
    };
    counter.restart();
    expect(counter.rows('SELECT state FROM outcomes')).toEqual([{ state: 'sent' }]);
    expect(expectOk(counter.payments.unresolved(ANA))).toMatchObject([{ state: 'unknown' }]);
    await counter.advance(MINUTE);
    counter.fault = () => {};
    expect(counter.get(payment.id).state).toBe('unknown');
    await counter.advance(MINUTE);
    expect(counter.get(payment.id).state).toBe('paid');
  });
});
