import { describe, expect, it } from 'vitest';
import { createMoney } from '../../../shared/money/index.ts';
import {
  buildShiftReport,
  computeExpectedCash,
  isCountAsExpected,
  type ShiftReportFacts,
} from './build-shift-report.ts';
import type { CashMovementRow } from './shift-queries.ts';

const OPENED_AT = '2026-03-01T15:00:00.000Z';
const SHIFT = { id: 'shift-7', number: 7, openedAt: OPENED_AT } as ShiftReportFacts['shift'];
type Payment = NonNullable<CashMovementRow['payment']>;

let lastNumber = 0;
function createMovement(
  kind: CashMovementRow['kind'],
  amount: string,
  { currency = 'MXN', ...changes }: Partial<CashMovementRow> & { currency?: string } = {},
): CashMovementRow {
  lastNumber += 1;
  return {
    number: lastNumber,
    at: OPENED_AT,
    kind,
    tender: 'cash',
    amount: createMoney(amount, currency),
    reason: null,
    isDrop: false,
    cashierName: 'Ana',
    approverName: null,
    payment: null,
    ...changes,
  } as CashMovementRow;
}

const createPayment = (kind: Payment['kind'], fee: string | null, shiftId = SHIFT.id): Payment =>
  ({
    kind,
    billerName: 'Biller',
    externalId: 'ours',
    fee: fee === null ? null : createMoney(fee, 'MXN'),
    shiftId,
    shiftNumber: 6,
  }) as Payment;

const build = (movements: readonly CashMovementRow[], changes: Partial<ShiftReportFacts> = {}) =>
  buildShiftReport({
    kind: 'x',
    shift: SHIFT,
    at: '2026-03-01T20:00:00.000Z',
    currencies: ['MXN'],
    movements,
    openItems: [],
    countedUpTo: null,
    ...changes,
  } as ShiftReportFacts);

describe('the report of a shift', () => {
  it('adds up each kind of movement on its own, money that went out without its sign', () => {
    const movements = [
      createMovement('float', '500'),
      createMovement('payment', '100', { payment: createPayment('bill', '5') }),
      createMovement('payment', '40', { payment: createPayment('bill', null) }),
      createMovement('payment', '20', { payment: createPayment('top-up', '1') }),
      createMovement('payment', '300', { payment: createPayment('gift-card', null) }),
      createMovement('cash-out', '-80', { payment: createPayment('cash-out', '9') }),
      createMovement('cancel', '-40', { payment: createPayment('cancel', '3') }),
      createMovement('hand-back', '-20', { payment: createPayment('bill', '1') }),
      createMovement('take-in', '80', { payment: createPayment('cash-out', null) }),
      createMovement('pay-in', '7'),
      createMovement('pay-out', '-3'),
      createMovement('pay-out', '-200', { isDrop: true }),
      createMovement('drawer', '0'),
      createMovement('float', '11', { currency: 'USD' }),
    ];
    expect(build(movements, { currencies: ['MXN', 'USD'] }).money).toEqual([
      {
        currency: 'MXN',
        float: '500.00',
        payments: {
          bill: { count: 2, amount: '140.00' },
          'top-up': { count: 1, amount: '20.00' },
          'gift-card': { count: 1, amount: '300.00' },
        },
        fees: '6.00',
        cashOuts: { count: 1, amount: '80.00' },
        cancels: { count: 1, amount: '40.00' },
        handBacks: { count: 1, amount: '20.00' },
        takeIns: { count: 1, amount: '80.00' },
        payIns: { count: 1, amount: '7.00' },
        payOuts: { count: 1, amount: '3.00' },
        drops: { count: 1, amount: '200.00' },
        tenders: [{ tender: 'cash', amount: '704.00' }],
        expected: '704.00',
      },
      expect.objectContaining({ currency: 'USD', float: '11.00', expected: '11.00', fees: '0.00' }),
    ]);
  });

  it('lists pay-ins, pay-outs, drops and openings with their people and reasons', () => {
    const report = build([
      createMovement('pay-in', '7', { reason: 'change' }),
      createMovement('pay-out', '-3', { reason: 'water', approverName: 'Luis' }),
      createMovement('pay-out', '-200', { isDrop: true }),
      createMovement('drawer', '0', { cashierName: 'Luis' }),
    ]);
    const line = { at: OPENED_AT, reason: '', by: 'Ana', approvedBy: null };
    const pesos = (amount: string) => createMoney(amount, 'MXN');
    expect(report.payIns).toEqual([{ ...line, amount: pesos('7'), reason: 'change' }]);
    expect(report.payOuts).toEqual([
      { ...line, amount: pesos('3'), reason: 'water', approvedBy: 'Luis' },
    ]);
    expect(report.drops).toEqual([{ ...line, amount: pesos('200') }]);
    expect(report.drawerOpened).toEqual([{ ...line, amount: pesos('0'), by: 'Luis' }]);
  });

  it('lists as late only the payments of other shifts, and no refund', () => {
    const late = createPayment('bill', null, 'shift-6');
    const report = build([
      createMovement('payment', '100', { payment: createPayment('bill', null) }),
      createMovement('payment', '30', { payment: late }),
      createMovement('hand-back', '-20', { payment: late }),
      createMovement('take-in', '20', { payment: late }),
      createMovement('pay-in', '5'),
    ]);
    expect(report.late).toEqual([
      {
        kind: 'bill',
        billerName: 'Biller',
        externalId: 'ours',
        shiftNumber: 6,
        amount: createMoney('30', 'MXN'),
      },
    ]);
  });

  it('adds up by currency what moved since the count', () => {
    const counted = createMovement('float', '500');
    const after = [createMovement('pay-in', '5'), createMovement('pay-in', '6')];
    const movements = [counted, ...after];
    expect(build(movements).sinceCount).toEqual([]);
    expect(build(movements, { countedUpTo: counted.number }).sinceCount).toEqual([
      createMoney('11', 'MXN'),
    ]);
    expect(build(movements, { countedUpTo: 0 }).sinceCount).toEqual([createMoney('511', 'MXN')]);
  });

  it('lists the payments that are still open', () => {
    const openItems = [{ paymentId: 'payment-1' }] as unknown as ShiftReportFacts['openItems'];
    expect(build([], { openItems }).openItems).toEqual(openItems);
  });

  it('reports a changed clock if a shift ends before it began', () => {
    expect(build([]).isClockChanged).toBe(false);
    expect(build([], { at: OPENED_AT }).isClockChanged).toBe(false);
    expect(build([], { at: '2026-03-01T14:59:59.999Z' }).isClockChanged).toBe(true);
  });
});

describe('the expected cash', () => {
  it('computes the expected cash of each currency, also of one without movements', () => {
    const movements = [createMovement('float', '500'), createMovement('pay-out', '-30')];
    expect(computeExpectedCash(movements, 'MXN')).toEqual(createMoney('470', 'MXN'));
    expect(computeExpectedCash(movements, 'USD')).toEqual(createMoney('0', 'USD'));
  });

  it.each([
    ['0', true],
    ['0.00', true],
    ['-0.00', true],
    ['0.01', false],
    ['-1.00', false],
    ['10', false],
    ['100.00', false],
  ])('takes a count with the difference %s for as expected: %s', (difference, isExpected) => {
    const counted = (...differences: string[]) =>
      differences.map((each) => ({ difference: each, currency: 'MXN' })) as never;
    expect(isCountAsExpected(counted(difference))).toBe(isExpected);
    expect(isCountAsExpected(counted('0.00', difference))).toBe(isExpected);
  });
});
