import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Payment, Result } from '../../../../shared/contract/index.ts';
import {
  ANA,
  ANSWER_LOST,
  createRefusal,
  createTestCounter,
  expectOk,
  expectProblem,
  type Fate,
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

describe('a cancel that is sent again to a service whose rows have no status', () => {
  beforeEach(() => {
    counter.service.sendsStatus = false;
  });

  /** Loses a cancel, and advances until it can be sent again. */
  async function loseCancel(fate: Fate): Promise<string> {
    counter.service.fates.push(fate);
    const { id } = expectOk(await cancel());
    await counter.advance(50_000);
    expect(counter.get(id).canResend).toBe(false);
    await counter.advance(50_000);
    expect(counter.get(id)).toMatchObject({ canResend: true, handOver: 'not-yet' });
    return id;
  }

  it.each([
    ['never arrived', NEVER_ARRIVES],
    ['was performed but its answer was lost', ANSWER_LOST],
  ])('performs a cancel that %s once when it is sent again', async (_, fate) => {
    const paymentId = await loseCancel(fate);
    expect(expectOk(await counter.sendAgain(paymentId))).toMatchObject({
      state: 'sending',
      sends: 2,
    });
    const [, first, second] = counter.service.sentRequests;
    expect(second?.request).toEqual(first?.request);
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
    await counter.advance(1000);
    expect(counter.get(paymentId)).toMatchObject({ state: 'paid', handOver: 'now', due: paid.due });
    expect(counter.get(paid.id).cancelledBy).toEqual({ paymentId, state: 'paid' });
    expectOk(counter.payments.confirmHandOver({ paymentId }, ANA));
    expect(counter.service.cancelledIds).toHaveLength(1);
    expect(counter.rows(`SELECT amount FROM cash_movements WHERE kind = 'cancel'`)).toEqual([
      { amount: `-${paid.due.amount}` },
    ]);
  });

  it('resolves a resent cancel answered R103 as performed by its first copy', async () => {
    counter.close();
    counter = createTestCounter({ keepsKeys: false });
    counter.service.sendsStatus = false;
    paid = await counter.payBill();
    await counter.advance(100);
    const id = await loseCancel(ANSWER_LOST);
    expectOk(await counter.sendAgain(id));
    await counter.advance(1000);
    expect(counter.get(id)).toMatchObject({ state: 'paid', code: null, handOver: 'now' });
    expect(counter.rows(`SELECT result, code FROM sends WHERE intent_id = '${id}'`)).toEqual([
      { result: 'unknown', code: null },
      { result: 'refused', code: 'R103' },
    ]);
    const events = counter.rows(`SELECT kind FROM payment_events WHERE intent_id = '${id}'`);
    expect(events.at(-1)).toEqual({ kind: 'answer-done' });
    expect(counter.rows("SELECT kind FROM print_jobs WHERE kind = 'original'")).toHaveLength(2);
  });

  it.each(['R23', 'R25', 'R26', 'R105', 'R106'])(
    'keeps a resent cancel answered %s unknown until a supervisor decides',
    async (code) => {
      const id = await loseCancel(NEVER_ARRIVES);
      counter.service.fates.push({ arrives: 1, answers: 1, answer: createRefusal(code) });
      expectOk(await counter.sendAgain(id));
      await counter.advance(20 * MINUTE);
      expect(counter.get(id)).toMatchObject({
        state: 'unknown',
        code,
        canResend: false,
        canCloseByHand: false,
        handOver: 'not-yet',
      });
      await counter.advance(10 * MINUTE);
      expect(counter.get(id).canCloseByHand).toBe(true);
    },
  );

  it.each(['R23', 'R26', 'R105', 'R106'])(
    'rejects a cancel answered %s when the payment’s row shows it is still paid',
    async (code) => {
      const id = await loseCancel(NEVER_ARRIVES);
      counter.service.fates.push({ arrives: 1, answers: 1, answer: createRefusal(code) });
      expectOk(await counter.sendAgain(id));
      counter.service.sendsStatus = true;
      await counter.advance(20 * MINUTE);
      expect(counter.get(id)).toMatchObject({ state: 'rejected', code, handOver: 'never' });
    },
  );

  it('resends a cancel once for two key presses after a restart', async () => {
    const id = await loseCancel(ANSWER_LOST);
    counter.restart();
    await counter.advance(1000);
    await Promise.all([counter.sendAgain(id), counter.sendAgain(id)]);
    expect(counter.service.sentRequests).toHaveLength(3);
    await counter.advance(1000);
    expect(counter.get(id).state).toBe('paid');
  });

  it('does not resend a cancel without a shift or after the day for which the key is valid', async () => {
    const id = await loseCancel(NEVER_ARRIVES);
    counter.shifts = 'required';
    counter.database.commit(() =>
      counter.database.prepare("UPDATE shifts SET closed_at = '2026-01-15T12:00:00.000Z'").run(),
    );
    expect(expectProblem(await counter.sendAgain(id))).toMatchObject({ kind: 'shift' });
    await counter.advance(25 * 60 * MINUTE);
    expect(counter.get(id)).toMatchObject({ canResend: false, canCloseByHand: true });
    expect(counter.service.cancelledIds).toEqual([]);
  });
});
