import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ANA,
  createTestBiller,
  createTestCounter,
  expectOk,
  expectProblem,
  LUIS,
  NEVER_ARRIVES,
  type TestCounter,
} from '../testing/index.ts';

const MINUTE = 60_000;
const CASH_OUT = 20001;
let counter: TestCounter;

beforeEach(() => {
  counter = createTestCounter();
  counter.billers.set(CASH_OUT, createTestBiller({ id: CASH_OUT, kind: 'partner' }));
  counter.settings.cashOutBillers = [CASH_OUT];
});
afterEach(() => counter.close());

describe('the list of payments that need a person', () => {
  it('names open payments, then money to hand over, then outcomes to confirm, and counts them', async () => {
    const left = await counter.payBill({ account: '1' });
    expectOk(counter.payments.acknowledge({ paymentId: left.id, state: 'sending' }, ANA));
    await counter.advance(1000);
    const out = expectOk(await counter.payOut({ billerId: CASH_OUT }));
    await counter.advance(1000);
    const lost = await counter.loseBill();
    const listed = expectOk(counter.payments.unresolved({}, ANA));
    expect(listed.map(({ id }) => id)).toEqual([lost, out.id, left.id]);
    expect(counter.payments.countUnresolved()).toBe(3);
  });

  it('leaves out an outcome that its cashier has on the screen', async () => {
    await counter.payBill();
    await counter.advance(1000);
    expect(expectOk(counter.payments.unresolved({}, ANA))).toEqual([]);
    expect(counter.payments.countUnresolved()).toBe(0);
  });
});

describe('reading payments', () => {
  it('returns a payment as unseen until its cashier has seen its outcome', async () => {
    const { id } = await counter.payBill();
    await counter.advance(1000);
    expect(counter.payments.findUnseen(id)).toMatchObject({ id, state: 'paid' });
    expectOk(counter.payments.acknowledge({ paymentId: id, state: 'paid' }, ANA));
    expect(counter.payments.findUnseen(id)).toBeNull();
    expect(counter.payments.findUnseen('another')).toBeNull();
  });

  it('lists the payments that exist in the order asked for, and the newest first', async () => {
    const ids: string[] = [];
    for (const account of ['1', '2', '3']) ids.push((await counter.payBill({ account })).id);
    const [first, second, third] = ids;
    const listed = counter.payments.listViews([third ?? '', 'another', first ?? '']);
    expect(listed.map(({ id }) => id)).toEqual([third, first]);
    const recent = expectOk(counter.payments.recent({ limit: 2 }, LUIS));
    expect(recent.map(({ id }) => id)).toEqual([third, second]);
    expect(expectOk(counter.payments.getView(first ?? '')).id).toBe(first);
    expect(expectProblem(counter.payments.getView('another'))).toEqual({
      kind: 'not-found',
      what: 'payment',
    });
  });

  it('allows nothing of a payment while there is no service, and shows what is in the ledger', async () => {
    const { id: paid } = await counter.payBill({ account: '1' });
    await counter.advance(1000);
    const lost = await counter.loseBill();
    expect([counter.get(paid).canCancel, counter.get(lost).canResend]).toEqual([true, true]);
    counter.isServiceAvailable = false;
    expect(counter.get(paid)).toMatchObject({ state: 'paid', canCancel: false });
    expect(counter.get(lost)).toMatchObject({ state: 'unknown', canResend: false });
    expect(counter.payments.listViews([lost, paid])).toEqual([
      counter.get(lost),
      counter.get(paid),
    ]);
  });

  it('shows the cancel of a payment as being sent, until its answer is lost', async () => {
    const { id: paymentId } = await counter.payBill();
    await counter.advance(1000);
    expect(counter.get(paymentId).cancelledBy).toBeNull();
    counter.service.fates.push(NEVER_ARRIVES);
    const approval = { cashierId: LUIS.id, pin: '2222' };
    expectOk(await counter.payments.cancel({ paymentId, reason: 'wrong', approval }, ANA));
    expect(counter.get(paymentId).cancelledBy?.state).toBe('sending');
    await counter.advance(2 * MINUTE);
    expect(counter.get(paymentId).cancelledBy?.state).toBe('unknown');
  });
});
