import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fail, ok } from '../../../../../shared/contract/index.ts';
import { OWED_RESULT_IGNORES_KEYS_MS } from '../../../../../shared/rules/index.ts';
import { createTillClient } from '../../../../app/index.ts';
import { createFakeTill } from '../../../../app/testing/fake-till.ts';
import {
  createBalance,
  createBiller,
  createOrder,
  createPayment,
} from '../../../../app/testing/fake-values.ts';
import type { PayFlow } from './flow.ts';
import { createPayFlowStore } from './flow-store.ts';
import { resumePayFlow, startPayFlow } from './start-flow.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const leaveAtOnce = (leave: () => void): void => leave();

/** When the tests happen, by the page's clock. */
const NOW = 1_000_000;
/** Long enough ago that the cashier can have read the screen. */
const READ_AT = NOW - OWED_RESULT_IGNORES_KEYS_MS;

function createDriver(initialFlow: PayFlow, requestLeave = leaveAtOnce) {
  const fake = createFakeTill();
  fake.answer('payments.checkAccount', () => ok({ accountNumber: '501000000007' }));
  fake.answer('payments.consult', () => ok(createBalance()));
  fake.answer('payments.prepare', () => ok(createOrder()));
  fake.answer('payments.pay', () => ok(createPayment()));
  fake.answer('payments.get', () => ok(createPayment()));
  const flow = createPayFlowStore(initialFlow, {
    client: createTillClient(fake.bridge),
    settings: { locale: 'es-MX', hasTopUpCheck: false },
    now: () => NOW,
    requestLeave,
  });
  const press = async (key: 'enter' | 'back' | 'pay') => {
    flow.dispatch({ type: 'key', key, isRepeat: false, at: 60_000 });
    await vi.advanceTimersByTimeAsync(0);
  };
  return { fake, flow, press, at: () => flow.store.getState().at };
}

async function goToConfirm() {
  const driver = createDriver(startPayFlow(createBiller()));
  driver.flow.dispatch({ type: 'typed', field: 'account', text: '5010 0000 0007' });
  for (let count = 0; count < 3; count += 1) await driver.press('enter');
  expect(driver.at().step).toBe('confirm');
  return driver;
}

it('runs a bill from the account number to the payment', async () => {
  const driver = await goToConfirm();
  await driver.press('pay');
  expect(driver.at()).toMatchObject({ step: 'sent-payment', payment: { id: 'payment-1' } });
  expect(driver.fake.getInputs('payments.pay')).toEqual([
    { orderId: 'order-1', cash: { amount: '549.00', currency: 'MXN' }, acknowledged: [] },
  ]);
});

it('ends only once the cashier has agreed to leave', async () => {
  let leave: (() => void) | null = null;
  const driver = createDriver(startPayFlow(createBiller()), (agreed) => {
    leave = agreed;
  });
  await driver.press('back');
  expect(driver.at().step).toBe('account');
  (leave as (() => void) | null)?.();
  expect(driver.at().step).toBe('ended');
});

it('asks for the payment in hand when F12 fails, and shows it', async () => {
  const driver = await goToConfirm();
  driver.fake.answer('payments.pay', () => fail({ kind: 'internal', reference: 'r-1' }));
  driver.fake.answer('payments.current', () => ok(createPayment({ state: 'unknown' })));
  await driver.press('pay');
  expect(driver.at()).toMatchObject({ step: 'sent-payment', payment: { state: 'unknown' } });
});

it('ignores a payment in hand that belongs to another order', async () => {
  const driver = await goToConfirm();
  driver.fake.answer('payments.pay', () => fail({ kind: 'printer', reason: 'paper-out' }));
  const otherPayment = createPayment({
    orderId: 'order-0',
    kind: 'cash-out',
    state: 'paid',
    handOver: 'now',
  });
  driver.fake.answer('payments.current', () => ok(otherPayment));
  await driver.press('pay');
  expect(driver.at()).toMatchObject({ step: 'confirm', problem: { kind: 'printer' } });
});

it('stays on the confirm step when nothing is in hand', async () => {
  const driver = await goToConfirm();
  driver.fake.answer('payments.pay', () =>
    fail({ kind: 'storage', reason: 'full', file: 'ledger' }),
  );
  await driver.press('pay');
  expect(driver.at()).toMatchObject({ step: 'confirm', problem: { kind: 'storage' } });
});

it('updates the payment on main’s events', async () => {
  const driver = createDriver(resumePayFlow(createPayment(), 0));
  const unsubscribe = driver.flow.subscribe();
  driver.fake.answer('payments.get', () => ok(createPayment({ state: 'paid' })));
  driver.fake.emit('payments.changed', { paymentId: 'payment-1', payment: null });
  await vi.advanceTimersByTimeAsync(0);
  expect(driver.at()).toMatchObject({ payment: { state: 'paid' } });
  unsubscribe();
});

it('shows the payment of an event without requesting it', async () => {
  const driver = await goToConfirm();
  const unsubscribe = driver.flow.subscribe();
  await driver.press('pay');
  const paid = createPayment({ state: 'paid' });
  driver.fake.emit('payments.changed', { paymentId: 'payment-1', payment: paid });
  expect(driver.at()).toMatchObject({ payment: { state: 'paid' } });
  const otherPayment = { ...paid, id: 'payment-2', state: 'rejected' } as const;
  driver.fake.emit('payments.changed', { paymentId: 'payment-2', payment: otherPayment });
  expect(driver.at()).toMatchObject({ payment: { id: 'payment-1', state: 'paid' } });
  expect(driver.fake.getInputs('payments.get')).toEqual([]);
  unsubscribe();
});

it('reads the payment again if an event arrived before the response to F12', async () => {
  const driver = await goToConfirm();
  const unsubscribe = driver.flow.subscribe();
  const answer = Promise.withResolvers<void>();
  driver.fake.answer('payments.pay', async () => {
    await answer.promise;
    return ok(createPayment());
  });
  driver.fake.answer('payments.get', () => ok(createPayment({ state: 'paid' })));
  await driver.press('pay');
  const paid = createPayment({ state: 'paid' });
  driver.fake.emit('payments.changed', { paymentId: 'payment-1', payment: paid });
  answer.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(driver.at()).toMatchObject({ payment: { state: 'paid' } });
  unsubscribe();
});

it('reads an open payment when it begins to listen', async () => {
  const driver = createDriver(resumePayFlow(createPayment({ state: 'unknown' }), 0));
  driver.fake.answer('payments.get', () => ok(createPayment({ state: 'not-performed' })));
  const unsubscribe = driver.flow.subscribe();
  await vi.advanceTimersByTimeAsync(0);
  expect(driver.at()).toMatchObject({ payment: { state: 'not-performed' } });
  unsubscribe();
});

it('reads an open payment once the till is unlocked, and nothing while time passes', async () => {
  const driver = createDriver(resumePayFlow(createPayment({ state: 'unknown' }), 0));
  driver.fake.answer('payments.get', () => fail({ kind: 'not-signed-in' }));
  const unsubscribe = driver.flow.subscribe();
  driver.fake.emit('payments.changed', { paymentId: 'payment-1', payment: null });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(driver.at()).toMatchObject({ payment: { state: 'unknown' } });
  expect(driver.fake.getInputs('payments.get')).toHaveLength(2);
  driver.fake.answer('payments.get', () => ok(createPayment({ state: 'paid' })));
  driver.fake.emit('till.changed', {});
  await vi.advanceTimersByTimeAsync(0);
  expect(driver.at()).toMatchObject({ payment: { state: 'paid' } });
  unsubscribe();
});

it('marks the biller as not listed after a catalogue change, and keeps the form', async () => {
  const driver = createDriver(startPayFlow(createBiller()));
  const unsubscribe = driver.flow.subscribe();
  driver.flow.dispatch({ type: 'typed', field: 'account', text: '5010' });
  driver.fake.answer('catalog.biller', () =>
    ok({ biller: createBiller(), isListed: false, isFavourite: false }),
  );
  driver.fake.emit('catalog.changed', driver.fake.shop.catalog);
  await vi.advanceTimersByTimeAsync(0);
  expect(driver.at()).toMatchObject({
    step: 'account',
    draft: { isListed: false, accountNumber: '5010' },
  });
  unsubscribe();
});

it('handles no event after the flow was left', async () => {
  const driver = createDriver(resumePayFlow(createPayment(), 0));
  driver.flow.subscribe()();
  await vi.advanceTimersByTimeAsync(0);
  const callCount = driver.fake.recordedCalls.length;
  driver.fake.emit('payments.changed', { paymentId: 'payment-1', payment: null });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(driver.fake.recordedCalls).toHaveLength(callCount);
});

it('tells main what was on the screen when a payment is left with a frame key', async () => {
  const getSeenCalls = (driver: ReturnType<typeof createDriver>) =>
    driver.fake.getInputs('payments.acknowledge');
  for (const state of ['paid', 'rejected', 'unknown', 'sending'] as const) {
    const driver = createDriver(resumePayFlow(createPayment({ state }), READ_AT));
    driver.fake.answer('payments.acknowledge', () => ok({}));
    driver.flow.leave();
    expect(getSeenCalls(driver)).toEqual([{ paymentId: 'payment-1', state }]);
  }
});

it.each([
  ['that was not visible long enough', createPayment({ state: 'paid' }), READ_AT + 1],
  [
    'whose outcome is to be confirmed',
    createPayment({ state: 'paid', toConfirm: 'paid' }),
    READ_AT,
  ],
  [
    'whose money is to be handed over',
    createPayment({ kind: 'cash-out', state: 'paid', handOver: 'now' }),
    READ_AT,
  ],
])('keeps a payment %s in hand when it is left', (_what, payment, shownAt) => {
  const driver = createDriver(resumePayFlow(payment, shownAt));
  driver.flow.leave();
  expect(driver.fake.recordedCalls).toEqual([]);
});
