import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cashier } from '../../../shared/contract/index.ts';
import { createMoney } from '../../../shared/money/index.ts';
import { parsePaperDocument } from '../../printing/index.ts';
import { closeShift, openShift } from './shift.fixture.ts';
import {
  ANA,
  createTestDrawer,
  expectOk,
  expectProblem,
  LUIS,
  type TestDrawer,
} from './testing/drawer.ts';
import type { SettledRefund } from './types.ts';

let drawer: TestDrawer;
beforeEach(() => {
  drawer = createTestDrawer();
});
afterEach(() => drawer.close());

const settle = (how: SettledRefund['how'], paymentId: string, approver: Cashier | null = null) =>
  drawer.database.commit(() =>
    drawer.cash.recordRefundSettledInCommit(
      {
        how,
        paymentId,
        billerName: 'CFE',
        account: '0007',
        externalId: paymentId,
        authorization: null,
        paidAt: '2026-01-15T16:00:00.000Z',
        owedTo: how === 'taken-in' ? 'shop' : 'customer',
        isHandedOver: how === 'taken-in',
        amount: createMoney('100.00', 'MXN'),
        fee: null,
        reason: how === 'decided' ? 'never came' : null,
      },
      ANA,
      approver,
    ),
  );
const listMovements = () =>
  drawer.readRows(
    `SELECT kind, tender, amount, shift_id, intent_id, cashier_id, approved_by, reason, is_drop
     FROM cash_movements WHERE kind IN ('hand-back', 'take-in')`,
  );
/** Returns the approver of a slip, and its pairs. */
function readSlip(jobId: string) {
  const [job] = drawer.readRows(`SELECT * FROM print_jobs WHERE id = '${jobId}'`);
  const { lines } = parsePaperDocument(String(job?.document));
  return {
    cashierId: job?.cashier_id,
    approvedBy: job?.approved_by,
    pairs: lines.flatMap((line) => (line.kind === 'pair' ? [`${line.label}: ${line.value}`] : [])),
  };
}

describe('the cash of a settled refund', () => {
  it.each([
    ['handed-back', 'hand-back', '-100.00'],
    ['taken-in', 'take-in', '100.00'],
  ] as const)('moves in the open shift when it is %s', (how, kind, amount) => {
    const shiftId = openShift(drawer);
    const paymentId = drawer.payBill('100.00');
    expect(expectOk(settle(how, paymentId)).shiftId).toBe(shiftId);
    expect(listMovements()).toEqual([
      {
        kind,
        tender: 'cash',
        amount,
        shift_id: shiftId,
        intent_id: paymentId,
        cashier_id: ANA.id,
        approved_by: null,
        reason: null,
        is_drop: 0,
      },
    ]);
  });

  it('stays where it is when the shop decides otherwise, with or without an open shift', () => {
    const shiftId = openShift(drawer);
    const [first, second] = [drawer.payBill('100.00'), drawer.payBill('100.00')];
    const withShift = expectOk(settle('decided', first, LUIS));
    expect(withShift.shiftId).toBe(shiftId);
    expect(readSlip(withShift.jobId).pairs).toContain('Turno: 1');
    expectOk(closeShift(drawer, shiftId, '700.00'));
    const withoutShift = expectOk(settle('decided', second, LUIS));
    expect(withoutShift.shiftId).toBe(null);
    expect(readSlip(withoutShift.jobId).pairs.join()).not.toContain('Turno');
    expect(listMovements()).toEqual([]);
    expect(expectOk(drawer.cash.state({}, ANA)).shift).toBe(null);
  });

  it('needs an open shift to move if the shop requires one', () => {
    const shiftId = openShift(drawer);
    const paymentId = drawer.payBill('100.00');
    expectOk(closeShift(drawer, shiftId, '600.00'));
    drawer.settings.shifts = 'required';
    expect(expectProblem(settle('handed-back', paymentId))).toEqual({
      kind: 'shift',
      reason: 'needed',
    });
    expectOk(settle('decided', paymentId, LUIS));
  });

  it('has a slip with the name of the supervisor, if there is one', () => {
    openShift(drawer);
    const paymentId = drawer.payBill('100.00');
    const alone = readSlip(expectOk(settle('handed-back', paymentId)).jobId);
    expect(alone).toMatchObject({ cashierId: ANA.id, approvedBy: null });
    expect(alone.pairs.join()).not.toContain('Autorizó');
    const approved = readSlip(expectOk(settle('handed-back', paymentId, LUIS)).jobId);
    expect(approved).toMatchObject({ cashierId: ANA.id, approvedBy: LUIS.id });
    expect(approved.pairs).toContain('Autorizó: Luis');
  });

  it('wakes the printer and tells every window after it was written', () => {
    const { changes, wakes } = drawer;
    drawer.cash.emitRefundSettled();
    expect([drawer.changes - changes, drawer.wakes - wakes]).toEqual([1, 1]);
  });
});
