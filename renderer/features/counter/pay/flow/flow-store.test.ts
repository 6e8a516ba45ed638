import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fail, ok } from '../../../../../shared/contract/index.ts';
import { createTillClient } from '../../../../app/index.ts';
import { createFakeTill } from '../../../../app/testing/fake-till.ts';
import {
  createBalance,
  createBiller,
  createOrder,
  createPayment,
} from '../../../../app/testing/fake-values.ts';
import type { Flow } from './flow.ts';
import { createFlowStore } from './flow-store.ts';
import { resumeFlow, startFlow } from './start-flow.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function till(begin: Flow) {
  const fake = createFakeTill();
  fake.answer('payments.checkAccount', () => ok({ accountNumber: '501000000007' }));
  fake.answer('payments.consult', () => ok(createBalance()));
  fake.answer('payments.prepare', () => ok(createOrder()));
  fake.answer('payments.pay', () => ok(createPayment()));
  fake.answer('payments.get', () => ok(createPayment()));
  const flow = createFlowStore(begin, {
    client: createTillClient(fake.bridge),
    settings: { locale: 'es-MX', checksTopUps: false },
    now: () => 1_000,
  });
  const press = async (key: 'enter' | 'back' | 'pay') => {
    flow.dispatch({ type: 'key', key, isRepeat: false, at: 60_000 });
    await vi.advanceTimersByTimeAsync(0);
  };
  return { fake, flow, press, at: () => flow.store.getState().at };
}

async function toConfirm() {
  const one = till(startFlow(createBiller()));
  one.flow.dispatch({ type: 'typed', field: 'account', text: '5010 0000 0007' });
  for (let count = 0; count < 3; count += 1) await one.press('enter');
  expect(one.at().step).toBe('confirm');
  return one;
}

it('carries a bill from the account number to the payment', async () => {
  const one = await toConfirm();
  await one.press('pay');
  expect(one.at()).toMatchObject({ step: 'payment', payment: { id: 'payment-1' } });
  expect(one.fake.getInputs('payments.pay')).toEqual([
    { orderId: 'order-1', cash: { amount: '549.00', currency: 'MXN' }, acknowledged: [] },
  ]);
});

it('asks what is in hand when main’s answer to F12 says no, and stands there', async () => {
  const one = await toConfirm();
  one.fake.answer('payments.pay', () => fail({ kind: 'internal', reference: 'r-1' }));
  one.fake.answer('payments.inHand', () => ok(createPayment({ state: 'unknown' })));
  await one.press('pay');
  expect(one.at()).toMatchObject({ step: 'payment', payment: { state: 'unknown' } });
});

it('does not take the payment of another order for this one', async () => {
  const one = await toConfirm();
  one.fake.answer('payments.pay', () => fail({ kind: 'printer', reason: 'paper-out' }));
  const other = createPayment({
    orderId: 'order-0',
    kind: 'cash-out',
    state: 'paid',
    handOver: 'now',
  });
  one.fake.answer('payments.inHand', () => ok(other));
  await one.press('pay');
  expect(one.at()).toMatchObject({ step: 'confirm', problem: { kind: 'printer' } });
});

it('stays on the confirm step when nothing is in hand', async () => {
  const one = await toConfirm();
  one.fake.answer('payments.pay', () => fail({ kind: 'storage', reason: 'full', file: 'ledger' }));
  await one.press('pay');
  expect(one.at()).toMatchObject({ step: 'confirm', problem: { kind: 'storage' } });
});

it('follows the payment by main’s events', async () => {
  const one = till(resumeFlow(createPayment(), 0));
  const end = one.flow.follow();
  one.fake.answer('payments.get', () => ok(createPayment({ state: 'paid' })));
  one.fake.emit('payments.changed', { paymentId: 'payment-1', payment: null });
  await vi.advanceTimersByTimeAsync(0);
  expect(one.at()).toMatchObject({ payment: { state: 'paid' } });
  end();
});

it('shows what an event says of its payment, without asking for it', async () => {
  const one = await toConfirm();
  const end = one.flow.follow();
  await one.press('pay');
  const paid = createPayment({ state: 'paid' });
  one.fake.emit('payments.changed', { paymentId: 'payment-1', payment: paid });
  expect(one.at()).toMatchObject({ payment: { state: 'paid' } });
  const other = { ...paid, id: 'payment-2', state: 'rejected' } as const;
  one.fake.emit('payments.changed', { paymentId: 'payment-2', payment: other });
  expect(one.at()).toMatchObject({ payment: { id: 'payment-1', state: 'paid' } });
  expect(one.fake.getInputs('payments.get')).toEqual([]);
  end();
});

it('reads the payment again if an event overtook the answer to F12', async () => {
  const one = await toConfirm();
  const end = one.flow.follow();
  const answer = Promise.withResolvers<void>();
  one.fake.answer('payments.pay', async () => {
    await answer.promise;
    return ok(createPayment());
  });
  one.fake.answer('payments.get', () => ok(createPayment({ state: 'paid' })));
  await one.press('pay');
  const paid = createPayment({ state: 'paid' });
  one.fake.emit('payments.changed', { paymentId: 'payment-1', payment: paid });
  answer.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(one.at()).toMatchObject({ payment: { state: 'paid' } });
  end();
});

it('reads an open payment again although no event came, and a settled one no more', async () => {
  const one = till(resumeFlow(createPayment({ state: 'unknown' }), 0));
  const end = one.flow.follow();
  await vi.advanceTimersByTimeAsync(0);
  one.fake.answer('payments.get', () => ok(createPayment({ state: 'not-performed' })));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(one.at()).toMatchObject({ payment: { state: 'not-performed' } });
  const asked = one.fake.getInputs('payments.get').length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(one.fake.getInputs('payments.get')).toHaveLength(asked);
  end();
});

it('hears that the biller left the list, and keeps the form', async () => {
  const one = till(startFlow(createBiller()));
  const end = one.flow.follow();
  one.flow.dispatch({ type: 'typed', field: 'account', text: '5010' });
  one.fake.answer('catalog.biller', () =>
    ok({ biller: createBiller(), isListed: false, isFavourite: false }),
  );
  one.fake.emit('catalog.changed', one.fake.shop.catalog);
  await vi.advanceTimersByTimeAsync(0);
  expect(one.at()).toMatchObject({
    step: 'account',
    draft: { isListed: false, accountNumber: '5010' },
  });
  end();
});

it('hears nothing more once it is left', async () => {
  const one = till(resumeFlow(createPayment(), 0));
  one.flow.follow()();
  await vi.advanceTimersByTimeAsync(0);
  const asked = one.fake.recordedCalls.length;
  one.fake.emit('payments.changed', { paymentId: 'payment-1', payment: null });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(one.fake.recordedCalls).toHaveLength(asked);
});

it('counts a result that was left by a key of the frame as seen', async () => {
  const seen = (one: ReturnType<typeof till>) => one.fake.getInputs('payments.seen');
  for (const state of ['paid', 'rejected', 'unknown'] as const) {
    const one = till(resumeFlow(createPayment({ state }), 0));
    one.fake.answer('payments.seen', () => ok({}));
    one.flow.leave();
    expect(seen(one)).toEqual([{ paymentId: 'payment-1' }]);
  }
});

it.each([
  ['that nobody can have read yet', createPayment({ state: 'paid' }), 900],
  ['that is being sent', createPayment({ state: 'sending' }), 0],
  [
    'whose money is to be handed over',
    createPayment({ kind: 'cash-out', state: 'paid', handOver: 'now' }),
    0,
  ],
])('keeps a payment %s in hand when it is left', (_what, payment, shownAt) => {
  const one = till(resumeFlow(payment, shownAt));
  one.flow.leave();
  expect(one.fake.recordedCalls).toEqual([]);
});
