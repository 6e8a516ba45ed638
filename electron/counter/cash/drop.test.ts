import { afterEach, beforeEach, expect, it } from 'vitest';
import { parsePaperDocument } from '../../printing/index.ts';
import { countDrawer, insertBasket, openShift } from './shift.fixture.ts';
import {
  ANA,
  BETO,
  createTestDrawer,
  expectOk,
  expectProblem,
  LUIS,
  type TestDrawer,
} from './testing/drawer.ts';

let drawer: TestDrawer;
beforeEach(() => {
  drawer = createTestDrawer();
  drawer.settings.cashLimit = 1000;
});
afterEach(() => {
  drawer.close();
});

const isDropDue = (cashier = ANA): boolean => expectOk(drawer.cash.state({}, cashier)).isDropDue;
const drop = (amount: string) => drawer.cash.drop({ amount: { amount, currency: 'MXN' } }, ANA);

it('asks for a drop once the drawer holds more than the limit', () => {
  expect(isDropDue()).toBe(false);
  openShift(drawer);
  drawer.payBill('500.00');
  expect(isDropDue()).toBe(false);
  drawer.payBill('0.01');
  expect(isDropDue()).toBe(true);
  expectOk(drop('600.00'));
  expect(isDropDue()).toBe(false);
});

it('asks for no drop without a limit', () => {
  drawer.settings.cashLimit = null;
  openShift(drawer);
  drawer.payBill('99000.00');
  expect(isDropDue()).toBe(false);
});

it('asks again after the next customer if the drop was postponed, and after a restart', () => {
  openShift(drawer);
  drawer.payBill('900.00');
  expect(expectOk(drawer.cash.postponeDrop({}, ANA)).isDropDue).toBe(false);
  expect(isDropDue()).toBe(false);
  drawer.payBill('10.00');
  expect(isDropDue()).toBe(true);
  expectOk(drawer.cash.postponeDrop({}, ANA));
  drawer.restart();
  expect(isDropDue()).toBe(true);
});

it('asks for the drawer of each cashier separately', () => {
  drawer.settings.drawers = 'each';
  openShift(drawer, ANA);
  openShift(drawer, BETO);
  drawer.payBill('900.00', BETO);
  expect([isDropDue(ANA), isDropDue(BETO)]).toEqual([false, true]);
  drawer.payBill('900.00', ANA);
  expectOk(drawer.cash.postponeDrop({}, ANA));
  expect([isDropDue(ANA), isDropDue(BETO)]).toEqual([false, true]);
});

it('asks for no drop after the drawer was counted', () => {
  const shiftId = openShift(drawer);
  drawer.payBill('900.00');
  countDrawer(drawer, shiftId, '1400.00');
  expect(isDropDue()).toBe(false);
});

it('asks for no drop while a basket is unfinished', () => {
  const shiftId = openShift(drawer);
  const paymentId = drawer.payBill('900.00');
  insertBasket(drawer, shiftId, paymentId);
  expect(isDropDue()).toBe(false);
});

it('postpones nothing before a shift is open, and tells every window that a drop was postponed', () => {
  expect(expectOk(drawer.cash.postponeDrop({}, ANA)).isDropDue).toBe(false);
  openShift(drawer);
  drawer.payBill('900.00');
  expect(isDropDue()).toBe(true);
  const { changes } = drawer;
  expectOk(drawer.cash.postponeDrop({}, ANA));
  expect(drawer.changes - changes).toBe(1);
});

it('records a drop in the shift, the report and the audit log, and prints its slip', () => {
  const shiftId = openShift(drawer);
  drawer.payBill('900.00');
  expectOk(drop('1000.00'));
  const { report } = expectOk(drawer.cash.xReport({ shiftId }, LUIS, null));
  expect(report.money[0]).toMatchObject({
    drops: { count: 1, amount: '1000.00' },
    payOuts: { count: 0 },
    expected: '400.00',
  });
  expect(report.drops).toMatchObject([{ amount: { amount: '1000.00' }, by: 'Ana', reason: '' }]);
  expect(report.payOuts).toEqual([]);
  const [dropNote] = drawer.readRows("SELECT cashier_name, detail FROM audit WHERE kind = 'drop'");
  expect(dropNote?.cashier_name).toBe('Ana');
  expect(JSON.parse(String(dropNote?.detail))).toEqual({
    shift: 1,
    amount: { amount: '1000.00', currency: 'MXN' },
  });
  const [slip] = drawer.readRows('SELECT document FROM print_jobs ORDER BY number');
  const document = parsePaperDocument(String(slip?.document));
  expect(document.drawer).toBe('last');
  expect(JSON.stringify(document.lines)).toContain('Efectivo a la caja fuerte');
  expect(JSON.stringify(document.lines)).not.toContain('Motivo');
});

it('refuses a drop above the sum of a counted drawer, and records the attempt', () => {
  openShift(drawer);
  expect(expectProblem(drop('500.01'))).toEqual({ kind: 'cash', reason: 'above-drawer' });
  expect(drawer.readRows("SELECT * FROM cash_movements WHERE kind = 'pay-out'")).toEqual([]);
  const [refusal, ...others] = drawer.readRows(
    "SELECT cashier_name, detail FROM audit WHERE kind = 'drop-refused'",
  );
  expect(others).toEqual([]);
  expect(refusal?.cashier_name).toBe('Ana');
  expect(JSON.parse(String(refusal?.detail))).toEqual({
    amount: { amount: '500.01', currency: 'MXN' },
  });
  expectOk(drop('500.00'));
});

it('refuses a drop of another currency than the shop’s', () => {
  openShift(drawer);
  const amount = { amount: '1.00', currency: 'USD' };
  expect(expectProblem(drawer.cash.drop({ amount }, ANA))).toEqual({
    kind: 'cash',
    reason: 'currency',
  });
});

it('accepts any drop if nobody counted the float, or no shift is open yet', () => {
  expectOk(drop('10.00'));
  drawer.payBill('100.00');
  expectOk(drop('700.00'));
});
