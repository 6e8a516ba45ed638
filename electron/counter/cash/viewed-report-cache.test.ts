import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../../shared/contract/index.ts';
import { createMoney } from '../../../shared/money/index.ts';
import { parsePaperDocument } from '../../printing/index.ts';
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

function getOpenShiftId({ cash }: TestDrawer): string {
  const { shift } = expectOk(cash.state({}, ANA));
  if (shift === null) throw new Error('no shift');
  return shift.id;
}

describe('a report', () => {
  it('sums a shift across midnight, a week without sales and a clock that was set back', () => {
    const shiftId = openShift(drawer);
    drawer.payBill('10.00');
    drawer.clock.jump(7 * DAY);
    drawer.payBill('20.00');
    drawer.clock.jump(-30 * DAY);
    drawer.payBill('30.00');
    const { printableReport } = expectOk(closeShift(drawer, shiftId, '560.00'));
    expect(printableReport.report.isClockChanged).toBe(true);
    expect(printableReport.report.money[0]).toMatchObject({
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

  it('lists what customers still get of payments that nobody has confirmed, in X, Z and the next shift', () => {
    const shiftId = openShift(drawer);
    const paid = drawer.createIntent({ kind: 'bill', amount: '100.00', by: ANA, cash: '500.00' });
    const failed = drawer.createIntent({ kind: 'bill', amount: '70.00', by: ANA, cash: '200.00' });
    drawer.createIntent({ kind: 'bill', amount: '30.00', by: ANA, cash: '50.00' });
    const exact = drawer.createIntent({ kind: 'bill', amount: '40.00', by: ANA });
    drawer.setOutcome(paid, true);
    drawer.setOutcome(failed, false);
    drawer.setOutcome(exact, true);
    const toGive = [
      {
        what: 'change',
        billerName: 'CFE',
        account: '**** 0007',
        externalId: paid,
        amount: createMoney('400.00', 'MXN'),
      },
      { what: 'cash', externalId: failed, amount: createMoney('200.00', 'MXN') },
    ];
    const x = expectOk(drawer.cash.xReport({ shiftId }, LUIS, null));
    expect(x.report.toGive).toMatchObject(toGive);
    const { jobId } = expectOk(drawer.cash.print({ reportId: x.id }, LUIS));
    const [row] = drawer.readRows(`SELECT document FROM print_jobs WHERE id = '${jobId}'`);
    const lines = JSON.stringify(parsePaperDocument(String(row?.document)).lines);
    expect(lines).toMatch(/POR DAR A CLIENTES.*400\.00.*Cambio de un pago.*200\.00.*no se hizo/);

    drawer.readRows("UPDATE outcomes SET state = 'not-performed' WHERE state = 'sent'");
    drawer.readRows("UPDATE outcomes SET seen_at = 'now' WHERE state <> 'paid'");
    const z = expectOk(closeShift(drawer, shiftId, '640.00'));
    expect(z.printableReport.report.toGive).toMatchObject([{ what: 'change', externalId: paid }]);
    const next = expectOk(drawer.cash.xReport({ shiftId: openShift(drawer) }, LUIS, null));
    expect(next.report.toGive).toMatchObject([{ what: 'change', externalId: paid }]);
    drawer.readRows("UPDATE outcomes SET seen_at = 'now'");
    const last = expectOk(drawer.cash.zReports({ before: null }, LUIS, null));
    expect(last[0]?.report.toGive).toHaveLength(1);
    const after = expectOk(drawer.cash.xReport({ shiftId: getOpenShiftId(drawer) }, LUIS, null));
    expect(after.report.toGive).toEqual([]);
  });

  it('reads a Z report of an earlier version, which does not list what customers still get', () => {
    expectOk(closeShift(drawer, openShift(drawer), '500.00'));
    drawer.readRows('DROP TRIGGER z_reports_are_not_changed');
    drawer.readRows("UPDATE z_reports SET report = json_remove(report, '$.toGive')");
    const [z] = expectOk(drawer.cash.zReports({ before: null }, LUIS, null));
    expect(z?.report.toGive).toEqual([]);
  });

  it('lists what is owed because the service gave a payment back, and open claims', () => {
    const shiftId = openShift(drawer);
    const [owed, claimed] = [drawer.payBill('100.00'), drawer.payBill('40.00')];
    const foundAt = '2026-01-15T16:00:00.000Z';
    drawer.database.commit(() => {
      drawer.database
        .prepare(
          `INSERT INTO refunds (intent_id, found_at, found_by, service_status, owed_to,
             is_handed_over, amount, currency)
           VALUES (?, ?, 'watch', 'refunded', 'customer', 0, '100.00', 'MXN')`,
        )
        .run(owed, foundAt);
      drawer.database
        .prepare(
          `INSERT INTO claims (number, id, intent_id, state, opened_at, follow_up_on)
           VALUES (4, 'claim', ?, 'open', ?, '2026-01-20')`,
        )
        .run(claimed, foundAt);
    });
    const payment = { billerName: 'CFE', account: '**** 0007' };
    const { report } = expectOk(drawer.cash.xReport({ shiftId }, LUIS, null));
    expect(report.owed).toEqual([
      {
        ...payment,
        externalId: owed,
        owedTo: 'customer',
        isHandedOver: false,
        amount: createMoney('100.00', 'MXN'),
        foundAt,
      },
    ]);
    expect(report.claims).toEqual([
      { ...payment, number: 4, amount: createMoney('40.00', 'MXN'), followUpOn: '2026-01-20' },
    ]);
  });

  it('has the counts of a closed shift with their people, and none of an open one', () => {
    const shiftId = openShift(drawer);
    const counts = buildCounts({}, '500.00');
    expectOk(drawer.cash.count({ shiftId, counts }, ANA, null));
    const { countId, at } = expectOk(drawer.cash.count({ shiftId, counts }, BETO, LUIS));
    drawer.payBill('20.00');
    const x = expectOk(drawer.cash.xReport({ shiftId }, LUIS, null)).report;
    expect(x).toMatchObject({ kind: 'x', number: null, by: 'Luis', handedTo: null });
    expect([x.counts, x.sinceCount]).toEqual([[], []]);
    const closing = { shiftId, countId, explanation: null };
    const z = expectOk(drawer.cash.close(closing, ANA)).printableReport.report;
    expect(z).toMatchObject({
      posNumber: '07',
      by: 'Ana',
      takenOverFrom: null,
      handedTo: null,
      explanation: null,
      counts: [
        { at, by: 'Ana', approvedBy: null, money: [{ counted: '500.00' }] },
        { at, by: 'Beto', approvedBy: 'Luis', money: [{ counted: '500.00' }] },
      ],
    });
  });

  it('writes a Z report with its shift, its paper and its print job', () => {
    const shiftId = openShift(drawer);
    const { changes, wakes } = drawer;
    const { printableReport, jobId } = expectOk(closeShift(drawer, shiftId, '500.00'));
    const [z] = drawer.readRows('SELECT * FROM z_reports');
    expect(z).toMatchObject({ number: 1, shift_id: shiftId, print_job: jobId });
    expect(JSON.parse(String(z?.report))).toEqual(printableReport.report);
    expect(drawer.readRows('SELECT cashier_id, approved_by, document FROM print_jobs')).toEqual([
      { cashier_id: ANA.id, approved_by: null, document: z?.document },
    ]);
    expect(drawer.readRows('SELECT closed_at, closed_by FROM shifts')).toEqual([
      { closed_at: z?.at, closed_by: ANA.id },
    ]);
    // The count, and the close.
    expect([drawer.changes - changes, drawer.wakes - wakes]).toEqual([2, 1]);
  });

  it('records each report that is printed, wakes the printer, and knows no other report', () => {
    const listNotes = () =>
      drawer
        .readRows("SELECT kind, cashier_id, detail FROM audit WHERE kind LIKE '%printed%'")
        .map(({ detail, ...note }) => ({ ...note, detail: JSON.parse(String(detail)) }));
    const shiftId = openShift(drawer);
    const x = expectOk(drawer.cash.xReport({ shiftId }, LUIS, null));
    expectOk(drawer.cash.print({ reportId: x.id }, LUIS));
    const { printableReport } = expectOk(closeShift(drawer, shiftId, '500.00'));
    const { wakes } = drawer;
    const { jobId } = expectOk(drawer.cash.print({ reportId: printableReport.id }, ANA));
    expect(drawer.wakes - wakes).toBe(1);
    expect(listNotes()).toEqual([
      { kind: 'x-report-printed', cashier_id: LUIS.id, detail: { shift: 1 } },
      { kind: 'z-report-printed-again', cashier_id: ANA.id, detail: { shift: 1, z: 1 } },
    ]);
    expect(
      drawer.readRows(`SELECT cashier_id, approved_by FROM print_jobs WHERE id = '${jobId}'`),
    ).toEqual([{ cashier_id: ANA.id, approved_by: null }]);
    expect(expectProblem(drawer.cash.print({ reportId: 'another' }, ANA))).toEqual({
      kind: 'shift',
      reason: 'report-gone',
    });
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
    const { printableReport, jobId } = expectOk(closeShift(drawer, shiftId, '500.00'));
    expect(expectProblem(drawer.cash.print({ reportId: printableReport.id }, BETO))).toMatchObject({
      reason: 'report-gone',
    });
    drawer.settings.shop = { name: 'Otra tienda' };
    const copy = expectOk(drawer.cash.print({ reportId: printableReport.id }, ANA)).jobId;
    const documents = [jobId, copy].map((id) => {
      const [row] = drawer.readRows(`SELECT document FROM print_jobs WHERE id = '${id}'`);
      return parsePaperDocument(String(row?.document));
    });
    const [originalLines, copyLines] = documents.map(({ lines }) => lines);
    expect(JSON.stringify(copyLines)).toContain('COPIA');
    // Between the marks it is the same paper.
    expect(copyLines?.slice(3, -2)).toEqual(originalLines);
    drawer.clock.jump(DAY);
    expect(expectProblem(drawer.cash.print({ reportId: printableReport.id }, ANA))).toMatchObject({
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
