import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parsePaperDocument } from '../../printing/index.ts';
import {
  ANA,
  BETO,
  buildCounts,
  createTestDrawer,
  expectOk,
  expectProblem,
  LUIS,
  type TestDrawer,
} from './testing/drawer.ts';

let drawer: TestDrawer;
beforeEach(() => {
  drawer = createTestDrawer();
});
afterEach(() => {
  drawer.close();
});

function openShift(cashier = ANA, pieces: Readonly<Record<string, number>> = { '100': 5 }): string {
  const { shift } = expectOk(drawer.cash.open({ counts: buildCounts(pieces) }, cashier));
  if (shift === null) throw new Error('no shift');
  return shift.id;
}

describe('a shift', () => {
  it('opens a shift with a float counted by denomination', () => {
    openShift(ANA, { '500': 1, '0.50': 3 });
    const [float] = drawer.readRows(
      "SELECT amount, currency FROM cash_movements WHERE kind = 'float'",
    );
    expect(float).toEqual({ amount: '501.50', currency: 'MXN' });
    expect(expectOk(drawer.cash.state({}, ANA)).shift).toMatchObject({
      number: 1,
      openedBy: 'Ana',
      isFloatCounted: true,
    });
  });

  it('opens a shift automatically at the first payment, with an uncounted float', () => {
    drawer.payBill('549.00');
    const { shift } = expectOk(drawer.cash.state({}, ANA));
    expect(shift).toMatchObject({ number: 1, isFloatCounted: false });
    const report = expectOk(drawer.cash.xReport({ shiftId: shift?.id ?? '' }, LUIS, null)).report;
    expect(report.isFloatCounted).toBe(false);
    expect(report.money[0]).toMatchObject({ float: '0.00', expected: '549.00' });
  });

  it('reports the fees of its payments, which are in their sums', () => {
    const bill = drawer.createIntent({ kind: 'bill', amount: '110.00', by: ANA, fee: '10.00' });
    drawer.setOutcome(bill, true);
    const shiftId = expectOk(drawer.cash.state({}, ANA)).shift?.id ?? '';
    const { report } = expectOk(drawer.cash.xReport({ shiftId }, LUIS, null));
    expect(report.money[0]).toMatchObject({ fees: '10.00', expected: '110.00' });
  });

  it('refuses the float of a drawer whose count has shown what it should hold', () => {
    drawer.payBill('549.00');
    const shiftId = expectOk(drawer.cash.state({}, ANA)).shift?.id ?? '';
    expectOk(drawer.cash.count({ shiftId, counts: buildCounts({}, '600.00') }, ANA, null));
    expect(expectProblem(drawer.cash.open({ counts: buildCounts({}, '51.00') }, ANA))).toEqual({
      kind: 'shift',
      reason: 'open-already',
    });
  });

  it('accepts the count of an uncounted float later, once', () => {
    drawer.payBill('549.00');
    const shiftId = openShift();
    expect(expectOk(drawer.cash.state({}, ANA)).shift).toMatchObject({
      number: 1,
      isFloatCounted: true,
    });
    expect(expectOk(drawer.cash.xReport({ shiftId }, LUIS, null)).report.money[0]?.expected).toBe(
      '1049.00',
    );
    expect(expectProblem(drawer.cash.open({ counts: buildCounts({}) }, ANA))).toEqual({
      kind: 'shift',
      reason: 'open-already',
    });
  });

  it('requires an open shift before money is taken if the shop is set so', () => {
    drawer.settings.shifts = 'required';
    expect(expectProblem(drawer.cash.checkCanTakeMoney('ana'))).toEqual({
      kind: 'shift',
      reason: 'needed',
    });
    const payIn = { amount: { amount: '10.00', currency: 'MXN' }, reason: 'cambio' };
    expect(expectProblem(drawer.cash.payIn(payIn, ANA))).toEqual({
      kind: 'shift',
      reason: 'needed',
    });
    expect([drawer.changes, drawer.wakes]).toEqual([0, 0]);
    openShift();
    expect(drawer.cash.checkCanTakeMoney('ana').ok).toBe(true);
  });

  it('opens one shift for all cashiers, or one for each', () => {
    openShift(ANA);
    expect(expectOk(drawer.cash.state({}, BETO)).shift?.openedBy).toBe('Ana');
    drawer.settings.drawers = 'each';
    openShift(BETO);
    const state = expectOk(drawer.cash.state({}, BETO));
    expect(state.shift).toMatchObject({ drawerOf: 'Beto', canClose: true });
    expect(state.others).toMatchObject([{ openedBy: 'Ana', drawerOf: null }]);
    openShift(ANA);
    const others = expectOk(drawer.cash.state({}, BETO)).others;
    expect(others.map(({ canClose }) => canClose)).toEqual([true, false]);
    const anaShiftId = others.find(({ drawerOf }) => drawerOf === 'Ana')?.id ?? '';
    const count = { shiftId: anaShiftId, counts: buildCounts({}) };
    expect(expectProblem(drawer.cash.count(count, BETO, null))).toMatchObject({
      reason: 'not-yours',
    });
    expect(drawer.cash.count(count, LUIS, null).ok).toBe(true);
  });
});

describe('cash movements', () => {
  it('sums payments, pay-ins, pay-outs and handed-over cash-outs', () => {
    const shiftId = openShift();
    drawer.payBill('549.00');
    const cashOut = drawer.createIntent({ kind: 'cash-out', amount: '200.00', by: ANA });
    drawer.setOutcome(cashOut, true);
    const reportBefore = expectOk(drawer.cash.xReport({ shiftId }, LUIS, null)).report;
    // The cash-out is confirmed, and its money is still in the drawer.
    expect(reportBefore.money[0]).toMatchObject({ expected: '1049.00', cashOuts: { count: 0 } });
    expect(reportBefore.openItems).toMatchObject([
      { why: 'hand-over', amount: { amount: '200.00' } },
    ]);
    drawer.handOver(cashOut, ANA);
    const amount = { amount: '50.00', currency: 'MXN' };
    expectOk(drawer.cash.payIn({ amount, reason: 'cambio' }, ANA));
    expectOk(drawer.cash.payOut({ amount, reason: 'garrafón' }, ANA, LUIS));
    expectOk(drawer.cash.openDrawer({ reason: 'cambio de billete' }, ANA, LUIS));
    const { report } = expectOk(drawer.cash.xReport({ shiftId }, LUIS, null));
    expect(report.money[0]).toMatchObject({
      float: '500.00',
      payments: { bill: { count: 1, amount: '549.00' } },
      cashOuts: { count: 1, amount: '200.00' },
      payIns: { count: 1, amount: '50.00' },
      payOuts: { count: 1, amount: '50.00' },
      expected: '849.00',
    });
    expect(report.payOuts).toMatchObject([{ reason: 'garrafón', by: 'Ana', approvedBy: 'Luis' }]);
    expect(report.drawerOpened).toMatchObject([{ reason: 'cambio de billete' }]);
  });

  it('counts a cash-out once if it is handed over twice', () => {
    const shiftId = openShift();
    const cashOut = drawer.createIntent({ kind: 'cash-out', amount: '200.00', by: ANA });
    drawer.setOutcome(cashOut, true);
    drawer.handOver(cashOut, ANA);
    drawer.handOver(cashOut, BETO);
    const { report } = expectOk(drawer.cash.xReport({ shiftId }, LUIS, null));
    expect(report.money[0]).toMatchObject({ cashOuts: { count: 1 }, expected: '300.00' });
  });

  it('prints a slip, writes an audit note and opens the drawer for each movement', () => {
    openShift();
    const amount = { amount: '50.00', currency: 'MXN' };
    expectOk(drawer.cash.payIn({ amount, reason: 'cambio' }, ANA));
    expectOk(drawer.cash.payOut({ amount, reason: 'garrafón' }, ANA, LUIS));
    expectOk(drawer.cash.openDrawer({ reason: 'cambio' }, ANA, LUIS));
    const slips = drawer
      .readRows('SELECT document FROM print_jobs ORDER BY number')
      .map(({ document }) => parsePaperDocument(String(document)));
    expect(slips.map(({ drawer: moment }) => moment)).toEqual(['first', 'last', 'first']);
    const notes = drawer.readRows('SELECT kind, approver_name FROM audit ORDER BY number');
    expect(
      drawer.readRows('SELECT cashier_id, approved_by FROM print_jobs ORDER BY number'),
    ).toEqual([
      { cashier_id: ANA.id, approved_by: null },
      { cashier_id: ANA.id, approved_by: LUIS.id },
      { cashier_id: ANA.id, approved_by: LUIS.id },
    ]);
    expect(drawer.wakes).toBe(3);
    expect(notes).toEqual([
      { kind: 'shift-opened', approver_name: null },
      { kind: 'pay-in', approver_name: null },
      { kind: 'pay-out', approver_name: 'Luis' },
      { kind: 'drawer-opened', approver_name: 'Luis' },
    ]);
  });

  it.each([
    [{ amount: '-1.00', currency: 'MXN' }, 'negative'],
    [{ amount: '0.00', currency: 'MXN' }, 'not-positive'],
    [{ amount: '1.005', currency: 'MXN' }, 'too-many-decimals'],
    [{ amount: '1000000000.01', currency: 'MXN' }, 'too-much'],
    [{ amount: '1.00', currency: 'USD' }, 'currency'],
  ])('rejects a pay-in of %o', (amount, reason) => {
    expect(expectProblem(drawer.cash.payIn({ amount, reason: 'cambio' }, ANA))).toEqual({
      kind: 'cash',
      reason,
    });
    expect(drawer.readRows('SELECT * FROM cash_movements')).toEqual([]);
  });

  it.each([
    [buildCounts({}, '-5'), 'negative'],
    [buildCounts({}, '0.001'), 'too-many-decimals'],
    [buildCounts({ '1000': 100_000 }, '999999999.99'), 'too-much'],
    [buildCounts({ '7': 1 }), 'piece'],
    [buildCounts({}, '0', 'USD'), 'currency'],
  ])('rejects the count %o', (countsInput, reason) => {
    expect(expectProblem(drawer.cash.open({ counts: countsInput }, ANA))).toEqual({
      kind: 'cash',
      reason,
    });
  });
});

describe('the cash that can be handed out', () => {
  const short = (available: string, missing: string, isFloatCounted: boolean) => ({
    kind: 'drawer-short',
    available: { amount: available, currency: 'MXN' },
    missing: { amount: missing, currency: 'MXN' },
    isFloatCounted,
  });
  const canHandOut = (amount: string, by = ANA, paymentId: string | null = null) =>
    drawer.cash.checkCanHandOutCash(by.id, { amount, currency: 'MXN' }, paymentId);

  it('holds nothing without a shift', () => {
    expect(expectProblem(canHandOut('0.10'))).toEqual(short('0.00', '0.10', false));
  });

  it('holds the float and the payments of the shift, to the cent', () => {
    expectOk(drawer.cash.open({ counts: buildCounts({ '100': 2 }) }, ANA));
    drawer.payBill('252.00');
    expectOk(canHandOut('452.00'));
    expect(expectProblem(canHandOut('452.01'))).toEqual(short('452.00', '0.01', true));
  });

  it('lacks what other customers were promised, but not what this one was', () => {
    drawer.payBill('500.00');
    const performed = drawer.createIntent({ kind: 'cash-out', amount: '300.00', by: ANA });
    drawer.setOutcome(performed, true);
    const unknown = drawer.createIntent({ kind: 'cash-out', amount: '150.00', by: ANA });
    expect(expectProblem(canHandOut('51.00'))).toEqual(short('50.00', '1.00', false));
    expectOk(canHandOut('300.00', ANA, performed));
    expectOk(canHandOut('150.00', ANA, unknown));
    drawer.setOutcome(unknown, false);
    expectOk(canHandOut('200.00'));
    drawer.handOver(performed, ANA);
    expectOk(canHandOut('200.00'));
    expect(canHandOut('200.01').ok).toBe(false);
  });

  it('lacks the money of a cancel that a customer still waits for', () => {
    drawer.payBill('500.00');
    drawer.createIntent({ kind: 'cancel', amount: '100.00', by: ANA });
    expect(expectProblem(canHandOut('401.00'))).toEqual(short('400.00', '1.00', false));
  });

  it('holds all its money while a bill has no outcome, or a cash-out of another currency', () => {
    drawer.payBill('500.00');
    drawer.createIntent({ kind: 'bill', amount: '300.00', by: ANA });
    drawer.createIntent({ kind: 'cash-out', amount: '20.00', by: ANA, currency: 'USD' });
    expectOk(canHandOut('500.00'));
  });

  it('reads the cashier’s own drawer', () => {
    drawer.settings.drawers = 'each';
    drawer.payBill('500.00', ANA);
    expectOk(canHandOut('500.00', ANA));
    expect(expectProblem(canHandOut('500.00', BETO))).toEqual(short('0.00', '500.00', false));
  });

  it('never goes below zero', () => {
    const cashOut = drawer.createIntent({ kind: 'cash-out', amount: '100.00', by: ANA });
    drawer.setOutcome(cashOut, true);
    drawer.handOver(cashOut, ANA);
    expect(expectProblem(canHandOut('10.00'))).toEqual(short('0.00', '10.00', false));
  });
});
