import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Payment, Result } from '../../../../shared/contract/index.ts';
import type { ServiceTransaction } from '../../../service/index.ts';
import {
  ANA,
  createRefusal,
  createTestCounter,
  createUnknownAnswer,
  expectOk,
  expectProblem,
  LUIS,
  LUIS_PIN,
  NEVER_ARRIVES,
  type TestCounter,
} from '../testing/index.ts';

const MINUTE = 60_000;
let counter: TestCounter;
let paid: Payment;

beforeEach(async () => {
  counter = createTestCounter();
  paid = await counter.payBill();
  await counter.advance(100);
});

afterEach(() => counter.close());

const cancel = (pin = LUIS_PIN): Promise<Result<Payment>> =>
  counter.payments.cancel(
    { paymentId: paid.id, reason: 'wrong account', approval: { cashierId: LUIS.id, pin } },
    ANA,
  );

describe('a cancel', () => {
  it('cancels the payment once, and allows the hand-over without a printed slip', async () => {
    expect(counter.get(paid.id).canCancel).toBe(true);
    const cancelPayment = expectOk(await cancel());
    expect(cancelPayment).toMatchObject({
      kind: 'cancel',
      state: 'sending',
      cancels: paid.id,
      handOver: 'not-yet',
    });
    await counter.advance(100);
    const done = counter.get(cancelPayment.id);
    expect(done).toMatchObject({ state: 'paid', handOver: 'now', due: paid.due });
    expect(counter.get(paid.id)).toMatchObject({
      state: 'paid',
      canCancel: false,
      cancelledBy: { paymentId: cancelPayment.id, state: 'paid' },
    });
    expect(counter.service.cancelledIds).toHaveLength(1);
    expect(
      expectOk(counter.payments.confirmHandOver({ paymentId: cancelPayment.id }, ANA)).handOver,
    ).toBe('done');
    // A cashier who returns to the search at once does not see the cancel again.
    expect(expectOk(counter.payments.current({}, ANA))?.id).not.toBe(cancelPayment.id);
  });

  it('rejects a cancel with a wrong PIN, and records the supervisor and the reason', async () => {
    expect(expectProblem(await cancel('0000'))).toMatchObject({ kind: 'wrong-pin' });
    expect(counter.service.sentRequests).toHaveLength(1);
    expectOk(await cancel());
    expect(
      counter.rows("SELECT cashier_id, approved_by, reason FROM intents WHERE kind = 'cancel'"),
    ).toEqual([{ cashier_id: 'ana', approved_by: 'luis', reason: 'wrong account' }]);
    const [note, ...others] = counter.rows('SELECT * FROM audit WHERE approved_by IS NOT NULL');
    expect(others).toEqual([]);
    expect(note).toMatchObject({ kind: 'cancel', cashier_id: 'ana', approver_name: LUIS.name });
    expect(JSON.parse(String(Reflect.get(Object(note), 'detail')))).toMatchObject({
      paymentId: paid.id,
      amount: paid.amount,
      reason: 'wrong account',
    });
  });

  it('does not send a cancel if the till is locked during the PIN check', async () => {
    const pendingCancel = cancel();
    counter.payments.handleSessionChange();
    expect(expectProblem(await pendingCancel)).toEqual({ kind: 'session-changed' });
    expect(counter.rows("SELECT id FROM intents WHERE kind = 'cancel'")).toEqual([]);
    expectOk(await cancel());
  });

  it('creates one cancel for two simultaneous requests', async () => {
    const [first, second] = await Promise.all([cancel(), cancel()]);
    expect(expectOk(first).id).toBe(expectOk(second).id);
    await counter.advance(100);
    expect(expectOk(await cancel()).id).toBe(expectOk(first).id);
    expect(counter.service.cancelledIds).toHaveLength(1);
  });

  it('returns the code of a refused cancel, and allows another', async () => {
    counter.service.fates.push({ arrives: 1, answers: 1, answer: createRefusal('R26') });
    const cancelPayment = expectOk(await cancel());
    await counter.advance(100);
    expect(counter.get(cancelPayment.id)).toMatchObject({
      state: 'rejected',
      code: 'R26',
      handOver: 'never',
    });
    expect(counter.get(paid.id).canCancel).toBe(true);
    const second = expectOk(await cancel());
    expect(second.id).not.toBe(cancelPayment.id);
    await counter.advance(100);
    expect(counter.get(second.id).state).toBe('paid');
  });

  it.each(['timed-out', 'connection-lost', 'server-error'] as const)(
    'resolves a cancel that ends %s by the row of the cancelled transaction',
    async (reason) => {
      counter.service.fates.push({
        arrives: 1,
        answers: 1,
        answerAfterPerforming: createUnknownAnswer(reason),
      });
      const cancelPayment = expectOk(await cancel());
      await counter.advance(10);
      await counter.advance(30_000);
      expect(counter.get(cancelPayment.id)).toMatchObject({
        state: 'paid',
        serviceStatus: 'refunded',
      });
      expect(counter.service.cancelledIds).toHaveLength(1);
      // The row's text belongs to the payment: a gift card's code, or a slip that says "paid".
      const texts = counter.rows('SELECT ticket_text IS NOT NULL AS has FROM outcomes');
      expect(texts).toEqual([{ has: 1 }, { has: 0 }]);
    },
  );

  const failed = (row: ServiceTransaction): ServiceTransaction => ({ ...row, status: 'failed' });

  it.each<[string, (row: ServiceTransaction) => ServiceTransaction]>([
    ['this transaction with status failed', failed],
    ['this transaction with status sent', (row) => row],
    ['this transaction with status pending', (row) => ({ ...row, status: 'pending' })],
    ['this transaction without a status', (row) => ({ ...row, status: null })],
    ['another transaction', (row) => ({ ...row, id: '1', status: null })],
    ['another transaction that is reversed', (row) => ({ ...row, id: '1', status: 'reversed' })],
    ['an id with a zero before it', (row) => ({ ...row, id: `0${row.id}`, status: 'reversed' })],
  ])('does not hand money back for an answer with %s', async (_, change) => {
    counter.service.fates.push({
      arrives: 1,
      answers: 1,
      answersTransaction: { performs: false, change },
    });
    const { id } = expectOk(await cancel());
    await counter.advance(100);
    expect(counter.get(id)).toMatchObject({ state: 'unknown', handOver: 'not-yet' });
    expect(counter.rows("SELECT kind FROM print_jobs WHERE kind = 'original'")).toHaveLength(1);
    await counter.advance(20 * MINUTE);
    expect(counter.get(id)).toMatchObject({ state: 'not-performed', handOver: 'never' });
    expect(counter.get(paid.id)).toMatchObject({ state: 'paid', canCancel: true });
  });

  it('finds a cancel performed by the row after an answer that confirms nothing', async () => {
    counter.service.fates.push({
      arrives: 1,
      answers: 1,
      answersTransaction: { performs: true, change: failed },
    });
    const { id } = expectOk(await cancel());
    await counter.advance(1000);
    expect(counter.get(id)).toMatchObject({ state: 'paid', serviceStatus: 'refunded' });
    expect(counter.rows('SELECT DISTINCT result FROM look_ups')).toEqual([{ result: 'found' }]);
  });

  it.each(['reversed', 'refunded', ' Reversed '])(
    'confirms a cancel by an answer with this transaction and status %j, without its ticket text',
    async (status) => {
      counter.service.fates.push({
        arrives: 1,
        answers: 1,
        answersTransaction: { performs: true, change: (row) => ({ ...row, status }) },
      });
      const { id } = expectOk(await cancel());
      await counter.advance(10);
      expect(counter.get(id)).toMatchObject({ state: 'paid', hasTicketText: false });
      expect(counter.service.lookUps).toBe(0);
    },
  );

  it('resolves a cancel that never arrived as not performed once its signature expired', async () => {
    counter.service.fates.push({ arrives: null, answers: null });
    const cancelPayment = expectOk(await cancel());
    await counter.advance(5 * MINUTE);
    expect(counter.get(cancelPayment.id)).toMatchObject({ state: 'unknown', handOver: 'not-yet' });
    await counter.advance(15 * MINUTE);
    expect(counter.get(cancelPayment.id)).toMatchObject({
      state: 'not-performed',
      handOver: 'never',
    });
    expect(counter.get(paid.id)).toMatchObject({ state: 'paid', canCancel: true });
  });

  it('keeps a cancel unknown when the row has no status', async () => {
    counter.service.fates.push(NEVER_ARRIVES);
    counter.service.sendsStatus = false;
    const cancelPayment = expectOk(await cancel());
    await counter.advance(20 * MINUTE);
    expect(counter.get(cancelPayment.id)).toMatchObject({
      state: 'unknown',
      handOver: 'not-yet',
      canResend: true,
      canCloseByHand: false,
    });
    await counter.advance(10 * MINUTE);
    expect(counter.get(cancelPayment.id)).toMatchObject({
      canResend: true,
      canCloseByHand: true,
    });
  });

  it('resolves a first cancel answered R103 as performed if the row proves it', async () => {
    counter.service.fates.push({
      arrives: 1,
      answers: 1,
      answerAfterPerforming: createRefusal('R103'),
    });
    const cancelPayment = expectOk(await cancel());
    await counter.advance(30_000);
    expect(counter.get(cancelPayment.id)).toMatchObject({ state: 'paid' });
  });

  it('marks a first cancel answered R103 unclear if no row proves it', async () => {
    counter.service.fates.push({ arrives: 1, answers: 1, answer: createRefusal('R103') });
    counter.service.sendsStatus = false;
    const cancelPayment = expectOk(await cancel());
    await counter.advance(2 * MINUTE);
    expect(counter.get(cancelPayment.id)).toMatchObject({
      state: 'unclear',
      code: 'R103',
      handOver: 'not-yet',
      canResend: false,
      canCloseByHand: true,
    });
  });

  it('keeps a cancel answered R25 unknown until the row resolves it', async () => {
    counter.service.fates.push({ arrives: 1, answers: 1, answer: createRefusal('R25') });
    const cancelPayment = expectOk(await cancel());
    await counter.advance(30_000);
    expect(counter.get(cancelPayment.id)).toMatchObject({ state: 'unknown', code: 'R25' });
    await counter.advance(20 * MINUTE);
    expect(counter.get(cancelPayment.id)).toMatchObject({ state: 'rejected', code: 'R25' });
  });

  it('resolves a cancel after a crash of the till', async () => {
    counter.service.fates.push({ arrives: 1, answers: null });
    const cancelPayment = expectOk(await cancel());
    await counter.advance(5);
    counter.restart();
    await counter.advance(30_000);
    expect(counter.get(cancelPayment.id).state).toBe('paid');
    expect(counter.service.cancelledIds).toHaveLength(1);
  });

  it('resolves a cancel that never arrived as not performed after a crash of the till', async () => {
    counter.service.fates.push({ arrives: null, answers: null });
    const cancelPayment = expectOk(await cancel());
    await counter.advance(2 * MINUTE);
    counter.restart();
    await counter.advance(15 * MINUTE);
    expect(counter.get(cancelPayment.id).state).toBe('unknown');
    await counter.advance(3 * MINUTE);
    expect(counter.get(cancelPayment.id).state).toBe('not-performed');
  });

  it('allows the cancelled bill to be paid again without a warning', async () => {
    expectOk(await cancel());
    await counter.advance(100);
    expect((await counter.order()).warnings).toEqual([]);
  });
});

describe('a payment that cannot be cancelled', () => {
  it('rejects a cancel on another day of the shop', async () => {
    await counter.advance(24 * 60 * MINUTE);
    expect(counter.get(paid.id).canCancel).toBe(false);
    expect(expectProblem(await cancel())).toMatchObject({ kind: 'payment-state', state: 'paid' });
  });

  it('rejects a cancel in a service version without cancels', async () => {
    counter.close();
    counter = createTestCounter({ version: 'v3.mx' });
    paid = await counter.payBill();
    await counter.advance(100);
    expect(expectProblem(await cancel())).toEqual({ kind: 'not-offered', what: 'cancel' });
  });

  it('rejects a cancel of a refused payment', async () => {
    counter.service.fates.push({ arrives: 1, answers: 1, answer: createRefusal('R2') });
    paid = await counter.payBill({ account: '501000000099' });
    await counter.advance(100);
    expect(expectProblem(await cancel())).toMatchObject({
      kind: 'payment-state',
      state: 'rejected',
    });
  });
});

describe('closing by hand', () => {
  const close = (paymentId: string, isPaid: boolean, pin = LUIS_PIN) =>
    counter.payments.closeByHand(
      {
        paymentId,
        isPaid,
        authorization: isPaid ? '48999' : null,
        reason: 'the help line says so',
        approval: { cashierId: LUIS.id, pin },
      },
      ANA,
    );

  async function payWithContradiction(): Promise<string> {
    const id = await counter.loseBill();
    counter.service.fates.push({ arrives: 1, answers: 1, answer: createRefusal('R49') });
    expectOk(await counter.sendAgain(id));
    await counter.advance(20 * MINUTE);
    return id;
  }

  it('allows closing by hand if evidence contradicts the look-ups, as a final outcome', async () => {
    const paymentId = await payWithContradiction();
    expect(counter.get(paymentId)).toMatchObject({ state: 'unclear', canCloseByHand: true });
    expect(expectProblem(await close(paymentId, true, '0000'))).toMatchObject({
      kind: 'wrong-pin',
    });
    const closed = expectOk(await close(paymentId, true));
    expect(closed).toMatchObject({ state: 'by-hand-paid', authorization: '48999' });
    expect(
      counter.rows(
        `SELECT by_hand_cashier_id, by_hand_reason FROM outcomes WHERE intent_id = '${paymentId}'`,
      ),
    ).toEqual([{ by_hand_cashier_id: 'luis', by_hand_reason: 'the help line says so' }]);
    const [note] = counter.rows('SELECT * FROM audit WHERE approved_by IS NOT NULL');
    expect(note).toMatchObject({ kind: 'close-by-hand', cashier_id: 'ana', approved_by: 'luis' });
    expect(JSON.parse(String(Reflect.get(Object(note), 'detail')))).toMatchObject({
      paymentId,
      isPaid: true,
      authorization: '48999',
      reason: 'the help line says so',
    });
    const lookUps = counter.service.lookUps;
    await counter.advance(60 * MINUTE);
    expect(counter.service.lookUps).toBe(lookUps);
    expect(expectProblem(await close(paymentId, false))).toMatchObject({ kind: 'payment-state' });
  });

  it('prints no receipt for a payment closed as not paid', async () => {
    const id = await payWithContradiction();
    expect(expectOk(await close(id, false))).toMatchObject({ state: 'by-hand-not-paid' });
    expect(counter.rows(`SELECT kind FROM print_jobs WHERE intent_id = '${id}'`)).toEqual([]);
  });

  it('rejects closing by hand while look-ups may still resolve the payment', async () => {
    counter.service.fates.push({ arrives: null, answers: null });
    const payment = await counter.payBill({ account: '501000000055' });
    await counter.advance(2 * MINUTE);
    expect(counter.get(payment.id)).toMatchObject({ state: 'unknown', canCloseByHand: false });
    expect(expectProblem(await close(payment.id, true))).toMatchObject({ kind: 'payment-state' });
  });

  it('allows closing by hand if look-ups keep failing long after the request has expired', async () => {
    counter.service.fates.push({ arrives: null, answers: null });
    const payment = await counter.payBill({ account: '501000000055' });
    counter.service.lookUpFates.push(...Array.from({ length: 2000 }, () => 'failed' as const));
    await counter.advance(30 * MINUTE);
    expect(counter.get(payment.id)).toMatchObject({ state: 'unknown', canCloseByHand: true });
    expectOk(await close(payment.id, false));
    expect(counter.payments.countUnresolved()).toBe(0);
  });
});
