import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Payment } from '../../../../shared/contract/index.ts';
import { createUuid } from '../../../platform/index.ts';
import type { ServiceTransaction } from '../../../service/index.ts';
import { createPaymentTracker } from '../payment-tracker.ts';
import {
  ANA,
  ANSWER_LOST,
  createCounterPorts,
  createRefusal,
  createTestCounter,
  createUnknownAnswer,
  expectOk,
  expectProblem,
  type Fate,
  LUIS,
  LUIS_PIN,
  NEVER_ARRIVES,
  SUCCEEDS,
  type TestCounter,
} from '../testing/index.ts';
import { createPaymentResolver } from './resolver.ts';

const MINUTE = 60_000;
const RESET = { arrives: 20, answers: 10, answer: createUnknownAnswer('connection-lost') };

let counter: TestCounter;
beforeEach(() => {
  counter = createTestCounter();
});
afterEach(() => counter.close());

/** Payments as they are when their changes are reported to the page. */
function recordReportedPayments(): readonly Payment[] {
  const reported: Payment[] = [];
  counter.changes.push = (id) => reported.push(counter.get(id));
  return reported;
}

const sendAgain = (paymentId: string) => counter.payments.sendAgain({ paymentId }, ANA);

describe('an unknown payment', () => {
  it('looks up a timed-out payment at once and resolves it as paid, without a ticket text', async () => {
    counter.service.fates.push(ANSWER_LOST);
    const payment = await counter.payBill();
    await counter.advance(59_999);
    expect(counter.get(payment.id).state).toBe('sending');
    await counter.advance(200);
    expect(counter.get(payment.id)).toMatchObject({
      state: 'paid',
      unknownBecause: 'timed-out',
      hasTicketText: false,
      paper: 'waiting',
      lookUps: 1,
    });
  });

  it('resolves a payment as paid with the ticket text of a row that has one', async () => {
    counter.service.fates.push(ANSWER_LOST);
    counter.service.lookUpFates.push({
      rows: (own) => own.map((row) => ({ ...row, ticketText: 'Auth: 1' })),
    });
    const payment = await counter.payBill();
    await counter.advance(61_000);
    expect(counter.get(payment.id)).toMatchObject({
      state: 'paid',
      hasTicketText: true,
      paper: 'waiting',
    });
  });

  it('resolves a payment as not performed only when a look-up is empty after the signature expired', async () => {
    counter.service.fates.push(RESET);
    const payment = await counter.payBill();
    await counter.advance(1000);
    const certainAt = Date.parse(counter.get(payment.id).certainAt ?? '');
    expect(certainAt - (counter.service.sentRequests[0]?.date ?? 0)).toBe(16 * MINUTE);
    await counter.advance(16 * MINUTE - 2000);
    expect(counter.get(payment.id)).toMatchObject({ state: 'unknown' });
    await counter.advance(4000);
    expect(counter.get(payment.id)).toMatchObject({
      state: 'not-performed',
      nextLookUpAt: null,
      canResend: false,
    });
    expect(counter.rows("SELECT count(*) AS n FROM look_ups WHERE result <> 'empty'")).toEqual([
      { n: 0 },
    ]);
    expect(counter.rows('SELECT id FROM print_jobs')).toEqual([]);
  });

  it('reports after a look-up that the payment may be sent again', async () => {
    const reported = recordReportedPayments();
    const id = await counter.loseBill();
    expect(counter.get(id).canResend).toBe(true);
    expect(reported.at(-1)).toMatchObject({ id, canResend: true });
  });

  it('reports when a supervisor may close the payment by hand', async () => {
    counter.service.fates.push(ANSWER_LOST);
    counter.service.lookUpFates.push(...Array.from({ length: 400 }, () => 'failed' as const));
    const reported = recordReportedPayments();
    await counter.payBill();
    await counter.advance(26 * MINUTE - 100);
    expect(reported.at(-1)).toMatchObject({ canCloseByHand: false });
    await counter.advance(1500);
    expect(reported.at(-1)).toMatchObject({ canCloseByHand: true });
  });

  it('keeps a payment unknown while look-ups fail and resolves it when the service is back', async () => {
    counter.service.fates.push(ANSWER_LOST);
    counter.service.lookUpFates.push(...Array.from({ length: 400 }, () => 'failed' as const));
    const payment = await counter.payBill();
    await counter.advance(3 * 60 * MINUTE);
    expect(counter.get(payment.id)).toMatchObject({ state: 'unknown', canResend: false });
    counter.service.lookUpFates.length = 0;
    await counter.advance(2 * MINUTE);
    expect(counter.get(payment.id).state).toBe('paid');
  });

  it('relies on its own uptime, not on its clock, if the service sends no Date', async () => {
    counter.service.sendsDate = false;
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
    'resolves by the service’s time when the till’s clock jumps by %i',
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

  describe('look-ups with a wrong Date', () => {
    const AHEAD = 20 * MINUTE;
    const setDateErrors = (...minutes: number[]) =>
      counter.service.dateErrorsMs.push(...minutes.map((value) => value * MINUTE));
    /** Pays other bills, so that the till receives answers with the true time first. */
    const receiveTrueDates = async (times = 2) => {
      for (let turn = 0; turn < times; turn += 1) {
        await counter.payBill({ account: `9${turn}` });
        await counter.advance(15_000);
      }
    };

    it('keeps a payment unknown after an empty look-up dated ahead by one machine', async () => {
      await receiveTrueDates();
      counter.service.fates.push({ arrives: 70_000, answers: null });
      const payment = await counter.payBill();
      await counter.advance(61_000);
      setDateErrors(20);
      counter.service.lookUpFates.push('empty');
      await counter.advance(3000);
      expect(counter.get(payment.id)).toMatchObject({ state: 'unknown', canResend: false });
      expect(
        counter.rows("SELECT service_time FROM look_ups WHERE detail LIKE 'its Date disagrees%'"),
      ).toEqual([{ service_time: null }]);
      await counter.advance(MINUTE);
      expect(counter.get(payment.id).state).toBe('paid');
    });

    it('waits as long as an earlier look-up showed, although the later Dates are ahead', async () => {
      // The first request has no Date of the service to go by.
      counter.jump(30 * MINUTE);
      counter.service.fates.push({ arrives: 25 * MINUTE, answers: null });
      const { id } = await counter.payBill();
      await counter.advance(3 * MINUTE);
      counter.service.clockOffset = 60 * MINUTE;
      await counter.advance(20 * MINUTE);
      expect(counter.get(id).state).toBe('unknown');
      counter.service.clockOffset = 0;
      await counter.advance(10 * MINUTE);
      expect(counter.get(id).state).toBe('paid');
    });

    it('keeps a payment unknown for a signature’s lifetime if every Date is ahead', async () => {
      counter.service.fates.push({ arrives: 13 * MINUTE, answers: null });
      setDateErrors(...Array.from({ length: 200 }, () => AHEAD / MINUTE));
      const payment = await counter.payBill();
      await counter.advance(12 * MINUTE);
      expect(counter.get(payment.id).state).toBe('unknown');
      await counter.advance(3 * MINUTE);
      expect(counter.get(payment.id).state).toBe('paid');
    });

    it('resolves at the announced time although every second look-up has a wrong date', async () => {
      await receiveTrueDates();
      counter.service.fates.push(RESET);
      const payment = await counter.payBill();
      await counter.advance(2000);
      setDateErrors(...Array.from({ length: 200 }, (_, index) => (index % 2) * 20));
      const certainAt = Date.parse(counter.get(payment.id).certainAt ?? '');
      expect(certainAt - Date.parse(payment.createdAt)).toBeLessThan(16 * MINUTE + 2000);
      await counter.advance(15 * MINUTE);
      expect(counter.get(payment.id).state).toBe('unknown');
      await counter.advance(3 * MINUTE);
      expect(counter.get(payment.id).state).toBe('not-performed');
    });

    it('waits for the slowest machine if every second Date is behind', async () => {
      await receiveTrueDates();
      counter.service.fates.push(RESET);
      const payment = await counter.payBill();
      setDateErrors(...Array.from({ length: 200 }, (_, index) => (index % 2) * -10));
      await counter.advance(MINUTE);
      const certainAt = Date.parse(counter.get(payment.id).certainAt ?? '');
      expect(Math.round((certainAt - Date.parse(payment.createdAt)) / MINUTE)).toBe(26);
      await counter.advance(24 * MINUTE);
      expect(counter.get(payment.id).state).toBe('unknown');
      await counter.advance(4 * MINUTE);
      expect(counter.get(payment.id).state).toBe('not-performed');
    });
  });

  it('needs two empty look-ups 16 minutes apart for a payment of an earlier run, whatever the Dates', async () => {
    counter.service.fates.push({ arrives: 25 * MINUTE, answers: null });
    const payment = await counter.payBill();
    await counter.advance(10 * MINUTE);
    counter.restart();
    expect(counter.get(payment.id).certainAt).toBeNull();
    counter.service.dateErrorsMs.push(...Array.from({ length: 300 }, () => 60 * MINUTE));
    await counter.advance(5000);
    const certainAt = Date.parse(counter.get(payment.id).certainAt ?? '');
    expect(Math.round((certainAt - counter.service.getRequestDate()) / MINUTE)).toBe(16);
    await counter.advance(15 * MINUTE);
    expect(counter.get(payment.id).state).toBe('unknown');
    await counter.advance(2 * MINUTE);
    expect(counter.get(payment.id).state).toBe('not-performed');
    expect(counter.service.performed.size).toBe(0);
  });

  it.each(['failed', 'unread'] as const)(
    'does not count a look-up of a payment of an earlier run that is %s as the first empty one',
    async (fate) => {
      counter.service.fates.push(NEVER_ARRIVES);
      const { id } = await counter.payBill();
      await counter.advance(2 * MINUTE);
      counter.service.lookUpFates.push(...Array.from({ length: 400 }, () => fate));
      counter.restart();
      await counter.advance(10 * MINUTE);
      counter.service.lookUpFates.length = 0;
      await counter.advance(15 * MINUTE);
      expect(counter.get(id).state).toBe('unknown');
      await counter.advance(3 * MINUTE);
      expect(counter.get(id).state).toBe('not-performed');
    },
  );

  it('announces the next look-up, and records what each found', async () => {
    counter.service.fates.push(RESET);
    const { id } = await counter.payBill();
    await counter.advance(100);
    const announced = Date.parse(counter.get(id).nextLookUpAt ?? '');
    expect(announced - counter.clock.now()).toBeGreaterThan(0);
    expect(counter.rows('SELECT result, detail FROM look_ups')).toEqual([
      { result: 'empty', detail: null },
    ]);
    counter.service.sendsDate = false;
    await counter.advance(announced - counter.clock.now() + 2000);
    expect(counter.rows('SELECT result, detail FROM look_ups')).toEqual([
      { result: 'empty', detail: null },
      { result: 'empty', detail: 'no time of the service' },
    ]);
  });

  it('counts the wait of a payment from its last send', async () => {
    const id = await counter.loseBill();
    await counter.advance(10 * MINUTE);
    counter.service.fates.push(RESET);
    expectOk(await sendAgain(id));
    await counter.advance(15 * MINUTE);
    expect(counter.get(id).state).toBe('unknown');
    await counter.advance(2 * MINUTE);
    expect(counter.get(id).state).toBe('not-performed');
  });

  it('counts the time that the machine slept in the wait of a payment', async () => {
    counter.service.fates.push(RESET);
    const payment = await counter.payBill();
    await counter.advance(MINUTE);
    counter.clock.sleep(14 * MINUTE);
    await counter.advance(30_000);
    expect(counter.get(payment.id).state).toBe('unknown');
    await counter.advance(2 * MINUTE);
    expect(counter.get(payment.id).state).toBe('not-performed');
  });

  it('returns the payment from lookUpNow, and the problem if the look-up fails', async () => {
    counter.service.fates.push(RESET);
    counter.service.lookUpFates.push('failed', 'failed');
    const payment = await counter.payBill();
    await counter.advance(200);
    const pendingLookUp = counter.payments.lookUpNow({ paymentId: payment.id }, ANA);
    await counter.advance(100);
    expect(expectProblem(await pendingLookUp).kind).toBe('service-silent');
    const before = counter.service.lookUps;
    const both = [1, 2].map(() => counter.payments.lookUpNow({ paymentId: payment.id }, ANA));
    await counter.advance(100);
    expect((await Promise.all(both)).map((result) => expectOk(result).state)).toEqual([
      'unknown',
      'unknown',
    ]);
    expect(counter.service.lookUps).toBe(before + 1);
  });

  it('reports a payment that a look-up resolves once, and wakes the printer', async () => {
    counter.service.fates.push(ANSWER_LOST);
    counter.service.lookUpFates.push('failed');
    const { id: paymentId } = await counter.payBill();
    await counter.advance(MINUTE + 200);
    const { length } = counter.changes;
    const { wakeCount } = counter;
    const pendingLookUp = counter.payments.lookUpNow({ paymentId }, ANA);
    await counter.advance(100);
    expect(expectOk(await pendingLookUp).state).toBe('paid');
    expect(counter.changes.slice(length)).toEqual([paymentId]);
    expect(counter.wakeCount).toBe(wakeCount + 1);
    expect(counter.billerUses).toEqual([40]);
  });

  it('keeps a cancel unknown while the look-ups do not list the payment', async () => {
    const { id: paymentId } = await counter.payBill();
    await counter.advance(1000);
    counter.service.fates.push(ANSWER_LOST);
    counter.service.lookUpFates.push(...Array.from({ length: 200 }, () => 'empty' as const));
    const approval = { cashierId: LUIS.id, pin: LUIS_PIN };
    const cancelling = { paymentId, reason: 'wrong account', approval };
    const { id } = expectOk(await counter.payments.cancel(cancelling, ANA));
    await counter.advance(20 * MINUTE);
    expect(counter.get(id)).toMatchObject({ state: 'unknown', handOver: 'not-yet' });
    expect(counter.rows('SELECT DISTINCT result FROM look_ups')).toEqual([{ result: 'empty' }]);
  });

  it('asks nothing while the request is in flight', async () => {
    const { id } = await counter.payBill();
    expect(expectOk(await counter.payments.lookUpNow({ paymentId: id }, ANA)).state).toBe(
      'sending',
    );
    expect(counter.service.lookUps).toBe(0);
  });

  it('resolves a payment although the client throws in look-ups', async () => {
    counter.service.fates.push(ANSWER_LOST);
    counter.service.lookUpFates.push('throws', 'throws');
    const payment = await counter.payBill();
    await counter.advance(2 * MINUTE);
    expect(counter.get(payment.id).state).toBe('paid');
  });
});

describe('the rows of a look-up', () => {
  async function payWithRows(
    rows: (own: readonly ServiceTransaction[]) => readonly ServiceTransaction[],
  ) {
    counter.service.fates.push({
      ...SUCCEEDS,
      answerAfterPerforming: createUnknownAnswer('unreadable-answer', 200),
    });
    counter.service.lookUpFates.push(...Array.from({ length: 99 }, () => ({ rows })));
    const payment = await counter.payBill();
    await counter.advance(20 * MINUTE);
    return counter.get(payment.id);
  }
  const payWithRowChanges = (changes: Partial<ServiceTransaction>) =>
    payWithRows((own) => own.map((row) => ({ ...row, ...changes })));

  it.each(['sent', 'fulfilled', 'Fulfilled', null, ''])(
    'resolves a row with status %s as paid',
    async (status) => {
      expect((await payWithRowChanges({ status })).state).toBe('paid');
    },
  );

  it.each(['refunded', 'reversed'])(
    'resolves a %s row as paid, and does not warn of it',
    async (status) => {
      expect(await payWithRowChanges({ status })).toMatchObject({
        state: 'paid',
        serviceStatus: status,
      });
      // A payment that was given back causes no warning.
      expect((await counter.order()).warnings).toEqual([]);
    },
  );

  it('resolves a crashed row as rejected', async () => {
    expect(await payWithRowChanges({ status: 'crashed' })).toMatchObject({
      state: 'rejected',
      serviceStatus: 'crashed',
    });
  });

  it('keeps looking up a row with status timeout, also after empty look-ups', async () => {
    const payment = await payWithRowChanges({ status: 'timeout' });
    expect(payment).toMatchObject({ state: 'unknown', canResend: false });
    const events = counter.rows("SELECT detail FROM payment_events WHERE kind = 'look-up-found'");
    expect(events).toEqual([{ detail: '{"why":"1 rows","state":"unknown"}' }]);
    counter.service.lookUpFates.length = 0;
    counter.service.lookUpFates.push('empty', 'empty');
    await counter.advance(12 * MINUTE);
    expect(counter.get(payment.id).state).not.toBe('not-performed');
    await counter.advance(20 * MINUTE);
    expect(counter.get(payment.id).state).toBe('paid');
  });

  it.each([
    ['an unrecognized status', { status: 'pending' }],
    ['another biller', { billerId: 41 }],
    ['another account', { accountNumber: '501000000008' }],
    ['another amount', { amount: '100.01' }],
    ['another currency', { currency: 'USD' }],
  ])('marks a row with %s unclear, and never resolves it by time', async (_, changes) => {
    const payment = await payWithRowChanges(changes);
    expect(payment).toMatchObject({ state: 'unclear', canResend: false });
    counter.service.lookUpFates.length = 0;
    counter.service.lookUpFates.push(...Array.from({ length: 30 }, () => 'empty' as const));
    await counter.advance(60 * MINUTE);
    expect(counter.get(payment.id).state).toBe('unclear');
    expect(expectProblem(await sendAgain(payment.id)).kind).toBe('payment-state');
  });

  it.each([
    ['a grouped account', { accountNumber: ' 5010-0000 0007 ' }],
    ['other decimals in the amount', { amount: '100.0' }],
    ['missing fields', { billerId: null, accountNumber: null, amount: null, currency: null }],
  ])('accepts a row with %s as this payment', async (_, changes) => {
    expect((await payWithRowChanges(changes)).state).toBe('paid');
  });

  it('ignores rows with other external_ids, as from a service that ignores the filter', async () => {
    const others = (own: readonly ServiceTransaction[]) =>
      own.map((row) => ({ ...row, externalId: 'another' }));
    expect((await payWithRows(others)).state).toBe('not-performed');
  });

  it('counts a repeated row once, and prefers a sent row over a crashed one', async () => {
    const both = (own: readonly ServiceTransaction[]) =>
      own.flatMap((row) => [row, row, { ...row, id: '1', status: 'crashed' }]);
    expect((await payWithRows(both)).state).toBe('paid');
  });

  it.each([
    ['one row', ['1'], []],
    ['two rows', ['1', '2'], [{ rows: 2 }]],
  ])('logs %s that match a payment if there is more than one', async (_, ids, logged) => {
    const errors: unknown[] = [];
    counter.log = { ...counter.log, error: (fields: object) => errors.push(fields) };
    counter.restart();
    await payWithRows((own) => own.flatMap((row) => ids.map((id) => ({ ...row, id }))));
    expect(errors).toMatchObject(logged);
    expect(errors).toHaveLength(logged.length);
  });

  it('keeps a payment unclear after a look-up that fails', async () => {
    const payment = await payWithRowChanges({ billerId: 41 });
    counter.service.lookUpFates.length = 0;
    counter.service.lookUpFates.push('failed');
    const pendingLookUp = counter.payments.lookUpNow({ paymentId: payment.id }, ANA);
    await counter.advance(100);
    expect(expectProblem(await pendingLookUp).kind).toBe('service-silent');
    expect(counter.get(payment.id).state).toBe('unclear');
  });

  it('marks a payment unclear only while lists cannot be read to their end', async () => {
    counter.service.fates.push(RESET);
    counter.service.lookUpFates.push('unread', 'unread', 'unread');
    const payment = await counter.payBill();
    await counter.advance(3000);
    expect(counter.get(payment.id)).toMatchObject({ state: 'unclear', canResend: false });
    await counter.advance(2 * MINUTE);
    expect(counter.get(payment.id)).toMatchObject({ state: 'unknown', canResend: true });
    await counter.advance(15 * MINUTE);
    expect(counter.get(payment.id).state).toBe('not-performed');
  });
});

describe('rows without an external_id', () => {
  const LOST = {
    ...SUCCEEDS,
    answerAfterPerforming: createUnknownAnswer('unreadable-answer', 200),
  };
  const other = (row: ServiceTransaction): ServiceTransaction => ({
    ...row,
    id: '1',
    accountNumber: '7',
  });

  /** Pays, and advances until a look-up of the payment would be certain. */
  async function payWithLists(
    list: (own: ServiceTransaction) => readonly ServiceTransaction[],
    fate: Fate = LOST,
  ): Promise<Payment> {
    counter.service.fates.push(fate);
    // The list of a payment that was not performed is derived from a transaction of the same kind.
    const model: ServiceTransaction = {
      id: '48999',
      externalId: null,
      billerId: 40,
      accountNumber: '501000000007',
      amount: '549.00',
      currency: 'MXN',
      createdAt: new Date(counter.clock.now()).toISOString(),
      status: 'sent',
      ticketText: null,
      fee: null,
      earned: null,
      hoursToFulfill: null,
    };
    const rows = (own: readonly ServiceTransaction[]) =>
      list(own[0] ?? model).map((row) => ({ ...row, externalId: null }));
    counter.service.lookUpFates.push(...Array.from({ length: 200 }, () => ({ rows })));
    const payment = await counter.payBill({ amount: '549.00' });
    await counter.advance(20 * MINUTE);
    return counter.get(payment.id);
  }

  it.each<[string, (own: ServiceTransaction) => ServiceTransaction[]]>([
    ['the only row is like it', (own) => [own]],
    ['the only row differs, which a filter that works may do', (own) => [other(own)]],
    ['a row among others is like it', (own) => [other(own), own]],
    ['a row among others has no account', (own) => [other(own), { ...own, accountNumber: null }]],
    [
      'a row among others is like it and has no time',
      (own) => [other(own), { ...own, createdAt: null }],
    ],
  ])('keeps a payment without external_id in the rows unknown if %s', async (_, list) => {
    const payment = await payWithLists(list);
    expect(payment).toMatchObject({ state: 'unknown', certainAt: null, canResend: true });
    await counter.advance(5 * 60 * MINUTE);
    expect(counter.get(payment.id)).toMatchObject({ state: 'unknown', canCloseByHand: true });
  });

  it('ends in paid once the payment is sent again with the same key', async () => {
    const payment = await payWithLists((own) => [own], ANSWER_LOST);
    expectOk(await sendAgain(payment.id));
    await counter.advance(1000);
    expect(counter.get(payment.id).state).toBe('paid');
    const [first, second] = counter.service.sentRequests;
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
    expect(counter.service.performed.get(payment.externalId)).toHaveLength(1);
  });

  it('leaves a payment to a person if a resend is refused because the payment exists', async () => {
    const payment = await payWithLists((own) => [own]);
    counter.service.fates.push({ ...SUCCEEDS, answer: createRefusal('R49') });
    expectOk(await sendAgain(payment.id));
    await counter.advance(MINUTE);
    expect(counter.get(payment.id)).toMatchObject({ state: 'unclear', canResend: false });
  });

  it.each<[string, (own: ServiceTransaction) => ServiceTransaction[]]>([
    ['differ from it', (own) => [other(own), { ...other(own), id: '2', amount: '1.00' }]],
    [
      'were created on another day',
      (own) => [
        other(own),
        { ...own, createdAt: '2026-01-10T12:00:00.000Z' },
        { ...own, id: '3', createdAt: '2026-01-20T12:00:00.000Z' },
      ],
    ],
  ])('ends in not performed if rows without external_id %s', async (_, list) => {
    const payment = await payWithLists(list, RESET);
    expect(payment.state).toBe('not-performed');
    expect(counter.rows('SELECT DISTINCT result FROM look_ups')).toEqual([{ result: 'empty' }]);
  });

  it('ends in not performed if the row is another payment of this till', async () => {
    const first = await counter.payBill({ amount: '549.00' });
    await counter.advance(100);
    const [row] = counter.service.performed.get(first.externalId) ?? [];
    const second = await payWithLists((own) => [other(own), row ?? own], RESET);
    expect(second.state).toBe('not-performed');
  });

  it('ends in paid if the answer named the id of the row', async () => {
    counter.service.fates.push({
      ...SUCCEEDS,
      answersTransaction: { performs: true, change: (row) => ({ ...row, status: 'pending' }) },
    });
    counter.service.lookUpFates.push(...Array.from({ length: 20 }, () => 'nameless' as const));
    const payment = await counter.payBill();
    await counter.advance(MINUTE);
    expect(counter.get(payment.id)).toMatchObject({ state: 'paid', serviceStatus: 'sent' });
  });
});

describe('the resolver alone', () => {
  function createResolver() {
    const tracker = createPaymentTracker();
    const ports = createCounterPorts(counter, createUuid, () => 0.5);
    const resolver = createPaymentResolver(ports, {
      outcomes: { emitPaymentChange: () => {} } as never,
      tracker,
      isStopped: () => false,
      random: () => 0.5,
      requestTimeoutMs: () => MINUTE,
    });
    return { tracker, resolver };
  }

  it('forgets a payment that is resolved when its look-up is due', async () => {
    const { id } = await counter.payBill();
    await counter.advance(1000);
    const { tracker, resolver } = createResolver();
    resolver.startLookUps(id);
    await counter.advance(1000);
    expect(tracker.getTracked(id)).toBeNull();
    expect(counter.service.lookUps).toBe(0);
  });

  it('waits for the end of the look-up in flight', async () => {
    const id = await counter.loseBill();
    const { resolver } = createResolver();
    const ended: string[] = [];
    void resolver.lookUpNow(id).then(() => ended.push('look-up'));
    void resolver.waitForLookUp(id).then(() => ended.push('wait'));
    await counter.advance(20);
    expect(ended).toEqual([]);
    await counter.advance(100);
    expect(ended).toContain('wait');
  });

  it('returns that the connection was lost before the look-up', async () => {
    const id = await counter.loseBill();
    counter.isServiceAvailable = false;
    expect(expectProblem(await createResolver().resolver.lookUpNow(id))).toEqual({
      kind: 'not-connected',
      reason: 'not-ready',
    });
  });
});
