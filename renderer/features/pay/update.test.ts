import { describe, expect, it } from 'vitest';
import { fail, type Order, ok, type Problem } from '../../../shared/contract/index.ts';
import { aBalance, aBiller, anOrder, aPayment, mxn } from '../../app/fake-values.ts';
import { beginFlow, type Flow, type FlowEffect, type FlowEvent, resumeFlow } from './flow.ts';
import { update } from './update.ts';
import { UNREAD_MS } from './update-payment.ts';

const settings = { locale: 'es-MX', checksTopUps: false };
const LATER = 10_000;

/** A cashier at the flow: presses, types and hears main's answers. */
function counter(begin: Flow) {
  let flow = begin;
  const effects: FlowEffect[] = [];
  const tell = (event: FlowEvent) => {
    const updated = update(flow, event, settings);
    flow = updated.flow;
    if (updated.effect) effects.push(updated.effect);
  };
  const press = (key: 'enter' | 'back' | 'pay', isRepeat = false, at = LATER) =>
    tell({ type: 'key', key, isRepeat, at });
  const type = (field: 'account' | 'name' | 'amount' | 'cash', text: string) =>
    tell({ type: 'typed', field, text });
  const last = () => {
    const effect = effects.at(-1);
    if (!effect) throw new Error('nothing was asked of main');
    return effect;
  };
  return {
    tell,
    press,
    type,
    last,
    effects,
    step: () => flow.at,
    name: () => flow.at.step,
    flow: () => flow,
    checked: (accountNumber = '501000000007') =>
      tell({ type: 'checked', ask: last().ask, result: ok({ accountNumber }) }),
    consulted: (balance = aBalance()) =>
      tell({ type: 'consulted', ask: last().ask, result: ok(balance) }),
    prepared: (order: Order = anOrder()) =>
      tell({ type: 'prepared', ask: last().ask, result: ok(order) }),
  };
}

const at = {
  amount(biller = aBiller()) {
    const cashier = counter(beginFlow(biller));
    cashier.type('account', '501000000007');
    cashier.press('enter');
    cashier.checked();
    if (biller.canCheckBalance && !biller.supportsPartialPayment) cashier.consulted();
    return cashier;
  },
  cash(order = anOrder(), biller = aBiller()) {
    const cashier = at.amount(biller);
    if (biller.supportsPartialPayment || !biller.canCheckBalance) cashier.type('amount', '549');
    cashier.press('enter');
    cashier.prepared(order);
    return cashier;
  },
  confirm() {
    const cashier = at.cash();
    cashier.type('cash', '600');
    cashier.press('enter');
    return cashier;
  },
  payment(state: Parameters<typeof aPayment>[0] = {}) {
    const cashier = at.confirm();
    cashier.press('pay');
    cashier.tell({
      type: 'pay-answered',
      ask: cashier.last().ask,
      result: ok(aPayment(state)),
      at: 0,
    });
    return cashier;
  },
};

describe('the account number', () => {
  it('is checked by main before anything goes on, and comes back as main read it', () => {
    const cashier = counter(beginFlow(aBiller({ canCheckBalance: false })));
    cashier.type('account', ' 5010 0000 0007');
    cashier.press('enter');
    expect(cashier.last()).toMatchObject({ kind: 'check', accountNumber: ' 5010 0000 0007' });
    cashier.checked('501000000007');
    expect(cashier.step()).toMatchObject({
      step: 'amount',
      draft: { accountNumber: '501000000007' },
    });
  });

  it('is asked for when it is empty, without asking main', () => {
    const cashier = counter(beginFlow(aBiller()));
    cashier.press('enter');
    expect(cashier.step()).toMatchObject({
      problem: { kind: 'account-number', reason: 'empty', expected: '12' },
    });
    expect(cashier.effects).toEqual([]);
  });

  it('leads to the name where the biller wants one, and says so only the second time', () => {
    const cashier = counter(beginFlow(aBiller({ requiresNameOnAccount: true })));
    cashier.type('account', '501000000007');
    cashier.press('enter');
    expect(cashier.step()).toMatchObject({ field: 'name', problem: null });
    cashier.press('enter');
    expect(cashier.step()).toMatchObject({ problem: { reason: 'name-required' } });
    cashier.type('name', ' Rosa Díaz ');
    cashier.press('enter');
    expect(cashier.last()).toMatchObject({ kind: 'check', nameOnAccount: 'Rosa Díaz' });
  });

  it('stays with what main says of it', () => {
    const cashier = counter(beginFlow(aBiller()));
    cashier.type('account', '77');
    cashier.press('enter');
    const problem: Problem = { kind: 'account-number', reason: 'too-short', expected: '12' };
    cashier.tell({ type: 'checked', ask: cashier.last().ask, result: fail(problem) });
    expect(cashier.step()).toMatchObject({ step: 'account', problem, asking: null });
  });

  it('is refused for a biller without a currency', () => {
    const cashier = counter(beginFlow(aBiller({ currency: '' })));
    cashier.type('account', '501000000007');
    cashier.press('enter');
    expect(cashier.step()).toMatchObject({
      problem: { kind: 'biller-unusable', reason: 'no-currency' },
    });
    expect(cashier.effects).toEqual([]);
  });

  it('forgets the balance of another number', () => {
    const cashier = at.amount();
    cashier.press('back');
    expect(cashier.step()).toMatchObject({ step: 'account', draft: { balance: null } });
  });

  it('keeps the form when the biller leaves the list', () => {
    const cashier = at.amount();
    cashier.tell({ type: 'listed', isListed: false });
    expect(cashier.step()).toMatchObject({ step: 'amount', draft: { isListed: false } });
  });
});

describe('the four payment types', () => {
  it('looks the balance up by itself and fixes the amount where the whole must be paid', () => {
    const cashier = at.amount();
    cashier.type('amount', '1');
    cashier.press('enter');
    expect(cashier.last()).toMatchObject({
      kind: 'prepare',
      amount: mxn('549.00'),
      balanceId: 'balance-1',
    });
  });

  it('offers the look-up where it is optional: Enter without an amount asks for it', () => {
    const cashier = at.amount(aBiller({ supportsPartialPayment: true }));
    cashier.press('enter');
    expect(cashier.last().kind).toBe('consult');
    cashier.consulted();
    expect(cashier.step()).toMatchObject({ step: 'amount', draft: { amountText: '549.00' } });
    cashier.type('amount', '200');
    cashier.press('enter');
    expect(cashier.last()).toMatchObject({ kind: 'prepare', amount: mxn('200.00') });
  });

  it('takes an amount without a look-up where it is optional', () => {
    const cashier = at.amount(aBiller({ supportsPartialPayment: true }));
    cashier.type('amount', '1,200.50');
    cashier.press('enter');
    expect(cashier.last()).toMatchObject({
      kind: 'prepare',
      amount: mxn('1200.50'),
      balanceId: null,
    });
  });

  it.each([true, false])('never looks up where there is no look-up (part: %s)', (part) => {
    const cashier = at.amount(aBiller({ canCheckBalance: false, supportsPartialPayment: part }));
    cashier.press('enter');
    expect(cashier.step()).toMatchObject({ step: 'amount', fault: 'empty' });
    cashier.tell({ type: 'consult' });
    cashier.type('amount', '80');
    cashier.press('enter');
    expect(cashier.effects.map((effect) => effect.kind)).toEqual(['check', 'prepare']);
  });
});

describe('the balance', () => {
  const optional = aBiller({ supportsPartialPayment: true });

  it('that cannot be looked up stops where it is required, and Enter asks again', () => {
    const cashier = counter(beginFlow(aBiller()));
    cashier.type('account', '501000000007');
    cashier.press('enter');
    cashier.checked();
    const problem: Problem = { kind: 'service-silent', seconds: 60 };
    cashier.tell({ type: 'consulted', ask: cashier.last().ask, result: fail(problem) });
    expect(cashier.step()).toMatchObject({ step: 'balance', problem });
    cashier.press('enter');
    expect(cashier.last().kind).toBe('consult');
    expect(cashier.step()).toMatchObject({ problem: null });
  });

  it('that cannot be looked up leaves the amount open where it is optional', () => {
    const cashier = at.amount(optional);
    cashier.press('enter');
    const problem: Problem = { kind: 'service-silent', seconds: 60 };
    cashier.tell({ type: 'consulted', ask: cashier.last().ask, result: fail(problem) });
    expect(cashier.step()).toMatchObject({ step: 'amount', problem });
  });

  it.each(['0.00', '-12.00'])('of %s ends a bill that must be paid whole', (amount) => {
    const cashier = counter(beginFlow(aBiller()));
    cashier.type('account', '501000000007');
    cashier.press('enter');
    cashier.checked();
    cashier.consulted(aBalance({ amount: mxn(amount) }));
    expect(cashier.name()).toBe('balance');
    cashier.press('enter');
    expect(cashier.name()).toBe('ended');
  });

  it('of nothing leaves the amount to the paper bill', () => {
    const cashier = counter(beginFlow(aBiller()));
    cashier.type('account', '1111322016');
    cashier.press('enter');
    cashier.checked();
    cashier.consulted(aBalance({ amount: null }));
    cashier.type('amount', '321.10');
    cashier.press('enter');
    expect(cashier.last()).toMatchObject({ kind: 'prepare', amount: mxn('321.10') });
  });

  it('that comes after the cashier went back is not believed', () => {
    const cashier = counter(beginFlow(aBiller()));
    cashier.type('account', '501000000007');
    cashier.press('enter');
    cashier.checked();
    const late = cashier.last().ask;
    cashier.press('back');
    cashier.tell({ type: 'consulted', ask: late, result: ok(aBalance()) });
    expect(cashier.step()).toMatchObject({ step: 'account', draft: { balance: null } });
  });
});

describe('warnings', () => {
  const earlier = {
    kind: 'looks-like-earlier',
    paymentId: 'payment-0',
    at: '2026-03-02T16:20:00Z',
    amount: mxn('549.00'),
    isSameAmount: true,
  } as const;
  const large = { kind: 'large-amount', usd: { amount: '1600.00', currency: 'USD' } } as const;

  it('of an earlier payment is not answered by Enter', () => {
    const cashier = at.cash(anOrder({ warnings: [earlier] }));
    cashier.press('enter');
    cashier.press('enter');
    expect(cashier.name()).toBe('decide');
    cashier.tell({ type: 'decided', choice: 'stop' });
    expect(cashier.name()).toBe('ended');
  });

  it('are decided one by one, and go along with the payment', () => {
    const cashier = at.cash(anOrder({ warnings: [large, earlier] }));
    cashier.press('enter');
    expect(cashier.step()).toMatchObject({ step: 'decide', decided: ['large-amount'] });
    cashier.tell({ type: 'decided', choice: 'go-on' });
    cashier.press('enter');
    cashier.press('pay');
    expect(cashier.last()).toMatchObject({
      kind: 'pay',
      acknowledged: ['large-amount', 'looks-like-earlier'],
    });
  });
});

describe('the cash', () => {
  it('is the exact sum when nothing is typed', () => {
    const cashier = at.cash();
    cashier.press('enter');
    expect(cashier.step()).toMatchObject({
      step: 'confirm',
      cash: mxn('549.00'),
      change: mxn('0.00'),
    });
  });

  it('yields the change', () => {
    expect(at.confirm().step()).toMatchObject({ cash: mxn('600.00'), change: mxn('51.00') });
  });

  it('must be enough', () => {
    const cashier = at.cash();
    cashier.type('cash', '500');
    cashier.press('enter');
    expect(cashier.step()).toMatchObject({ step: 'cash', fault: 'too-little' });
    cashier.type('cash', '-1');
    cashier.press('enter');
    expect(cashier.step()).toMatchObject({ step: 'cash', fault: 'negative' });
  });

  it('is refused where nobody can have meant it: a fortune, and over ten times what is due', () => {
    const cashier = at.cash();
    for (const [typed, fault] of [
      ['10000', undefined],
      ['10000.01', 'too-much'],
      ['501000', 'too-much'],
      ['600', undefined],
    ] as const) {
      cashier.type('cash', typed);
      cashier.press('enter');
      expect(cashier.step()).toMatchObject(fault ? { step: 'cash', fault } : { step: 'confirm' });
      if (!fault) cashier.press('back');
    }
  });

  it('goes on with one press of a sum', () => {
    const cashier = at.cash();
    cashier.tell({ type: 'cash-chosen', cash: mxn('1000.00') });
    expect(cashier.step()).toMatchObject({ step: 'confirm', change: mxn('451.00') });
  });
});

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
    for (const cashier of [counter(beginFlow(aBiller())), at.amount(), at.cash()]) {
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
    cashier.press('enter', false, UNREAD_MS - 1);
    expect(cashier.last().kind).toBe('pay');
    cashier.press('enter', false, UNREAD_MS);
    expect(cashier.last()).toMatchObject({ kind: 'seen', paymentId: 'payment-1' });
    cashier.tell({ type: 'seen', ask: cashier.last().ask, problem: null });
    expect(cashier.name()).toBe('ended');
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
      result: ok(aPayment({ state: 'unknown', lookUps: 2 })),
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
    cashier.tell({ type: 'payment', payment: aPayment({ state: 'sending' }), at: 1 });
    expect(cashier.step()).toMatchObject({ payment: { state: 'paid' } });
  });

  it('is this payment’s and no other’s', () => {
    const cashier = at.payment();
    cashier.tell({ type: 'payment', payment: aPayment({ id: 'other', state: 'paid' }), at: 1 });
    expect(cashier.step()).toMatchObject({ payment: { id: 'payment-1', state: 'sending' } });
  });

  it('stays when main cannot note that it was seen, and says so', () => {
    const cashier = counter(resumeFlow(aPayment({ state: 'rejected' }), 0));
    cashier.press('enter');
    const problem: Problem = { kind: 'storage', reason: 'full', file: 'ledger' };
    cashier.tell({ type: 'seen', ask: cashier.last().ask, problem });
    expect(cashier.step()).toMatchObject({ step: 'payment', trouble: { what: 'seen', problem } });
    cashier.press('back');
    cashier.tell({ type: 'seen', ask: cashier.last().ask, problem: null });
    expect(cashier.name()).toBe('ended');
  });
});
