import { describe, expect, it } from 'vitest';
import { fail, ok, type Problem } from '../../../../../shared/contract/index.ts';
import {
  createBalance,
  createBiller,
  createOrder,
  mxn,
} from '../../../../app/testing/fake-values.ts';
import { startPayFlow } from './start-flow.ts';
import { createDriverAt, createFlowDriver } from './update-flow.fixture.ts';

describe('account step', () => {
  it('waits for main to check the account number, and uses the returned form', () => {
    const cashier = createFlowDriver(startPayFlow(createBiller({ canCheckBalance: false })));
    cashier.type('account', ' 5010 0000 0007');
    cashier.press('enter');
    expect(cashier.getLastEffect()).toMatchObject({
      kind: 'check',
      accountNumber: ' 5010 0000 0007',
    });
    cashier.checked('501000000007');
    expect(cashier.step()).toMatchObject({
      step: 'amount',
      draft: { accountNumber: '501000000007' },
    });
  });

  it('compares a repeated phone number without the literals of its mask', () => {
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
      const cashier = createFlowDriver(startPayFlow(phone, { kind: 'top-up' }));
      cashier.type('account', first);
      cashier.press('enter');
      cashier.checked('5548514222');
      cashier.dispatch({ type: 'typed', field: 'repeat', text: second });
      cashier.press('enter');
      expect(cashier.step(), second).toMatchObject(
        isSame
          ? { step: 'amount', draft: { accountNumber: '5548514222' } }
          : { step: 'repeat-number', text: '', isDifferent: true },
      );
      cashier.press('back');
      expect(cashier.step()).toMatchObject({
        step: 'account',
        draft: { accountNumber: '5548514222' },
      });
    }
  });

  it('shows a problem for an empty account number without a request', () => {
    const cashier = createFlowDriver(startPayFlow(createBiller()));
    cashier.press('enter');
    expect(cashier.step()).toMatchObject({
      problem: { kind: 'account-number', reason: 'empty', expected: '12' },
    });
    expect(cashier.effects).toEqual([]);
  });

  it('moves to a required name first, and shows an error only on the second Enter', () => {
    const cashier = createFlowDriver(startPayFlow(createBiller({ requiresNameOnAccount: true })));
    cashier.type('account', '501000000007');
    cashier.press('enter');
    expect(cashier.step()).toMatchObject({ field: 'name', problem: null });
    cashier.press('enter');
    expect(cashier.step()).toMatchObject({ problem: { reason: 'name-required' } });
    cashier.type('name', ' Rosa Díaz ');
    cashier.press('enter');
    expect(cashier.getLastEffect()).toMatchObject({ kind: 'check', nameOnAccount: 'Rosa Díaz' });
  });

  it('shows main’s problem with the account number', () => {
    const cashier = createFlowDriver(startPayFlow(createBiller()));
    cashier.type('account', '77');
    cashier.press('enter');
    const problem: Problem = { kind: 'account-number', reason: 'too-short', expected: '12' };
    cashier.dispatch({
      type: 'checked',
      requestNumber: cashier.getLastEffect().requestNumber,
      result: fail(problem),
    });
    expect(cashier.step()).toMatchObject({ step: 'account', problem, pendingRequest: null });
  });

  it('rejects a biller without a currency', () => {
    const cashier = createFlowDriver(
      startPayFlow(createBiller({ currency: '', canCheckBalance: false })),
    );
    cashier.type('account', '501000000007');
    cashier.press('enter');
    expect(cashier.step()).toMatchObject({
      problem: { kind: 'biller-unusable', reason: 'no-currency' },
    });
    expect(cashier.effects).toEqual([]);
  });

  it('requests the balance first if only it names the currency', () => {
    const biller = createBiller({ currency: '', supportsPartialPayment: true });
    const cashier = createFlowDriver(startPayFlow(biller));
    cashier.type('account', '501000000007');
    cashier.press('enter');
    cashier.checked();
    expect(cashier.getLastEffect()).toMatchObject({ kind: 'consult' });
    cashier.consulted();
    cashier.type('amount', '100');
    cashier.press('enter');
    expect(cashier.getLastEffect()).toMatchObject({ kind: 'prepare', amount: mxn('100.00') });
  });

  it('asks for the name once after R13', () => {
    const biller = createBiller({ supportsPartialPayment: false });
    const cashier = createFlowDriver(startPayFlow(biller));
    cashier.type('account', '501000000007');
    cashier.press('enter');
    cashier.checked();
    const nameRequired: Problem = {
      kind: 'service-refused',
      httpStatus: 422,
      code: 'R13',
      message: null,
    };
    const refuseConsult = () =>
      cashier.dispatch({
        type: 'consulted',
        requestNumber: cashier.getLastEffect().requestNumber,
        result: fail(nameRequired),
      });
    refuseConsult();
    expect(cashier.step()).toMatchObject({ step: 'account', field: 'name' });
    cashier.type('name', 'Ana Peña');
    cashier.press('enter');
    cashier.checked();
    expect(cashier.getLastEffect()).toMatchObject({ kind: 'consult', nameOnAccount: 'Ana Peña' });
    refuseConsult();
    expect(cashier.step()).toMatchObject({ step: 'balance', problem: nameRequired });
  });

  it('discards the balance when the account number is edited', () => {
    const cashier = createDriverAt.amount();
    cashier.press('back');
    expect(cashier.step()).toMatchObject({ step: 'account', draft: { balance: null } });
  });

  it('keeps the form when the biller leaves the list', () => {
    const cashier = createDriverAt.amount();
    cashier.dispatch({ type: 'listed', isListed: false });
    expect(cashier.step()).toMatchObject({ step: 'amount', draft: { isListed: false } });
  });
});

describe('payment types', () => {
  it('requests a required balance itself, and fixes the amount', () => {
    const cashier = createDriverAt.amount();
    cashier.type('amount', '1');
    cashier.press('enter');
    expect(cashier.getLastEffect()).toMatchObject({
      kind: 'prepare',
      amount: mxn('549.00'),
      balanceId: 'balance-1',
    });
  });

  it.each([true, false])(
    'proposes a balance with a third decimal rounded up (partial payment: %s)',
    (supportsPartialPayment) => {
      const cashier = createFlowDriver(startPayFlow(createBiller({ supportsPartialPayment })));
      cashier.type('account', '501000000007');
      cashier.press('enter');
      cashier.checked();
      if (supportsPartialPayment) cashier.press('enter');
      cashier.consulted({ ...createBalance(), amount: mxn('150.005') });
      cashier.press('enter');
      expect(cashier.getLastEffect()).toMatchObject({ kind: 'prepare', amount: mxn('150.01') });
    },
  );

  it('requests an optional balance on Enter without an amount', () => {
    const cashier = createDriverAt.amount(createBiller({ supportsPartialPayment: true }));
    cashier.press('enter');
    expect(cashier.getLastEffect().kind).toBe('consult');
    cashier.consulted();
    expect(cashier.step()).toMatchObject({ step: 'amount', draft: { amountText: '549.00' } });
    cashier.type('amount', '200');
    cashier.press('enter');
    expect(cashier.getLastEffect()).toMatchObject({ kind: 'prepare', amount: mxn('200.00') });
  });

  it('accepts an amount without an optional balance', () => {
    const cashier = createDriverAt.amount(createBiller({ supportsPartialPayment: true }));
    cashier.type('amount', '1,200.50');
    cashier.press('enter');
    expect(cashier.getLastEffect()).toMatchObject({
      kind: 'prepare',
      amount: mxn('1200.50'),
      balanceId: null,
    });
  });

  it.each([true, false])(
    'requests no balance if the biller has none (partial payment: %s)',
    (supportsPartialPayment) => {
      const cashier = createDriverAt.amount(
        createBiller({ canCheckBalance: false, supportsPartialPayment }),
      );
      cashier.press('enter');
      expect(cashier.step()).toMatchObject({ step: 'amount', invalidReason: 'empty' });
      cashier.dispatch({ type: 'consult' });
      cashier.type('amount', '80');
      cashier.press('enter');
      expect(cashier.effects.map((effect) => effect.kind)).toEqual(['check', 'prepare']);
    },
  );
});

describe('amount that is decided', () => {
  const withoutFee = { locale: 'es-MX', hasTopUpCheck: false };
  function goToPreparing(biller = createBiller()) {
    const cashier = createFlowDriver(startPayFlow(biller), withoutFee);
    cashier.type('account', '501000000007');
    cashier.press('enter');
    cashier.checked();
    cashier.consulted();
    return cashier;
  }

  it('needs no Enter of its own, and Esc returns from the cash to the account', () => {
    const cashier = goToPreparing();
    expect(cashier.getLastEffect()).toMatchObject({
      kind: 'prepare',
      amount: mxn('549.00'),
      balanceId: 'balance-1',
    });
    cashier.prepared();
    expect(cashier.name()).toBe('cash');
    cashier.press('back');
    expect(cashier.step()).toMatchObject({ step: 'account', draft: { balance: null } });
  });

  it('shows the amount screen where a part may be paid', () => {
    const cashier = createFlowDriver(
      startPayFlow(createBiller({ supportsPartialPayment: true })),
      withoutFee,
    );
    cashier.type('account', '501000000007');
    cashier.press('enter');
    cashier.checked();
    cashier.press('enter');
    cashier.consulted();
    expect(cashier.name()).toBe('amount');
  });

  it('shows the amount screen where there is a fee', () => {
    expect(createDriverAt.amount().name()).toBe('amount');
  });

  it('shows main’s warning before the cash', () => {
    const cashier = goToPreparing();
    const usd = { amount: '1600.00', currency: 'USD' };
    cashier.prepared(createOrder({ warnings: [{ kind: 'large-amount', usd }] }));
    expect(cashier.name()).toBe('warnings');
  });

  it('shows the amount with the problem when main refuses the order', () => {
    const cashier = goToPreparing();
    const problem: Problem = { kind: 'service-silent', seconds: 60 };
    cashier.dispatch({
      type: 'prepared',
      requestNumber: cashier.getLastEffect().requestNumber,
      result: fail(problem),
    });
    expect(cashier.step()).toMatchObject({ step: 'amount', problem });
  });

  it('drops the order of a cashier who leaves the customer to another one', () => {
    const cashier = goToPreparing();
    cashier.dispatch({ type: 'taken-over' });
    cashier.prepared();
    expect(cashier.name()).toBe('amount');
  });
});

describe('balance step', () => {
  const optional = createBiller({ supportsPartialPayment: true });

  it('stops when a required balance fails, and Enter retries', () => {
    const cashier = createFlowDriver(startPayFlow(createBiller()));
    cashier.type('account', '501000000007');
    cashier.press('enter');
    cashier.checked();
    const problem: Problem = { kind: 'service-silent', seconds: 60 };
    cashier.dispatch({
      type: 'consulted',
      requestNumber: cashier.getLastEffect().requestNumber,
      result: fail(problem),
    });
    expect(cashier.step()).toMatchObject({ step: 'balance', problem });
    cashier.press('enter');
    expect(cashier.getLastEffect().kind).toBe('consult');
    expect(cashier.step()).toMatchObject({ problem: null });
  });

  it('continues with the amount when an optional balance fails', () => {
    const cashier = createDriverAt.amount(optional);
    cashier.press('enter');
    const problem: Problem = { kind: 'service-silent', seconds: 60 };
    cashier.dispatch({
      type: 'consulted',
      requestNumber: cashier.getLastEffect().requestNumber,
      result: fail(problem),
    });
    expect(cashier.step()).toMatchObject({ step: 'amount', problem });
  });

  it.each(['0.00', '-12.00'])('ends a full-balance bill whose balance is %s', (amount) => {
    const cashier = createFlowDriver(startPayFlow(createBiller()));
    cashier.type('account', '501000000007');
    cashier.press('enter');
    cashier.checked();
    cashier.consulted(createBalance({ amount: mxn(amount) }));
    expect(cashier.name()).toBe('balance');
    cashier.press('enter');
    expect(cashier.name()).toBe('ended');
  });

  it('asks for the amount when the balance response has none', () => {
    const cashier = createFlowDriver(startPayFlow(createBiller()));
    cashier.type('account', '1111322016');
    cashier.press('enter');
    cashier.checked();
    cashier.consulted(createBalance({ amount: null }));
    cashier.type('amount', '321.10');
    cashier.press('enter');
    expect(cashier.getLastEffect()).toMatchObject({ kind: 'prepare', amount: mxn('321.10') });
  });

  it('ignores a balance that arrives after the cashier went back', () => {
    const cashier = createFlowDriver(startPayFlow(createBiller()));
    cashier.type('account', '501000000007');
    cashier.press('enter');
    cashier.checked();
    const late = cashier.getLastEffect().requestNumber;
    cashier.press('back');
    cashier.dispatch({ type: 'consulted', requestNumber: late, result: ok(createBalance()) });
    expect(cashier.step()).toMatchObject({ step: 'account', draft: { balance: null } });
  });
});

describe('decide step', () => {
  const earlier = {
    kind: 'looks-like-earlier',
    paymentId: 'payment-0',
    at: '2026-03-02T16:20:00Z',
    amount: mxn('549.00'),
    isSameAmount: true,
  } as const;
  const large = { kind: 'large-amount', usd: { amount: '1600.00', currency: 'USD' } } as const;

  it('does not decide a possible duplicate on Enter', () => {
    const cashier = createDriverAt.cash(createOrder({ warnings: [earlier] }));
    cashier.press('enter');
    cashier.press('enter');
    expect(cashier.name()).toBe('warnings');
    cashier.dispatch({ type: 'decided', choice: 'stop' });
    expect(cashier.name()).toBe('ended');
  });

  it('decides warnings one by one, and sends them with the payment', () => {
    const cashier = createDriverAt.cash(createOrder({ warnings: [large, earlier] }));
    cashier.press('enter');
    expect(cashier.step()).toMatchObject({ step: 'warnings', decidedWarnings: ['large-amount'] });
    cashier.dispatch({ type: 'decided', choice: 'go-on' });
    cashier.press('enter');
    cashier.press('pay');
    expect(cashier.getLastEffect()).toMatchObject({
      kind: 'pay',
      acknowledged: ['large-amount', 'looks-like-earlier'],
    });
  });
});

describe('cash step', () => {
  it('uses the exact sum when no cash is typed', () => {
    const cashier = createDriverAt.cash();
    cashier.press('enter');
    expect(cashier.step()).toMatchObject({
      step: 'confirm',
      cash: mxn('549.00'),
      change: mxn('0.00'),
    });
  });

  it('computes the change', () => {
    expect(createDriverAt.confirm().step()).toMatchObject({
      cash: mxn('600.00'),
      change: mxn('51.00'),
    });
  });

  it('rejects insufficient and negative cash', () => {
    const cashier = createDriverAt.cash();
    cashier.type('cash', '500');
    cashier.press('enter');
    expect(cashier.step()).toMatchObject({ step: 'cash', invalidReason: 'too-little' });
    cashier.type('cash', '-1');
    cashier.press('enter');
    expect(cashier.step()).toMatchObject({ step: 'cash', invalidReason: 'negative' });
  });

  it('asks to confirm cash above ten times the amount due', () => {
    const cashier = createDriverAt.cash();
    for (const [typed, fault] of [
      ['5490', undefined],
      ['5490.01', 'too-much'],
      ['501000', 'too-much'],
      ['600', undefined],
    ] as const) {
      cashier.type('cash', typed);
      cashier.press('enter');
      expect(cashier.step()).toMatchObject(
        fault ? { step: 'cash', invalidReason: fault } : { step: 'confirm' },
      );
      if (!fault) cashier.press('back');
    }
  });

  it('accepts implausible cash when the same amount is entered again', () => {
    const cashier = createDriverAt.cash();
    cashier.type('cash', '60000');
    cashier.press('enter');
    expect(cashier.step()).toMatchObject({ step: 'cash', invalidReason: 'too-much' });
    cashier.type('cash', '70000');
    cashier.press('enter');
    expect(cashier.step()).toMatchObject({ step: 'cash', invalidReason: 'too-much' });
    cashier.press('enter');
    expect(cashier.step()).toMatchObject({ step: 'confirm', cash: mxn('70000.00') });
  });

  it('continues with one press of a sum', () => {
    const cashier = createDriverAt.cash();
    cashier.dispatch({ type: 'cash-chosen', cash: mxn('1000.00') });
    expect(cashier.step()).toMatchObject({ step: 'confirm', change: mxn('451.00') });
  });
});
