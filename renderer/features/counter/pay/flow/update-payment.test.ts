import { describe, expect, it } from 'vitest';
import { fail, ok, type Problem } from '../../../../../shared/contract/index.ts';
import {
  createBiller,
  createOrder,
  createPayment,
  mxn,
} from '../../../../app/testing/fake-values.ts';
import { resumeFlow, startFlow } from './start-flow.ts';
import { at, createFlowDriver } from './update-flow.fixture.ts';
import { IGNORE_KEYS_MS } from './update-payment.ts';

describe('F12', () => {
  it('pays on the confirm step, once', () => {
    const cashier = at.confirm();
    cashier.press('pay');
    cashier.press('pay');
    cashier.press('enter');
    cashier.press('back');
    const pays = cashier.effects.filter((effect) => effect.kind === 'pay');
    expect(pays).toEqual([
      {
        kind: 'pay',
        ask: expect.any(Number),
        orderId: 'order-1',
        cash: mxn('600.00'),
        acknowledged: [],
      },
    ]);
    expect(cashier.name()).toBe('paying');
  });

  it('held down is no press', () => {
    const cashier = at.confirm();
    cashier.press('pay', true);
    expect(cashier.name()).toBe('confirm');
  });

  it('does nothing on the steps before', () => {
    for (const cashier of [createFlowDriver(startFlow(createBiller())), at.amount(), at.cash()]) {
      const before = cashier.flow();
      cashier.press('pay');
      expect(cashier.flow()).toEqual(before);
    }
  });

  it('that main refuses leads back to the confirm step, with the same order', () => {
    const cashier = at.confirm();
    cashier.press('pay');
    const problem: Problem = { kind: 'storage', reason: 'full', file: 'ledger' };
    cashier.tell({ type: 'pay-answered', ask: cashier.last().ask, result: fail(problem), at: 0 });
    expect(cashier.step()).toMatchObject({ step: 'confirm', problem });
    cashier.press('pay');
    expect(cashier.last()).toMatchObject({ kind: 'pay', orderId: 'order-1' });
  });

  it('before which another payment of the account was made has the order worked out anew', () => {
    const cashier = at.confirm();
    cashier.press('pay');
    const earlier = { kind: 'invalid-input', field: 'acknowledged', reason: 'x' } as const;
    cashier.tell({ type: 'pay-answered', ask: cashier.last().ask, result: fail(earlier), at: 0 });
    expect(cashier.last()).toMatchObject({ kind: 'prepare', amount: mxn('549.00') });
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
    expect(cashier.name()).toBe('decide');
  });

  it('on an order that main no longer has leads back to the amount', () => {
    const cashier = at.confirm();
    cashier.press('pay');
    const problem: Problem = { kind: 'not-found', what: 'order' };
    cashier.tell({ type: 'pay-answered', ask: cashier.last().ask, result: fail(problem), at: 0 });
    expect(cashier.step()).toMatchObject({ step: 'amount', problem });
  });
});

describe('the result', () => {
  it('takes no key in its first moment, then Enter lets the next customer come', () => {
    const cashier = at.payment({ state: 'paid' });
    cashier.press('enter', false, IGNORE_KEYS_MS - 1);
    expect(cashier.last().kind).toBe('pay');
    cashier.press('enter', false, IGNORE_KEYS_MS);
    expect(cashier.last()).toMatchObject({ kind: 'seen', paymentId: 'payment-1' });
    cashier.tell({ type: 'seen', ask: cashier.last().ask, problem: null });
    expect(cashier.name()).toBe('ended');
  });

  it('that is R13 leads to the name, though the list did not ask for it, and it goes along', () => {
    const cashier = at.payment({ state: 'rejected', code: 'R13' });
    cashier.press('enter');
    expect(cashier.last()).toMatchObject({ kind: 'seen' });
    cashier.tell({ type: 'seen', ask: cashier.last().ask, problem: null });
    expect(cashier.step()).toMatchObject({
      step: 'account',
      field: 'name',
      problem: { reason: 'name-required' },
    });
    cashier.type('name', 'Ana Peña');
    cashier.press('enter');
    expect(cashier.last()).toMatchObject({ kind: 'check', nameOnAccount: 'Ana Peña' });
  });

  it('cannot be left while it is being sent', () => {
    const cashier = at.payment();
    for (const key of ['back', 'enter', 'pay'] as const) cashier.press(key);
    expect(cashier.step()).toMatchObject({ step: 'payment', busy: null });
  });

  it('that is unknown: F1 looks up, Enter does nothing, Esc leaves it with main', () => {
    const cashier = at.payment({ state: 'unknown' });
    cashier.press('enter');
    expect(cashier.last().kind).toBe('pay');
    cashier.tell({ type: 'look-up-now' });
    expect(cashier.last().kind).toBe('look-up-now');
    cashier.tell({
      type: 'asked-again',
      ask: cashier.last().ask,
      result: ok(createPayment({ state: 'unknown', lookUps: 2 })),
      at: 0,
    });
    cashier.press('back');
    expect(cashier.last()).toMatchObject({ kind: 'seen', paymentId: 'payment-1' });
  });

  it('is sent again only where main says that it may be', () => {
    const held = at.payment({ state: 'unknown' });
    held.tell({ type: 'send-again' });
    expect(held.last().kind).toBe('pay');
    const free = at.payment({ state: 'unknown', maySendAgain: true });
    free.tell({ type: 'send-again' });
    free.tell({ type: 'send-again' });
    expect(free.effects.filter((effect) => effect.kind === 'send-again')).toHaveLength(1);
  });

  it('is not turned back into waiting by an answer that was overtaken', () => {
    const cashier = at.payment({ state: 'paid' });
    cashier.tell({ type: 'payment', payment: createPayment({ state: 'sending' }), at: 1 });
    expect(cashier.step()).toMatchObject({ payment: { state: 'paid' } });
  });

  it('is this payment’s and no other’s', () => {
    const cashier = at.payment();
    cashier.tell({
      type: 'payment',
      payment: createPayment({ id: 'other', state: 'paid' }),
      at: 1,
    });
    expect(cashier.step()).toMatchObject({ payment: { id: 'payment-1', state: 'sending' } });
  });

  it('stays when main cannot note that it was seen, and says so', () => {
    const cashier = createFlowDriver(resumeFlow(createPayment({ state: 'rejected' }), 0));
    cashier.press('enter');
    const problem: Problem = { kind: 'storage', reason: 'full', file: 'ledger' };
    cashier.tell({ type: 'seen', ask: cashier.last().ask, problem });
    expect(cashier.step()).toMatchObject({ step: 'payment', trouble: { what: 'seen', problem } });
    cashier.press('back');
    cashier.tell({ type: 'seen', ask: cashier.last().ask, problem: null });
    expect(cashier.name()).toBe('ended');
  });
});
