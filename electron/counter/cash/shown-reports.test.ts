import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../../shared/contract/index.ts';
import { parseDocument } from '../../printing/index.ts';
import { closeShift, openShift } from './shift.fixture.ts';
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

const DAY = 86_400_000;

describe('a report', () => {
  it('sums a shift across midnight, a week without sales and a clock that was set back', () => {
    const shiftId = openShift(drawer);
    drawer.payBill('10.00');
    drawer.clock.jump(7 * DAY);
    drawer.payBill('20.00');
    drawer.clock.jump(-30 * DAY);
    drawer.payBill('30.00');
    const { shown } = expectOk(closeShift(drawer, shiftId, '560.00'));
    expect(shown.report.isClockChanged).toBe(true);
    expect(shown.report.money[0]).toMatchObject({
      payments: { bill: { count: 3, amount: '60.00' } },
      expected: '560.00',
    });
  });

  it('refuses to change or delete a Z report', () => {
    expectOk(closeShift(drawer, openShift(drawer), '500.00'));
    for (const sql of ['DELETE FROM z_reports', "UPDATE z_reports SET report = '{}'"]) {
      expect(() => drawer.database.prepare(sql).run()).toThrow(/a Z report is not/);
    }
  });

  it('reports and counts each currency separately', () => {
    const shiftId = openShift(drawer);
    const dollars = drawer.createIntent({ kind: 'bill', amount: '9.50', by: ANA, currency: 'USD' });
    drawer.setOutcome(dollars, true);
    expect(expectOk(drawer.cash.state({}, ANA)).shift?.currencies).toEqual(['MXN', 'USD']);
    const { report } = expectOk(drawer.cash.xReport({ shiftId }, LUIS, null));
    expect(report.money.map(({ currency, expected }) => [currency, expected])).toEqual([
      ['MXN', '500.00'],
      ['USD', '9.50'],
    ]);
    const bothCounts = [...buildCounts({}, '500.00'), ...buildCounts({}, '9.50', 'USD')];
    const countResult = expectOk(drawer.cash.count({ shiftId, counts: bothCounts }, ANA, null));
    expect(countResult.needsExplanation).toBe(false);
  });

  it('records who viewed Z reports and whose PIN approved it', () => {
    expectOk(closeShift(drawer, openShift(drawer), '500.00'));
    expectOk(closeShift(drawer, openShift(drawer), '500.00'));
    expectOk(drawer.cash.zReports({ before: null }, ANA, LUIS));
    expect(
      drawer.readRows(
        "SELECT cashier_id, approved_by, detail FROM audit WHERE kind = 'z-reports' ORDER BY number",
      ),
    ).toEqual([
      { cashier_id: 'ana', approved_by: 'luis', detail: JSON.stringify({ z: { from: 1, to: 2 } }) },
    ]);
  });

  it('prints a report only for the cashier who saw it, within its time limit, and a Z report as a copy', () => {
    const shiftId = openShift(drawer);
    const { shown, jobId } = expectOk(closeShift(drawer, shiftId, '500.00'));
    expect(expectProblem(drawer.cash.print({ reportId: shown.id }, BETO))).toMatchObject({
      reason: 'report-gone',
    });
    drawer.settings.shop = { name: 'Otra tienda' };
    const copy = expectOk(drawer.cash.print({ reportId: shown.id }, ANA)).jobId;
    const documents = [jobId, copy].map((id) => {
      const [row] = drawer.readRows(`SELECT document FROM print_jobs WHERE id = '${id}'`);
      return parseDocument(String(row?.document));
    });
    const [originalLines, copyLines] = documents.map(({ lines }) => lines);
    expect(JSON.stringify(copyLines)).toContain('COPIA');
    // Between the marks it is the same paper.
    expect(copyLines?.slice(3, -2)).toEqual(originalLines);
    drawer.clock.jump(DAY);
    expect(expectProblem(drawer.cash.print({ reportId: shown.id }, ANA))).toMatchObject({
      reason: 'report-gone',
    });
  });

  it('returns states and reports that match the contract', () => {
    const shiftId = openShift(drawer);
    drawer.payBill('549.37');
    expect(
      calls['cash.state'].output.safeParse(expectOk(drawer.cash.state({}, ANA))).error,
    ).toBeUndefined();
    const x = expectOk(drawer.cash.xReport({ shiftId }, LUIS, null));
    expect(calls['cash.xReport'].output.safeParse(x).error).toBeUndefined();
    const z = expectOk(closeShift(drawer, shiftId, '1000.00', 'no sé'));
    expect(calls['cash.close'].output.safeParse(z).error).toBeUndefined();
  });
});
