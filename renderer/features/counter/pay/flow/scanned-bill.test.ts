import { describe, expect, it } from 'vitest';
import { type Biller, fail, type ScannedBill } from '../../../../../shared/contract/index.ts';
import { createBalance, createBiller } from '../../../../app/testing/fake-values.ts';
import { startPayFlow } from './start-flow.ts';
import { createFlowDriver } from './update-flow.fixture.ts';

const settings = { locale: 'es-MX', hasTopUpCheck: false };

function createScannedBill(biller: Biller, amount: string | null): ScannedBill {
  return {
    codeId: 'code',
    biller,
    accountNumber: '501000000007',
    references: ['501000000007'],
    gln: null,
    isGlnValid: true,
    amount: amount === null ? null : { amount, currency: 'MXN' },
    dueDate: null,
    isPastDue: false,
    layout: 'certain',
    earlierScan: null,
  };
}

function startScanned(changes: Partial<Biller>, amount: string | null) {
  const biller = createBiller(changes);
  const scannedBill = createScannedBill(biller, amount);
  const cashier = createFlowDriver(startPayFlow(biller, { scannedBill }), settings);
  cashier.press('enter');
  cashier.checked();
  return cashier;
}

const createOwedBalance = (amount: string) =>
  createBalance({ amount: { amount, currency: 'MXN' } });
const WITH_BALANCE = { canCheckBalance: true, supportsPartialPayment: false };
const OPTIONAL_BALANCE = { canCheckBalance: true, supportsPartialPayment: true };
const WITHOUT_BALANCE = { canCheckBalance: false, supportsPartialPayment: true };

describe('the amount of a scanned bill', () => {
  it('confirms the balance if both are the same, and asks nothing', () => {
    const cashier = startScanned(WITH_BALANCE, '549.00');
    cashier.consulted(createOwedBalance('549.00'));
    cashier.prepared();
    expect(cashier.name()).toBe('cash');
  });

  it('stops if the balance is another, and Enter decides nothing', () => {
    const cashier = startScanned(WITH_BALANCE, '500.00');
    cashier.consulted(createOwedBalance('549.00'));
    cashier.press('enter');
    expect(cashier.name()).toBe('amount-difference');
    // The biller takes only the balance.
    cashier.dispatch({ type: 'amount-decided', choice: 'code' });
    expect(cashier.name()).toBe('amount-difference');
    cashier.dispatch({ type: 'amount-decided', choice: 'balance' });
    expect(cashier.getLastEffect()).toMatchObject({
      kind: 'prepare',
      amount: { amount: '549.00' },
    });
    cashier.prepared();
    expect(cashier.name()).toBe('cash');
  });

  it('pays nothing if the cashier stops at the difference, or goes back', () => {
    const cashier = startScanned(WITH_BALANCE, '500.00');
    cashier.consulted(createOwedBalance('549.00'));
    cashier.press('back');
    expect(cashier.step()).toMatchObject({ step: 'account', draft: { balance: null } });
    cashier.press('enter');
    cashier.checked();
    cashier.consulted(createOwedBalance('549.00'));
    cashier.dispatch({ type: 'amount-decided', choice: 'stop' });
    expect(cashier.name()).toBe('ended');
  });

  it('consults an optional balance, and lets the cashier pay either amount', () => {
    const cashier = startScanned(OPTIONAL_BALANCE, '500.00');
    expect(cashier.getLastEffect().kind).toBe('consult');
    cashier.consulted(createOwedBalance('549.00'));
    cashier.dispatch({ type: 'amount-decided', choice: 'code' });
    expect(cashier.step()).toMatchObject({ step: 'amount', draft: { amountText: '500.00' } });
  });

  it('proposes the amount only to a biller that reports no balance', () => {
    expect(startScanned(WITHOUT_BALANCE, '500.00').step()).toMatchObject({
      step: 'amount',
      draft: { amountText: '500.00' },
    });
    expect(startScanned(WITHOUT_BALANCE, null).step()).toMatchObject({
      step: 'amount',
      draft: { amountText: '' },
    });
    const failed = startScanned(OPTIONAL_BALANCE, '500.00');
    failed.dispatch({
      type: 'consulted',
      requestNumber: failed.getLastEffect().requestNumber,
      result: fail({ kind: 'service-silent', seconds: 60 }),
    });
    expect(failed.step()).toMatchObject({ step: 'amount', draft: { amountText: '' } });
  });

  it('forgets the amount once the account is typed', () => {
    const cashier = createFlowDriver(
      startPayFlow(createBiller(WITH_BALANCE), {
        scannedBill: createScannedBill(createBiller(WITH_BALANCE), '500.00'),
      }),
      settings,
    );
    cashier.type('account', '501000000008');
    expect(cashier.step()).toMatchObject({ draft: { scannedBill: null, isScanned: false } });
  });
});

it('empties the field of a scanned code that the service refuses with R43', () => {
  const cashier = startScanned(WITH_BALANCE, '500.00');
  cashier.dispatch({
    type: 'consulted',
    requestNumber: cashier.getLastEffect().requestNumber,
    result: fail({ kind: 'service-refused', httpStatus: 422, code: 'R43', message: null }),
  });
  cashier.press('enter');
  expect(cashier.step()).toMatchObject({
    step: 'account',
    problem: { code: 'R43' },
    draft: { accountNumber: '', scannedBill: null, isScanned: false },
  });
});
