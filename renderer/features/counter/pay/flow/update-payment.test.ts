import { describe, expect, it } from 'vitest';
import { fail, ok, type Problem } from '../../../../../shared/contract/index.ts';
import {
  OWED_RESULT_IGNORES_KEYS_MS,
  RESULT_IGNORES_KEYS_MS,
} from '../../../../../shared/rules/index.ts';
import {
  createBiller,
  createOrder,
  createPayment,
  mxn,
} from '../../../../app/testing/fake-values.ts';
import { resumePayFlow, startPayFlow } from './start-flow.ts';
import { createDriverAt, createFlowDriver } from './update-flow.fixture.ts';

describe('F12', () => {
  it('pays once with F12 on the confirm step', () => {
    const cashier = createDriverAt.confirm();
    cashier.press('pay');
    cashier.press('pay');
    cashier.press('enter');
    cashier.press('back');
    const pays = cashier.effects.filter((effect) => effect.kind === 'pay');
    expect(pays).toEqual([
      {
        kind: 'pay',
        requestNumber: expect.any(Number),
        orderId: 'order-1',
        cash: mxn('600.00'),
        acknowledged: [],
      },
    ]);
    expect(cashier.name()).toBe('recording-intent');
  });

  it('ignores F12 that is held down', () => {
    const cashier = createDriverAt.confirm();
    cashier.press('pay', true);
    expect(cashier.name()).toBe('confirm');
  });

  it('ignores F12 before the cash', () => {
    for (const cashier of [
      createFlowDriver(startPayFlow(createBiller())),
      createDriverAt.amount(),
    ]) {
      const before = cashier.flow();
      cashier.press('pay');
      expect(cashier.flow()).toEqual(before);
    }
  });

  it.each([
    ['', 'not-confirmed'],
    ['600', 'not-confirmed'],
    ['500', 'too-little'],
    ['6000000', 'too-much'],
    ['12,345,6', 'not-a-number'],
  ])('answers F12 on the cash step, and sends nothing, with “%s” typed', (typed, invalidReason) => {
    const cashier = createDriverAt.cash();
    cashier.type('cash', typed);
    const { effects } = cashier;
    const effectCount = effects.length;
    cashier.press('pay');
    expect(cashier.step()).toMatchObject({ step: 'cash', cashText: typed, invalidReason });
    expect(effects).toHaveLength(effectCount);
  });

  it('returns to the confirm step with the same order when main refuses F12', () => {
    const cashier = createDriverAt.confirm();
    cashier.press('pay');
    const problem: Problem = { kind: 'storage', reason: 'full', file: 'ledger' };
    cashier.dispatch({
      type: 'pay-answered',
      requestNumber: cashier.getLastEffect().requestNumber,
      result: fail(problem),
      at: 0,
    });
    expect(cashier.step()).toMatchObject({ step: 'confirm', problem });
    cashier.press('pay');
    expect(cashier.getLastEffect()).toMatchObject({ kind: 'pay', orderId: 'order-1' });
  });

  it('prepares the order again when the account was paid meanwhile', () => {
    const cashier = createDriverAt.confirm();
    cashier.press('pay');
    const earlier = { kind: 'invalid-input', field: 'acknowledged', reason: 'x' } as const;
    cashier.dispatch({
      type: 'pay-answered',
      requestNumber: cashier.getLastEffect().requestNumber,
      result: fail(earlier),
      at: 0,
    });
    expect(cashier.getLastEffect()).toMatchObject({ kind: 'prepare', amount: mxn('549.00') });
    cashier.prepared(
      createOrder({
        id: 'order-2',
        warnings: [
          {
            kind: 'looks-like-earlier',
            paymentId: 'payment-0',
            at: '2026-03-02T16:42:10Z',
            amount: mxn('549.00'),
            isSameAmount: true,
          },
        ],
      }),
    );
    expect(cashier.name()).toBe('warnings');
  });

  it('returns to the amount when main no longer has the order', () => {
    const cashier = createDriverAt.confirm();
    cashier.press('pay');
    const problem: Problem = { kind: 'not-found', what: 'order' };
    cashier.dispatch({
      type: 'pay-answered',
      requestNumber: cashier.getLastEffect().requestNumber,
      result: fail(problem),
      at: 0,
    });
    expect(cashier.step()).toMatchObject({ step: 'amount', problem });
  });
});

describe('payment result', () => {
  it.each([
    ['paid exactly', { state: 'paid', change: mxn('0.00') }, 1_000],
    ['paid, with change', { state: 'paid', change: mxn('51.00') }, 2_500],
    [
      'a gift card, whose code the customer needs',
      { state: 'paid', kind: 'gift-card', change: mxn('0.00') },
      2_500,
    ],
    [
      'refused, so that the cash goes back',
      { state: 'rejected', code: 'R22', cash: mxn('600.00') },
      2_500,
    ],
  ] as const)('ignores Enter and Esc at first: %s', (_what, payment, delayMs) => {
    for (const key of ['enter', 'back'] as const) {
      const cashier = createDriverAt.payment(payment);
      cashier.press(key, false, delayMs - 1);
      expect(cashier.getLastEffect().kind).toBe('pay');
      cashier.press('pay', false, delayMs);
      expect(cashier.getLastEffect().kind).toBe('pay');
      cashier.press(key, true, delayMs);
      expect(cashier.getLastEffect().kind).toBe('pay');
      cashier.press(key, false, delayMs);
      expect(cashier.getLastEffect()).toMatchObject({ kind: 'seen', paymentId: 'payment-1' });
      cashier.dispatch({
        type: 'seen',
        requestNumber: cashier.getLastEffect().requestNumber,
        problem: null,
      });
      expect(cashier.name()).toBe('ended');
    }
  });

  it('asks for the name after R13, and sends it with the next attempt', () => {
    const cashier = createDriverAt.payment({ state: 'rejected', code: 'R13' });
    cashier.press('enter');
    expect(cashier.getLastEffect()).toMatchObject({ kind: 'seen' });
    cashier.dispatch({
      type: 'seen',
      requestNumber: cashier.getLastEffect().requestNumber,
      problem: null,
    });
    expect(cashier.step()).toMatchObject({
      step: 'account',
      field: 'name',
      problem: { reason: 'name-required' },
    });
    cashier.type('name', 'Ana Peña');
    cashier.press('enter');
    expect(cashier.getLastEffect()).toMatchObject({ kind: 'check', nameOnAccount: 'Ana Peña' });
  });

  it('confirms an outcome that arrived under the lock with F11, and leaves it to confirm with Escape', () => {
    const cashier = createDriverAt.payment({ state: 'paid', toConfirm: 'paid' });
    cashier.press('enter');
    expect(cashier.getLastEffect().kind).toBe('pay');
    cashier.dispatch({ type: 'handed-over', at: RESULT_IGNORES_KEYS_MS });
    expect(cashier.getLastEffect()).toMatchObject({ kind: 'confirm', paymentId: 'payment-1' });
    cashier.dispatch({
      type: 'asked-again',
      requestNumber: cashier.getLastEffect().requestNumber,
      result: ok(createPayment({ state: 'paid' })),
      at: RESULT_IGNORES_KEYS_MS,
    });
    cashier.press('enter', false, RESULT_IGNORES_KEYS_MS + OWED_RESULT_IGNORES_KEYS_MS);
    expect(cashier.getLastEffect()).toMatchObject({ kind: 'seen', state: 'paid' });

    const leaving = createDriverAt.payment({ state: 'not-performed', toConfirm: 'not-paid' });
    leaving.press('back');
    expect(leaving.getLastEffect().kind).toBe('pay');
    expect(leaving.name()).toBe('ended');
  });

  it('ignores Esc while the payment is being sent', () => {
    const cashier = createDriverAt.payment();
    for (const key of ['back', 'enter', 'pay'] as const) cashier.press(key);
    expect(cashier.step()).toMatchObject({ step: 'sent-payment', pendingAction: null });
  });

  it('handles an unknown result: F1 looks up, Enter is ignored, Escape leaves', () => {
    const cashier = createDriverAt.payment({ state: 'unknown' });
    cashier.press('enter');
    expect(cashier.getLastEffect().kind).toBe('pay');
    cashier.dispatch({ type: 'look-up-now' });
    expect(cashier.getLastEffect().kind).toBe('look-up-now');
    cashier.dispatch({
      type: 'asked-again',
      requestNumber: cashier.getLastEffect().requestNumber,
      result: ok(createPayment({ state: 'unknown', lookUps: 2 })),
      at: 0,
    });
    cashier.press('back');
    expect(cashier.getLastEffect()).toMatchObject({ kind: 'seen', paymentId: 'payment-1' });
  });

  it('sends again only if main allows it, and only once', () => {
    const lockedDriver = createDriverAt.payment({ state: 'unknown' });
    lockedDriver.dispatch({ type: 'send-again' });
    expect(lockedDriver.getLastEffect().kind).toBe('pay');
    const resendableDriver = createDriverAt.payment({ state: 'unknown', canResend: true });
    resendableDriver.dispatch({ type: 'send-again' });
    resendableDriver.dispatch({ type: 'send-again' });
    expect(resendableDriver.effects.filter((effect) => effect.kind === 'send-again')).toHaveLength(
      1,
    );
  });

  it('ignores a response that arrives out of order', () => {
    const cashier = createDriverAt.payment({ state: 'paid' });
    cashier.dispatch({ type: 'payment', payment: createPayment({ state: 'sending' }), at: 1 });
    expect(cashier.step()).toMatchObject({ payment: { state: 'paid' } });
  });

  it('ignores events of other payments', () => {
    const cashier = createDriverAt.payment();
    cashier.dispatch({
      type: 'payment',
      payment: createPayment({ id: 'other', state: 'paid' }),
      at: 1,
    });
    expect(cashier.step()).toMatchObject({ payment: { id: 'payment-1', state: 'sending' } });
  });

  it('keeps the result when main cannot mark it as seen, and shows the problem', () => {
    const cashier = createFlowDriver(resumePayFlow(createPayment({ state: 'rejected' }), 0));
    cashier.press('enter');
    const problem: Problem = { kind: 'storage', reason: 'full', file: 'ledger' };
    cashier.dispatch({
      type: 'seen',
      requestNumber: cashier.getLastEffect().requestNumber,
      problem,
    });
    expect(cashier.step()).toMatchObject({
      step: 'sent-payment',
      failedAction: { what: 'seen', problem },
    });
    cashier.press('back');
    cashier.dispatch({
      type: 'seen',
      requestNumber: cashier.getLastEffect().requestNumber,
      problem: null,
    });
    expect(cashier.name()).toBe('ended');
  });
});
