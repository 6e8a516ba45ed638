import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Payment, Result } from '../../../../shared/contract/index.ts';
import {
  ANA,
  expectOk,
  expectProblem,
  LUIS,
  LUIS_PIN,
  NEVER_ARRIVES,
  refusal,
  type TestCounter,
  testCounter,
  unknownAnswer,
} from '../testing/index.ts';

const MINUTE = 60_000;
let counter: TestCounter;
let paid: Payment;

beforeEach(async () => {
  counter = testCounter();
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
  it('takes the payment back, once, and gives the money back without waiting for paper', async () => {
    expect(counter.get(paid.id).mayCancel).toBe(true);
    const asked = expectOk(await cancel());
    expect(asked).toMatchObject({
      kind: 'cancel',
      state: 'sending',
      cancels: paid.id,
      handOver: 'not-yet',
    });
    await counter.advance(100);
    const done = counter.get(asked.id);
    expect(done).toMatchObject({ state: 'paid', handOver: 'now', due: paid.due });
    expect(counter.get(paid.id)).toMatchObject({
      state: 'paid',
      mayCancel: false,
      cancelledBy: { paymentId: asked.id, state: 'paid' },
    });
    expect(counter.service.takenBack).toHaveLength(1);
    expect(expectOk(counter.payments.handedOver({ paymentId: asked.id }, ANA)).handOver).toBe(
      'done',
    );
    // Whoever goes back to the search at once is not led to the cancel again.
    expect(expectOk(counter.payments.inHand({}, ANA))?.id).not.toBe(asked.id);
  });

  it('needs a supervisor, who is written down with the reason', async () => {
    expect(expectProblem(await cancel('0000'))).toMatchObject({ kind: 'wrong-pin' });
    expect(counter.service.sent).toHaveLength(1);
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

  it('is not sent where the till was locked while the PIN was checked', async () => {
    const asking = cancel();
    counter.payments.sessionChanged();
    expect(expectProblem(await asking)).toEqual({ kind: 'session-changed' });
    expect(counter.rows("SELECT id FROM intents WHERE kind = 'cancel'")).toEqual([]);
    expectOk(await cancel());
  });

  it('asked for twice at once is one cancel', async () => {
    const [one, two] = await Promise.all([cancel(), cancel()]);
    expect(expectOk(one).id).toBe(expectOk(two).id);
    await counter.advance(100);
    expect(expectOk(await cancel()).id).toBe(expectOk(one).id);
    expect(counter.service.takenBack).toHaveLength(1);
  });

  it('that is refused says why, and may be asked for again', async () => {
    counter.service.fates.push({ arrives: 1, answers: 1, says: refusal('R26') });
    const asked = expectOk(await cancel());
    await counter.advance(100);
    expect(counter.get(asked.id)).toMatchObject({
      state: 'rejected',
      code: 'R26',
      handOver: 'never',
    });
    expect(counter.get(paid.id).mayCancel).toBe(true);
    const second = expectOk(await cancel());
    expect(second.id).not.toBe(asked.id);
    await counter.advance(100);
    expect(counter.get(second.id).state).toBe('paid');
  });

  it.each(['timed-out', 'connection-lost', 'server-error'] as const)(
    'that ends %s is looked up at the transaction it takes back',
    async (reason) => {
      counter.service.fates.push({ arrives: 1, answers: 1, saysAfter: unknownAnswer(reason) });
      const asked = expectOk(await cancel());
      await counter.advance(10);
      await counter.advance(30_000);
      expect(counter.get(asked.id)).toMatchObject({ state: 'paid', serviceStatus: 'refunded' });
      expect(counter.service.takenBack).toHaveLength(1);
      // The row's text is the payment's: a gift card's code, or the words that it was paid.
      const texts = counter.rows('SELECT ticket_text IS NOT NULL AS has FROM outcomes');
      expect(texts).toEqual([{ has: 1 }, { has: 0 }]);
    },
  );

  it('that never arrived is not performed once its signature has died', async () => {
    counter.service.fates.push({ arrives: null, answers: null });
    const asked = expectOk(await cancel());
    await counter.advance(5 * MINUTE);
    expect(counter.get(asked.id)).toMatchObject({ state: 'unknown', handOver: 'not-yet' });
    await counter.advance(15 * MINUTE);
    expect(counter.get(asked.id)).toMatchObject({ state: 'not-performed', handOver: 'never' });
    expect(counter.get(paid.id)).toMatchObject({ state: 'paid', mayCancel: true });
  });

  it('keeps a cancel unknown when the row has no status', async () => {
    counter.service.fates.push(NEVER_ARRIVES);
    counter.service.tellsStatus = false;
    const asked = expectOk(await cancel());
    await counter.advance(20 * MINUTE);
    expect(counter.get(asked.id)).toMatchObject({
      state: 'unknown',
      handOver: 'not-yet',
      maySendAgain: true,
      mayCloseByHand: false,
    });
    await counter.advance(10 * MINUTE);
    expect(counter.get(asked.id)).toMatchObject({ maySendAgain: true, mayCloseByHand: true });
  });

  it('answered R103 at once is done where the row proves it', async () => {
    counter.service.fates.push({ arrives: 1, answers: 1, saysAfter: refusal('R103') });
    const asked = expectOk(await cancel());
    await counter.advance(30_000);
    expect(counter.get(asked.id)).toMatchObject({ state: 'paid' });
  });

  it('answered R103 at once was somebody else’s where no row proves it: a person decides', async () => {
    counter.service.fates.push({ arrives: 1, answers: 1, says: refusal('R103') });
    counter.service.tellsStatus = false;
    const asked = expectOk(await cancel());
    await counter.advance(2 * MINUTE);
    expect(counter.get(asked.id)).toMatchObject({
      state: 'unclear',
      code: 'R103',
      handOver: 'not-yet',
      maySendAgain: false,
      mayCloseByHand: true,
    });
  });

  it('answered R25 is open until the row says', async () => {
    counter.service.fates.push({ arrives: 1, answers: 1, says: refusal('R25') });
    const asked = expectOk(await cancel());
    await counter.advance(30_000);
    expect(counter.get(asked.id)).toMatchObject({ state: 'unknown', code: 'R25' });
    await counter.advance(20 * MINUTE);
    expect(counter.get(asked.id)).toMatchObject({ state: 'rejected', code: 'R25' });
  });

  it('survives the death of the till', async () => {
    counter.service.fates.push({ arrives: 1, answers: null });
    const asked = expectOk(await cancel());
    await counter.advance(5);
    counter.restart();
    await counter.advance(30_000);
    expect(counter.get(asked.id).state).toBe('paid');
    expect(counter.service.takenBack).toHaveLength(1);
  });

  it('that never arrived is not performed, also after the death of the till', async () => {
    counter.service.fates.push({ arrives: null, answers: null });
    const asked = expectOk(await cancel());
    await counter.advance(2 * MINUTE);
    counter.restart();
    await counter.advance(15 * MINUTE);
    expect(counter.get(asked.id).state).toBe('unknown');
    await counter.advance(3 * MINUTE);
    expect(counter.get(asked.id).state).toBe('not-performed');
  });

  it('lets the same bill be paid once more without a warning', async () => {
    expectOk(await cancel());
    await counter.advance(100);
    expect((await counter.order()).warnings).toEqual([]);
  });
});

describe('a payment is not taken back', () => {
  it('on another day of the shop', async () => {
    await counter.advance(24 * 60 * MINUTE);
    expect(counter.get(paid.id).mayCancel).toBe(false);
    expect(expectProblem(await cancel())).toMatchObject({ kind: 'payment-state', state: 'paid' });
  });

  it('where the version cannot', async () => {
    counter.close();
    counter = testCounter({ version: 'v3.mx' });
    paid = await counter.payBill();
    await counter.advance(100);
    expect(expectProblem(await cancel())).toEqual({ kind: 'not-offered', what: 'cancel' });
  });

  it('rejects a cancel of a refused payment', async () => {
    counter.service.fates.push({ arrives: 1, answers: 1, says: refusal('R2') });
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

  async function contradicted(): Promise<string> {
    const id = await counter.loseBill();
    counter.service.fates.push({ arrives: 1, answers: 1, says: refusal('R49') });
    expectOk(await counter.sendAgain(id));
    await counter.advance(20 * MINUTE);
    return id;
  }

  it('is offered where evidence contradicts the look-ups, and is final', async () => {
    const id = await contradicted();
    expect(counter.get(id)).toMatchObject({ state: 'unclear', mayCloseByHand: true });
    expect(expectProblem(await close(id, true, '0000'))).toMatchObject({ kind: 'wrong-pin' });
    const closed = expectOk(await close(id, true));
    expect(closed).toMatchObject({ state: 'by-hand-paid', authorization: '48999' });
    expect(
      counter.rows(
        `SELECT by_hand_cashier_id, by_hand_reason FROM outcomes WHERE intent_id = '${id}'`,
      ),
    ).toEqual([{ by_hand_cashier_id: 'luis', by_hand_reason: 'the help line says so' }]);
    const [note] = counter.rows('SELECT * FROM audit WHERE approved_by IS NOT NULL');
    expect(note).toMatchObject({ kind: 'close-by-hand', cashier_id: 'ana', approved_by: 'luis' });
    expect(JSON.parse(String(Reflect.get(Object(note), 'detail')))).toMatchObject({
      paymentId: id,
      isPaid: true,
      authorization: '48999',
      reason: 'the help line says so',
    });
    const lookUps = counter.service.lookUps;
    await counter.advance(60 * MINUTE);
    expect(counter.service.lookUps).toBe(lookUps);
    expect(expectProblem(await close(id, false))).toMatchObject({ kind: 'payment-state' });
  });

  it('as not paid prints no receipt', async () => {
    const id = await contradicted();
    expect(expectOk(await close(id, false))).toMatchObject({ state: 'by-hand-not-paid' });
    expect(counter.rows(`SELECT kind FROM print_jobs WHERE intent_id = '${id}'`)).toEqual([]);
  });

  it('is not offered while look-ups may still conclude it', async () => {
    counter.service.fates.push({ arrives: null, answers: null });
    const payment = await counter.payBill({ account: '501000000055' });
    await counter.advance(2 * MINUTE);
    expect(counter.get(payment.id)).toMatchObject({ state: 'unknown', mayCloseByHand: false });
    expect(expectProblem(await close(payment.id, true))).toMatchObject({ kind: 'payment-state' });
  });

  it('is offered where no look-up has succeeded long after it would have been certain', async () => {
    counter.service.fates.push({ arrives: null, answers: null });
    const payment = await counter.payBill({ account: '501000000055' });
    counter.service.lookUpFates.push(...Array.from({ length: 2000 }, () => 'failed' as const));
    await counter.advance(30 * MINUTE);
    expect(counter.get(payment.id)).toMatchObject({ state: 'unknown', mayCloseByHand: true });
    expectOk(await close(payment.id, false));
    expect(counter.payments.unresolvedCount()).toBe(0);
  });
});
