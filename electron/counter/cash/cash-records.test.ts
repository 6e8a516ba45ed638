import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getDenominations } from '../../../shared/money/index.ts';
import { closeShift, countDrawer, insertBasket, openShift } from './shift.fixture.ts';
import { requireShift } from './shift-queries.ts';
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
afterEach(() => drawer.close());

const pesos = (amount: string) => ({ amount, currency: 'MXN' });

const listNotes = () =>
  drawer
    .readRows('SELECT kind, cashier_id, approved_by, detail FROM audit ORDER BY number')
    .map(({ detail, ...note }) => ({ ...note, detail: JSON.parse(String(detail)) as unknown }));
const readLastNote = () => listNotes().at(-1);
const note = (kind: string, detail: object, approvedBy: string | null = null) => ({
  kind,
  cashier_id: ANA.id,
  approved_by: approvedBy,
  detail,
});

describe('the audit log of a drawer', () => {
  it('records the float of a shift that opens, and one that is counted later', () => {
    openShift(drawer);
    const float = [pesos('500.00')];
    expect(listNotes()).toEqual([note('shift-opened', { shift: 1, float })]);
    closeShift(drawer, expectOk(drawer.cash.state({}, ANA)).shift?.id ?? '', '500.00');
    drawer.payBill('20.00');
    expect(readLastNote()).toEqual(note('shift-opened', { shift: 2, isFloatCounted: false }));
    openShift(drawer);
    expect(readLastNote()).toEqual(note('float-counted', { shift: 2, float }));
    expect(drawer.readRows('SELECT number, is_float_counted, taken_over_from FROM shifts')).toEqual(
      [
        { number: 1, is_float_counted: 1, taken_over_from: null },
        { number: 2, is_float_counted: 1, taken_over_from: null },
      ],
    );
  });

  it('names the cashier of a shift that opens by itself, by the id if the cashier has left', () => {
    drawer.settings.drawers = 'each';
    const listNames = () =>
      drawer
        .readRows("SELECT cashier_name FROM audit WHERE kind = 'shift-opened' ORDER BY number")
        .map(({ cashier_name }) => cashier_name);
    drawer.payBill('20.00', ANA);
    drawer.readRows("UPDATE cashiers SET disabled_at = 'now' WHERE id = 'beto'");
    drawer.payBill('20.00', BETO);
    expect(listNames()).toEqual([ANA.name, BETO.id]);
  });

  it('records each movement with its amount, reason and supervisor', () => {
    openShift(drawer);
    const amount = pesos('50.00');
    const changes = drawer.changes;
    expectOk(drawer.cash.payIn({ amount, reason: 'change' }, ANA));
    expect(readLastNote()).toEqual(note('pay-in', { shift: 1, reason: 'change', amount }));
    expectOk(drawer.cash.payOut({ amount, reason: 'water' }, ANA, LUIS));
    expect(readLastNote()).toEqual(note('pay-out', { shift: 1, reason: 'water', amount }, LUIS.id));
    expectOk(drawer.cash.openDrawer({ reason: 'look' }, ANA, LUIS));
    expect(readLastNote()).toEqual(note('drawer-opened', { shift: 1, reason: 'look' }, LUIS.id));
    expect(drawer.changes - changes).toBe(3);
    expect(
      drawer.readRows('SELECT kind, amount, approved_by, reason FROM cash_movements'),
    ).toMatchObject([
      { kind: 'float', amount: '500.00', approved_by: null, reason: null },
      { kind: 'pay-in', amount: '50.00', approved_by: null, reason: 'change' },
      { kind: 'pay-out', amount: '-50.00', approved_by: LUIS.id, reason: 'water' },
      { kind: 'drawer', amount: '0.00', approved_by: LUIS.id, reason: 'look' },
    ]);
  });

  it('records a count with its differences, and an X report', () => {
    const shiftId = openShift(drawer);
    expectOk(drawer.cash.xReport({ shiftId }, ANA, LUIS));
    expect(readLastNote()).toEqual(note('x-report', { shift: 1 }, LUIS.id));
    const changes = drawer.changes;
    expectOk(drawer.cash.count({ shiftId, counts: buildCounts({}, '499.00') }, ANA, LUIS));
    expect(drawer.readRows('SELECT cashier_id, approved_by FROM cash_counts')).toEqual([
      { cashier_id: ANA.id, approved_by: LUIS.id },
    ]);
    const money = [{ currency: 'MXN', counted: '499.00', difference: '-1.00' }];
    expect(readLastNote()).toEqual(note('drawer-counted', { shift: 1, money }, LUIS.id));
    expect(drawer.changes - changes).toBe(1);
  });

  it('records a close with its differences and explanation', () => {
    const shiftId = openShift(drawer);
    const changes = drawer.changes;
    expectOk(closeShift(drawer, shiftId, '499.00', 'a coin rolled away'));
    const differences = [{ currency: 'MXN', difference: '-1.00' }];
    const explanation = 'a coin rolled away';
    expect(readLastNote()).toEqual(
      note('shift-closed', { z: 1, shift: 1, differences, explanation }),
    );
    expect(drawer.changes - changes).toBe(2);
  });

  it('records no explanation of a drawer that held what it should', () => {
    const shiftId = openShift(drawer);
    const { printableReport } = expectOk(closeShift(drawer, shiftId, '500.00', 'nothing'));
    expect(printableReport.report.explanation).toBe(null);
    const differences = [{ currency: 'MXN', difference: '0.00' }];
    expect(readLastNote()).toEqual(note('shift-closed', { z: 1, shift: 1, differences }));
  });

  it('records to whom a drawer was handed over, with what was open', async () => {
    const shiftId = openShift(drawer);
    drawer.createIntent({ kind: 'bill', amount: '10.00', by: ANA });
    const countId = countDrawer(drawer, shiftId, '500.00');
    const receiver = { cashierId: BETO.id, pin: '1111' };
    const input = { shiftId, countId, explanation: null };
    expectOk(await drawer.cash.handOver({ ...input, receiver }, ANA));
    const differences = [{ currency: 'MXN', difference: '0.00' }];
    expect(readLastNote()).toEqual(
      note('shift-handed-over', { z: 1, shift: 1, differences, to: BETO.name, open: 1 }),
    );
    expect(
      drawer.readRows('SELECT number, opened_by, is_float_counted, taken_over_from FROM shifts'),
    ).toMatchObject([
      { number: 1, opened_by: ANA.id },
      { number: 2, opened_by: BETO.id, is_float_counted: 1, taken_over_from: shiftId },
    ]);
  });

  it('records which Z reports were viewed, the newest first', () => {
    for (let shift = 1; shift <= 12; shift += 1) closeShift(drawer, openShift(drawer), '500.00');
    const listNumbers = (before: number | null) =>
      expectOk(drawer.cash.zReports({ before }, ANA, LUIS)).map(({ report }) => report.number);
    expect(listNumbers(null)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    expect(readLastNote()).toEqual(note('z-reports', { z: { from: 3, to: 12 } }, LUIS.id));
    expect(listNumbers(3)).toEqual([2, 1]);
    expect(listNumbers(1)).toEqual([]);
    expect(readLastNote()).toEqual(note('z-reports', { z: { from: null, to: null } }, LUIS.id));
  });
});

describe('the state of the drawers', () => {
  it('shows the own shift apart from the others, with what can be counted', () => {
    drawer.settings.drawers = 'each';
    const own = openShift(drawer);
    const other = openShift(drawer, BETO);
    const countedAt = expectOk(
      drawer.cash.count({ shiftId: other, counts: buildCounts({}, '500.00') }, BETO, null),
    ).at;
    const state = expectOk(drawer.cash.state({}, ANA));
    expect(state).toMatchObject({
      shifts: 'automatic',
      drawers: 'each',
      currency: 'MXN',
      hasDrawer: true,
      isDropDue: false,
      shift: {
        id: own,
        drawerOf: ANA.name,
        currencies: ['MXN'],
        countedAt: null,
        hasBasket: false,
        canClose: true,
      },
      others: [{ id: other, countedAt, canClose: false }],
      denominations: [{ currency: 'MXN' }],
    });
    expect(expectOk(drawer.cash.state({}, LUIS))).toMatchObject({
      shift: null,
      others: [{ canClose: true }, { canClose: true }],
    });
  });

  it('shows the pieces of each currency that is in a drawer, largest first', () => {
    openShift(drawer);
    const dollars = drawer.createIntent({ kind: 'bill', amount: '9.50', by: ANA, currency: 'USD' });
    drawer.setOutcome(dollars, true);
    expect(expectOk(drawer.cash.state({}, ANA)).denominations).toEqual([
      { currency: 'MXN', values: getDenominations('MXN') },
      { currency: 'USD', values: getDenominations('USD') },
    ]);
  });

  it('tells every window when a shift opens', () => {
    openShift(drawer);
    expect(drawer.changes).toBe(1);
  });

  it('shows no pieces of a currency without known pieces', () => {
    drawer.settings.shopCurrency = 'XTS';
    expect(expectOk(drawer.cash.state({}, ANA)).denominations).toEqual([]);
  });
});

describe('a shift that cannot be closed', () => {
  it('rejects a shift that is closed, and the drawer of another cashier', () => {
    drawer.settings.drawers = 'each';
    const shiftId = openShift(drawer);
    const countInput = { shiftId, counts: buildCounts({}, '500.00') };
    const notYours = { kind: 'shift', reason: 'not-yours' };
    expect(expectProblem(drawer.cash.count(countInput, BETO, null))).toEqual(notYours);
    expect(expectProblem(drawer.cash.closingCount({ shiftId }, BETO))).toEqual(notYours);
    const countId = countDrawer(drawer, shiftId, '500.00');
    const closing = { shiftId, countId, explanation: null };
    expect(expectProblem(drawer.cash.close(closing, BETO))).toEqual(notYours);
    expectOk(drawer.cash.close(closing, LUIS));
    const closed = { kind: 'shift', reason: 'closed' };
    expect(expectProblem(drawer.cash.count(countInput, ANA, null))).toEqual(closed);
    expect(expectProblem(drawer.cash.xReport({ shiftId }, ANA, null))).toEqual(closed);
    expect(expectProblem(drawer.cash.shiftBlockingPayments({ shiftId }))).toEqual(closed);
    expect(expectProblem(drawer.cash.closingCount({ shiftId: 'another' }, ANA))).toEqual(closed);
  });

  it('rejects a count without every currency of its drawer', () => {
    const shiftId = openShift(drawer);
    const counts = buildCounts({}, '500.00', 'USD');
    expect(expectProblem(drawer.cash.count({ shiftId, counts }, ANA, null))).toEqual({
      kind: 'cash',
      reason: 'currency',
    });
    expect(drawer.cash.isCounted(shiftId)).toBe(false);
  });

  it('rejects a close without a count of the shift, and finds the count again', () => {
    const shiftId = openShift(drawer);
    expect(expectOk(drawer.cash.closingCount({ shiftId }, ANA))).toBe(null);
    expect(drawer.cash.isCounted(shiftId)).toBe(false);
    const closing = { shiftId, countId: 'another', explanation: null };
    const notCounted = { kind: 'shift', reason: 'not-counted' };
    expect(expectProblem(drawer.cash.close(closing, ANA))).toEqual(notCounted);
    const counted = expectOk(
      drawer.cash.count({ shiftId, counts: buildCounts({ '100': 4 }, '99.00') }, ANA, null),
    );
    expect(drawer.cash.isCounted(shiftId)).toBe(true);
    expect(expectOk(drawer.cash.closingCount({ shiftId }, ANA))).toEqual(counted);
    expect(counted).toMatchObject({
      shiftId,
      needsExplanation: true,
      money: [
        {
          currency: 'MXN',
          pieces: [{ value: '100', count: 4 }],
          other: '99.00',
          counted: '499.00',
          expected: '500.00',
          difference: '-1.00',
        },
      ],
    });
  });
});

describe('the shift of a movement', () => {
  const listShiftNumbers = () =>
    drawer.readRows(
      `SELECT m.kind, s.number FROM cash_movements m LEFT JOIN shifts s ON s.id = m.shift_id
       WHERE m.kind <> 'float' ORDER BY m.number`,
    );

  it('records a hand-over in the shift of the cashier who hands over', () => {
    drawer.settings.drawers = 'each';
    openShift(drawer);
    openShift(drawer, BETO);
    const cashOut = drawer.createIntent({ kind: 'cash-out', amount: '50.00', by: ANA });
    drawer.setOutcome(cashOut, true);
    drawer.handOver(cashOut, BETO);
    expect(listShiftNumbers()).toEqual([{ kind: 'cash-out', number: 2 }]);
  });

  it('records a hand-over in the shift of the payment if its cashier has none', () => {
    drawer.settings.drawers = 'each';
    openShift(drawer);
    const cashOut = drawer.createIntent({ kind: 'cash-out', amount: '50.00', by: ANA });
    drawer.setOutcome(cashOut, true);
    drawer.handOver(cashOut, BETO);
    expect(listShiftNumbers()).toEqual([{ kind: 'cash-out', number: 1 }]);
  });

  it('records a payment in the shared drawer if its own is closed', () => {
    drawer.settings.drawers = 'each';
    const own = openShift(drawer);
    const bill = drawer.createIntent({ kind: 'bill', amount: '50.00', by: ANA });
    drawer.database.commit(() =>
      drawer.database.prepare('UPDATE shifts SET closed_at = opened_at WHERE id = ?').run(own),
    );
    drawer.settings.drawers = 'shared';
    openShift(drawer, BETO);
    drawer.setOutcome(bill, true);
    expect(listShiftNumbers()).toEqual([{ kind: 'payment', number: 2 }]);
  });

  it('counts the cash of a payment less its change', () => {
    openShift(drawer);
    const bill = drawer.createIntent({ kind: 'bill', amount: '50.00', cash: '200.00', by: ANA });
    drawer.setOutcome(bill, true);
    expect(drawer.readRows("SELECT amount FROM cash_movements WHERE kind = 'payment'")).toEqual([
      { amount: '50.00' },
    ]);
  });
});

describe('an open payment', () => {
  const handOver = async (shiftId: string, from: typeof ANA, to: typeof ANA) => {
    const countId = countDrawer(drawer, shiftId, '500.00', from);
    const receiver = { cashierId: to.id, pin: '1111' };
    expectOk(await drawer.cash.handOver({ shiftId, countId, explanation: null, receiver }, from));
    return getShiftId(to);
  };
  const getShiftId = (cashier: typeof ANA): string =>
    expectOk(drawer.cash.state({}, cashier)).shift?.id ?? '';
  const closeAsEarlierVersion = (shiftId: string): void =>
    drawer.database.commit(
      () =>
        void drawer.database
          .prepare('UPDATE shifts SET closed_at = opened_at WHERE id = ?')
          .run(shiftId),
    );
  const listOpenPayments = (shiftId: string) =>
    expectOk(drawer.cash.shiftBlockingPayments({ shiftId }));

  beforeEach(() => {
    drawer.settings.drawers = 'each';
  });

  it('waits in the shift of its drawer, with what is still to be handed over', () => {
    const own = openShift(drawer, ANA);
    const other = openShift(drawer, BETO);
    const bill = drawer.createIntent({ kind: 'bill', amount: '30.00', by: ANA });
    const cashOut = drawer.createIntent({ kind: 'cash-out', amount: '50.00', by: ANA });
    drawer.setOutcome(cashOut, true);
    const item = { billerName: 'CFE', account: '**** 0007' };
    expect(listOpenPayments(own)).toEqual([
      { ...item, paymentId: bill, kind: 'bill', amount: pesos('30.00'), why: 'unresolved' },
      { ...item, paymentId: cashOut, kind: 'cash-out', amount: pesos('50.00'), why: 'hand-over' },
    ]);
    expect(listOpenPayments(other)).toEqual([]);
  });

  it('waits in the last shift that took over its drawer, which also gets its money', async () => {
    const first = openShift(drawer, ANA);
    openShift(drawer, LUIS);
    const bill = drawer.createIntent({ kind: 'bill', amount: '30.00', by: ANA });
    const second = await handOver(first, ANA, BETO);
    expect(listOpenPayments(second)).toMatchObject([{ paymentId: bill }]);
    const third = await handOver(second, BETO, ANA);
    expect(listOpenPayments(third)).toMatchObject([{ paymentId: bill }]);
    expect(listOpenPayments(getShiftId(LUIS))).toEqual([]);
    drawer.setOutcome(bill, true);
    expect(drawer.readRows("SELECT shift_id FROM cash_movements WHERE kind = 'payment'")).toEqual([
      { shift_id: third },
    ]);
  });

  it('waits in the next shift of its drawer if the drawer was not handed over', () => {
    const first = openShift(drawer, ANA);
    openShift(drawer, BETO);
    const bill = drawer.createIntent({ kind: 'bill', amount: '30.00', by: ANA });
    closeAsEarlierVersion(first);
    const next = openShift(drawer, ANA);
    expect(listOpenPayments(next)).toMatchObject([{ paymentId: bill }]);
    expect(listOpenPayments(getShiftId(BETO))).toEqual([]);
  });

  it('waits in the only open shift, but in none of several, if its drawer has none', () => {
    const own = openShift(drawer, ANA);
    const bill = drawer.createIntent({ kind: 'bill', amount: '30.00', by: ANA });
    insertBasket(drawer, own, bill);
    closeAsEarlierVersion(own);
    const other = openShift(drawer, BETO);
    const hasBasket = () => expectOk(drawer.cash.state({}, BETO)).shift?.hasBasket;
    expect(listOpenPayments(other)).toMatchObject([{ paymentId: bill }]);
    expect(hasBasket()).toBe(true);
    openShift(drawer, LUIS);
    expect(listOpenPayments(other)).toEqual([]);
    expect(hasBasket()).toBe(false);
  });

  it('keeps only its own drawer open if it belongs to an unfinished basket', () => {
    const own = openShift(drawer, ANA);
    openShift(drawer, BETO);
    insertBasket(drawer, own, drawer.payBill('100.00', ANA));
    const state = expectOk(drawer.cash.state({}, ANA));
    expect(state.shift?.hasBasket).toBe(true);
    expect(state.others).toMatchObject([{ hasBasket: false }]);
  });
});

it('reads no shift that was never opened', () => {
  expect(() => requireShift(drawer.database, 'another')).toThrow('no shift another');
});
