import { describe, expect, it } from 'vitest';
import { fail, ok, type Problem } from '../../../../../shared/contract/index.ts';
import { createMoney, type Money } from '../../../../../shared/money/index.ts';
import {
  createBalance,
  createBiller,
  createOrder,
  mxn,
} from '../../../../app/testing/fake-values.ts';
import { startFlow } from './start-flow.ts';
import { isImplausible } from './update-cash.ts';
import { at, createFlowDriver } from './update-flow.fixture.ts';

describe('the account number', () => {
  it('waits for the main process to check the account number and uses its form', () => {
    const cashier = createFlowDriver(startFlow(createBiller({ canCheckBalance: false })));
    cashier.type('account', ' 5010 0000 0007');
    cashier.press('enter');
    expect(cashier.last()).toMatchObject({ kind: 'check', accountNumber: ' 5010 0000 0007' });
    cashier.checked('501000000007');
    expect(cashier.step()).toMatchObject({
      step: 'amount',
      draft: { accountNumber: '501000000007' },
    });
  });

  it('of a top-up is the same when typed again, with the literals of its mask or without', () => {
    const phone = createBiller({
      kind: 'top-up',
      billType: 'phone_number',
      canCheckBalance: false,
      accountNumberDigits: '10',
      mask: '(999) 999-9999',
    });
    for (const [first, second, isSame] of [
      ['5548514222', '5548514222', true],
      ['(554) 851-4222', '5548514222', true],
      ['5548514222', '554 851 4222', true],
      ['(554) 851-4222', '(554) 851-4222', true],
      ['5548514222', '(554) 851-4223', false],
      ['5548514222', '554851422', false],
    ] as const) {
      const cashier = createFlowDriver(startFlow(phone, { kind: 'top-up' }));
      cashier.type('account', first);
      cashier.press('enter');
      cashier.checked('5548514222');
      cashier.tell({ type: 'typed', field: 'repeat', text: second });
      cashier.press('enter');
      expect(cashier.step(), second).toMatchObject(
        isSame
          ? { step: 'amount', draft: { accountNumber: '5548514222' } }
          : { step: 'repeat', text: '', isDifferent: true },
      );
      cashier.press('back');
      expect(cashier.step()).toMatchObject({
        step: 'account',
        draft: { accountNumber: '5548514222' },
      });
    }
  });

  it('is asked for when it is empty, without asking main', () => {
    const cashier = createFlowDriver(startFlow(createBiller()));
    cashier.press('enter');
    expect(cashier.step()).toMatchObject({
      problem: { kind: 'account-number', reason: 'empty', expected: '12' },
    });
    expect(cashier.effects).toEqual([]);
  });

  it('leads to the name where the biller wants one, and says so only the second time', () => {
    const cashier = createFlowDriver(startFlow(createBiller({ requiresNameOnAccount: true })));
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
    const cashier = createFlowDriver(startFlow(createBiller()));
    cashier.type('account', '77');
    cashier.press('enter');
    const problem: Problem = { kind: 'account-number', reason: 'too-short', expected: '12' };
    cashier.tell({ type: 'checked', ask: cashier.last().ask, result: fail(problem) });
    expect(cashier.step()).toMatchObject({ step: 'account', problem, asking: null });
  });

  it('is refused for a biller without a currency', () => {
    const cashier = createFlowDriver(
      startFlow(createBiller({ currency: '', canCheckBalance: false })),
    );
    cashier.type('account', '501000000007');
    cashier.press('enter');
    expect(cashier.step()).toMatchObject({
      problem: { kind: 'biller-unusable', reason: 'no-currency' },
    });
    expect(cashier.effects).toEqual([]);
  });

  it('leads to the balance first where only that names the currency', () => {
    const biller = createBiller({ currency: '', supportsPartialPayment: true });
    const cashier = createFlowDriver(startFlow(biller));
    cashier.type('account', '501000000007');
    cashier.press('enter');
    cashier.checked();
    expect(cashier.last()).toMatchObject({ kind: 'consult' });
    cashier.consulted();
    cashier.type('amount', '100');
    cashier.press('enter');
    expect(cashier.last()).toMatchObject({ kind: 'prepare', amount: mxn('100.00') });
  });

  it('is asked for its name after R13, though the list did not, and no more than once', () => {
    const biller = createBiller({ supportsPartialPayment: false });
    const cashier = createFlowDriver(startFlow(biller));
    cashier.type('account', '501000000007');
    cashier.press('enter');
    cashier.checked();
    const wantsName: Problem = {
      kind: 'service-refused',
      httpStatus: 422,
      code: 'R13',
      message: null,
    };
    const refused = () =>
      cashier.tell({ type: 'consulted', ask: cashier.last().ask, result: fail(wantsName) });
    refused();
    expect(cashier.step()).toMatchObject({ step: 'account', field: 'name' });
    cashier.type('name', 'Ana Peña');
    cashier.press('enter');
    cashier.checked();
    expect(cashier.last()).toMatchObject({ kind: 'consult', nameOnAccount: 'Ana Peña' });
    refused();
    expect(cashier.step()).toMatchObject({ step: 'balance', problem: wantsName });
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
    const cashier = at.amount(createBiller({ supportsPartialPayment: true }));
    cashier.press('enter');
    expect(cashier.last().kind).toBe('consult');
    cashier.consulted();
    expect(cashier.step()).toMatchObject({ step: 'amount', draft: { amountText: '549.00' } });
    cashier.type('amount', '200');
    cashier.press('enter');
    expect(cashier.last()).toMatchObject({ kind: 'prepare', amount: mxn('200.00') });
  });

  it('takes an amount without a look-up where it is optional', () => {
    const cashier = at.amount(createBiller({ supportsPartialPayment: true }));
    cashier.type('amount', '1,200.50');
    cashier.press('enter');
    expect(cashier.last()).toMatchObject({
      kind: 'prepare',
      amount: mxn('1200.50'),
      balanceId: null,
    });
  });

  it.each([true, false])('never looks up where there is no look-up (part: %s)', (part) => {
    const cashier = at.amount(
      createBiller({ canCheckBalance: false, supportsPartialPayment: part }),
    );
    cashier.press('enter');
    expect(cashier.step()).toMatchObject({ step: 'amount', fault: 'empty' });
    cashier.tell({ type: 'consult' });
    cashier.type('amount', '80');
    cashier.press('enter');
    expect(cashier.effects.map((effect) => effect.kind)).toEqual(['check', 'prepare']);
  });
});

describe('the balance', () => {
  const optional = createBiller({ supportsPartialPayment: true });

  it('that cannot be looked up stops where it is required, and Enter asks again', () => {
    const cashier = createFlowDriver(startFlow(createBiller()));
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
    const cashier = createFlowDriver(startFlow(createBiller()));
    cashier.type('account', '501000000007');
    cashier.press('enter');
    cashier.checked();
    cashier.consulted(createBalance({ amount: mxn(amount) }));
    expect(cashier.name()).toBe('balance');
    cashier.press('enter');
    expect(cashier.name()).toBe('ended');
  });

  it('of nothing leaves the amount to the paper bill', () => {
    const cashier = createFlowDriver(startFlow(createBiller()));
    cashier.type('account', '1111322016');
    cashier.press('enter');
    cashier.checked();
    cashier.consulted(createBalance({ amount: null }));
    cashier.type('amount', '321.10');
    cashier.press('enter');
    expect(cashier.last()).toMatchObject({ kind: 'prepare', amount: mxn('321.10') });
  });

  it('that comes after the cashier went back is not believed', () => {
    const cashier = createFlowDriver(startFlow(createBiller()));
    cashier.type('account', '501000000007');
    cashier.press('enter');
    cashier.checked();
    const late = cashier.last().ask;
    cashier.press('back');
    cashier.tell({ type: 'consulted', ask: late, result: ok(createBalance()) });
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
    const cashier = at.cash(createOrder({ warnings: [earlier] }));
    cashier.press('enter');
    cashier.press('enter');
    expect(cashier.name()).toBe('decide');
    cashier.tell({ type: 'decided', choice: 'stop' });
    expect(cashier.name()).toBe('ended');
  });

  it('are decided one by one, and go along with the payment', () => {
    const cashier = at.cash(createOrder({ warnings: [large, earlier] }));
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

  it('asks to confirm cash above ten times the amount due', () => {
    const cashier = at.cash();
    for (const [typed, fault] of [
      ['5490', undefined],
      ['5490.01', 'too-much'],
      ['501000', 'too-much'],
      ['600', undefined],
    ] as const) {
      cashier.type('cash', typed);
      cashier.press('enter');
      expect(cashier.step()).toMatchObject(fault ? { step: 'cash', fault } : { step: 'confirm' });
      if (!fault) cashier.press('back');
    }
  });

  it('accepts implausible cash when the same amount is entered again', () => {
    const cashier = at.cash();
    cashier.type('cash', '60000');
    cashier.press('enter');
    expect(cashier.step()).toMatchObject({ step: 'cash', fault: 'too-much' });
    cashier.type('cash', '70000');
    cashier.press('enter');
    expect(cashier.step()).toMatchObject({ step: 'cash', fault: 'too-much' });
    cashier.press('enter');
    expect(cashier.step()).toMatchObject({ step: 'confirm', cash: mxn('70000.00') });
  });

  it('is never asked about where it is one note of the currency', () => {
    const cop = (amount: string): Money => createMoney(amount, 'COP');
    for (const [cash, due, isAsked] of [
      ['50000', '4000', false],
      ['100000', '4000', false],
      ['150000', '4000', true],
      ['100000', '15500', false],
    ] as const) {
      expect(isImplausible(cop(cash), cop(due))).toBe(isAsked);
    }
  });

  it('goes on with one press of a sum', () => {
    const cashier = at.cash();
    cashier.tell({ type: 'cash-chosen', cash: mxn('1000.00') });
    expect(cashier.step()).toMatchObject({ step: 'confirm', change: mxn('451.00') });
  });
});
