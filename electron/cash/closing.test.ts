import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../shared/contract/index.ts';
import { readDocument } from '../printing/index.ts';
import {
  ANA,
  BETO,
  counts,
  expectOk,
  expectProblem,
  LUIS,
  type TestDrawer,
  testDrawer,
} from './testing/drawer.ts';

let drawer: TestDrawer;
beforeEach(() => {
  drawer = testDrawer();
});
afterEach(() => {
  drawer.close();
});

const DAY = 86_400_000;

function openShift(by = ANA, pieces: Readonly<Record<string, number>> = { '100': 5 }): string {
  const { shift } = expectOk(drawer.cash.open({ counts: counts(pieces) }, by));
  if (shift === null) throw new Error('no shift');
  return shift.id;
}

function countAll(shiftId: string, other: string, by = ANA): string {
  return expectOk(drawer.cash.count({ shiftId, counts: counts({}, other) }, by, null)).countId;
}

function closeWith(shiftId: string, other: string, explanation: string | null = null, by = ANA) {
  return drawer.cash.close({ shiftId, countId: countAll(shiftId, other, by), explanation }, by);
}

describe('closing', () => {
  it('tells what was expected only after the count', () => {
    const shiftId = openShift();
    drawer.pay('549.37');
    const before = JSON.stringify([
      drawer.cash.state({}, ANA),
      drawer.cash.openItems({ shiftId }),
      drawer.cash.counted({ shiftId }, ANA),
      drawer.cash.close({ shiftId, countId: 'none', explanation: null }, ANA),
    ]);
    expect(before).not.toContain('1049.37');
    expect(before).not.toContain('expected');
    const result = expectOk(drawer.cash.count({ shiftId, counts: counts({}, '1000') }, ANA, null));
    expect(result).toMatchObject({
      money: [{ counted: '1000.00', expected: '1049.37', difference: '-49.37' }],
      needsExplanation: true,
    });
  });

  it('asks for an explanation of a difference', () => {
    const shiftId = openShift();
    expect(expectProblem(closeWith(shiftId, '499.00'))).toMatchObject({ reason: 'explanation' });
    const { shown } = expectOk(closeWith(shiftId, '499.00', 'moneda falsa'));
    expect(shown.report).toMatchObject({
      kind: 'z',
      number: 1,
      explanation: 'moneda falsa',
      counts: [{ money: [{ difference: '-1.00' }] }, { money: [{ difference: '-1.00' }] }],
    });
    expect(expectOk(drawer.cash.state({}, ANA)).shift).toBeNull();
  });

  it('waits for what is open, and names it', () => {
    const shiftId = openShift();
    const open = drawer.intent({ kind: 'bill', amount: '30.00', by: ANA });
    expect(expectProblem(closeWith(shiftId, '500.00'))).toEqual({ kind: 'shift', reason: 'held' });
    expect(expectOk(drawer.cash.openItems({ shiftId }))).toMatchObject([
      { paymentId: open, why: 'unresolved', billerName: 'CFE' },
    ]);
    drawer.settle(open, false);
    expect(closeWith(shiftId, '500.00').ok).toBe(true);
  });

  it('by two windows at once makes one Z report', () => {
    const shiftId = openShift();
    const countId = countAll(shiftId, '500.00');
    const input = { shiftId, countId, explanation: null };
    const first = expectOk(drawer.cash.close(input, ANA));
    const second = expectOk(drawer.cash.close(input, BETO));
    expect(second.jobId).toBe(first.jobId);
    expect(second.shown.report).toEqual(first.shown.report);
    expect(drawer.rows('SELECT number FROM z_reports')).toEqual([{ number: 1 }]);
    expect(expectProblem(drawer.cash.close({ ...input, countId: 'other' }, ANA))).toMatchObject({
      reason: 'closed',
    });
  });

  it('goes by the last count', () => {
    const shiftId = openShift();
    const first = countAll(shiftId, '400.00');
    expect(drawer.cash.isCounted(shiftId)).toBe(true);
    const second = countAll(shiftId, '500.00');
    const input = { shiftId, explanation: null };
    expect(expectProblem(drawer.cash.close({ ...input, countId: first }, ANA))).toMatchObject({
      reason: 'not-counted',
    });
    const { shown } = expectOk(drawer.cash.close({ ...input, countId: second }, ANA));
    expect(shown.report.counts.map(({ money }) => money[0]?.counted)).toEqual(['400.00', '500.00']);
  });

  it('keeps a count and what is sold after it apart', () => {
    const shiftId = openShift();
    const countId = countAll(shiftId, '500.00');
    drawer.pay('20.00');
    const { shown } = expectOk(drawer.cash.close({ shiftId, countId, explanation: null }, ANA));
    expect(shown.report.sinceCount).toEqual([{ amount: '20.00', currency: 'MXN' }]);
    expect(shown.report.money[0]?.expected).toBe('520.00');
  });

  it('that dies between the count and the Z report goes on after it', () => {
    const shiftId = openShift();
    const countId = countAll(shiftId, '500.00');
    drawer.fault = () => {
      throw new Error('the power went');
    };
    expect(() => drawer.cash.close({ shiftId, countId, explanation: null }, ANA)).toThrow();
    drawer.fault = () => {};
    drawer.restart();
    expect(drawer.rows('SELECT * FROM z_reports')).toEqual([]);
    expect(expectOk(drawer.cash.counted({ shiftId }, ANA))?.countId).toBe(countId);
    const closed = expectOk(drawer.cash.close({ shiftId, countId, explanation: null }, ANA));
    expect(closed.shown.report.number).toBe(1);
  });
});

describe('handing over', () => {
  const receiver = { cashierId: 'beto', pin: '1111' };

  it('names what is open, and what becomes known goes into the next shift', async () => {
    const shiftId = openShift();
    drawer.pay('100.00');
    const open = drawer.intent({ kind: 'bill', amount: '30.00', by: ANA });
    const countId = countAll(shiftId, '600.00');
    const input = { shiftId, countId, explanation: null };
    const { shown } = expectOk(await drawer.cash.handOver({ ...input, receiver }, ANA));
    expect(shown.report).toMatchObject({
      handedTo: 'Beto',
      openItems: [{ paymentId: open, why: 'unresolved' }],
    });
    const next = expectOk(drawer.cash.state({}, BETO)).shift;
    expect(next).toMatchObject({ number: 2, openedBy: 'Beto', isFloatCounted: true });
    drawer.settle(open, true);
    const { report } = expectOk(drawer.cash.xReport({ shiftId: next?.id ?? '' }, LUIS, null));
    expect(report).toMatchObject({
      takenOverFrom: 1,
      late: [{ shiftNumber: 1, amount: { amount: '30.00' }, kind: 'bill' }],
      money: [{ float: '600.00', expected: '630.00' }],
    });
    // The Z report of the first shift is what it was.
    const [z] = expectOk(drawer.cash.zReports({ before: null }, LUIS, null));
    expect(z?.report).toEqual(shown.report);
  });

  it('begins the next shift with what was counted and what was sold after the count', async () => {
    const shiftId = openShift();
    const countId = countAll(shiftId, '500.00');
    drawer.pay('20.00');
    const input = { shiftId, countId, explanation: null };
    expectOk(await drawer.cash.handOver({ ...input, receiver }, ANA));
    const next = expectOk(drawer.cash.state({}, BETO)).shift?.id ?? '';
    const { report } = expectOk(drawer.cash.xReport({ shiftId: next }, LUIS, null));
    expect(report.money[0]).toMatchObject({ float: '520.00', expected: '520.00' });
  });

  it('begins the next shift also with a currency that came only after the count', async () => {
    const shiftId = openShift();
    const late = drawer.intent({ kind: 'bill', amount: '9.50', by: ANA, currency: 'USD' });
    const countId = countAll(shiftId, '500.00');
    drawer.settle(late, true);
    const input = { shiftId, countId, explanation: null };
    const { shown, jobId } = expectOk(await drawer.cash.handOver({ ...input, receiver }, ANA));
    expect(shown.report.money.map(({ currency, expected }) => [currency, expected])).toEqual([
      ['MXN', '500.00'],
      ['USD', '9.50'],
    ]);
    expect(shown.report.counts).toMatchObject([{ money: [{ currency: 'MXN' }] }]);
    expect(shown.report.sinceCount).toEqual([{ amount: '9.50', currency: 'USD' }]);
    const [row] = drawer.rows(`SELECT document FROM print_jobs WHERE id = '${jobId}'`);
    expect(readDocument(String(row?.document)).lines).toContainEqual(
      expect.objectContaining({ label: 'Después del conteo', value: '$ 9.50 USD' }),
    );
    const next = expectOk(drawer.cash.state({}, BETO)).shift;
    expect(next?.currencies).toEqual(['MXN', 'USD']);
    const { report } = expectOk(drawer.cash.xReport({ shiftId: next?.id ?? '' }, LUIS, null));
    expect(report.money.map(({ float, expected }) => [float, expected])).toEqual([
      ['500.00', '500.00'],
      ['9.50', '9.50'],
    ]);
  });

  it('takes the PIN of somebody else', async () => {
    const shiftId = openShift();
    const input = { shiftId, countId: countAll(shiftId, '500.00'), explanation: null };
    const same = { ...input, receiver: { cashierId: 'ana', pin: '1111' } };
    expect(expectProblem(await drawer.cash.handOver(same, ANA))).toMatchObject({
      reason: 'same-person',
    });
    const wrong = { ...input, receiver: { cashierId: 'beto', pin: '2222' } };
    expect(expectProblem(await drawer.cash.handOver(wrong, ANA))).toMatchObject({
      kind: 'wrong-pin',
    });
    expect(expectOk(drawer.cash.state({}, ANA)).shift?.id).toBe(shiftId);
  });

  it('of a drawer of one’s own gives it to the other, who must have none', async () => {
    drawer.settings.drawers = 'each';
    const shiftId = openShift(ANA);
    openShift(BETO);
    const input = { shiftId, countId: countAll(shiftId, '500.00'), explanation: null };
    expect(expectProblem(await drawer.cash.handOver({ ...input, receiver }, ANA))).toMatchObject({
      reason: 'open-already',
    });
  });

  it('what becomes known while no shift is open waits for the next one', () => {
    const shiftId = openShift();
    const open = drawer.intent({ kind: 'bill', amount: '30.00', by: ANA });
    // As an older till left it: closed over a payment that was not known.
    drawer.database.commit(() =>
      drawer.database.prepare("UPDATE shifts SET closed_at = 't', closed_by = 'ana'").run(),
    );
    drawer.settle(open, true);
    expect(drawer.rows('SELECT shift_id FROM cash_movements WHERE intent_id IS NOT NULL')).toEqual([
      { shift_id: null },
    ]);
    const next = openShift();
    expect(next).not.toBe(shiftId);
    const { report } = expectOk(drawer.cash.xReport({ shiftId: next }, LUIS, null));
    expect(report.late).toMatchObject([{ shiftNumber: 1 }]);
    expect(report.money[0]?.expected).toBe('530.00');
  });
});

describe('a report', () => {
  it('adds up over midnight, a week off and a clock that was set back', () => {
    const shiftId = openShift();
    drawer.pay('10.00');
    drawer.clock.jump(7 * DAY);
    drawer.pay('20.00');
    drawer.clock.jump(-30 * DAY);
    drawer.pay('30.00');
    const { shown } = expectOk(closeWith(shiftId, '560.00'));
    expect(shown.report.isClockChanged).toBe(true);
    expect(shown.report.money[0]).toMatchObject({
      payments: { bill: { count: 3, amount: '60.00' } },
      expected: '560.00',
    });
  });

  it('that closed a shift can be neither changed nor removed', () => {
    expectOk(closeWith(openShift(), '500.00'));
    for (const sql of ['DELETE FROM z_reports', "UPDATE z_reports SET report = '{}'"]) {
      expect(() => drawer.database.prepare(sql).run()).toThrow(/a Z report is not/);
    }
  });

  it('keeps currencies apart', () => {
    const shiftId = openShift();
    const dollars = drawer.intent({ kind: 'bill', amount: '9.50', by: ANA, currency: 'USD' });
    drawer.settle(dollars, true);
    expect(expectOk(drawer.cash.state({}, ANA)).shift?.currencies).toEqual(['MXN', 'USD']);
    const { report } = expectOk(drawer.cash.xReport({ shiftId }, LUIS, null));
    expect(report.money.map(({ currency, expected }) => [currency, expected])).toEqual([
      ['MXN', '500.00'],
      ['USD', '9.50'],
    ]);
    const both = [...counts({}, '500.00'), ...counts({}, '9.50', 'USD')];
    const counted = expectOk(drawer.cash.count({ shiftId, counts: both }, ANA, null));
    expect(counted.needsExplanation).toBe(false);
  });

  it('of those that were closed is noted with whose PIN opened it', () => {
    expectOk(closeWith(openShift(), '500.00'));
    expectOk(closeWith(openShift(), '500.00'));
    expectOk(drawer.cash.zReports({ before: null }, ANA, LUIS));
    expect(
      drawer.rows(
        "SELECT cashier_id, approved_by, detail FROM audit WHERE kind = 'z-reports' ORDER BY number",
      ),
    ).toEqual([
      { cashier_id: 'ana', approved_by: 'luis', detail: JSON.stringify({ z: { from: 1, to: 2 } }) },
    ]);
  });

  it('is printed by whoever was shown it, for a while; a Z report as a copy', () => {
    const shiftId = openShift();
    const { shown, jobId } = expectOk(closeWith(shiftId, '500.00'));
    expect(expectProblem(drawer.cash.print({ reportId: shown.id }, BETO))).toMatchObject({
      reason: 'report-gone',
    });
    drawer.settings.shop = { name: 'Otra tienda' };
    const copy = expectOk(drawer.cash.print({ reportId: shown.id }, ANA)).jobId;
    const documents = [jobId, copy].map((id) => {
      const [row] = drawer.rows(`SELECT document FROM print_jobs WHERE id = '${id}'`);
      return readDocument(String(row?.document));
    });
    const [original, again] = documents.map(({ lines }) => lines);
    expect(JSON.stringify(again)).toContain('COPIA');
    // Between the marks it is the very same paper.
    expect(again?.slice(3, -2)).toEqual(original);
    drawer.clock.jump(DAY);
    expect(expectProblem(drawer.cash.print({ reportId: shown.id }, ANA))).toMatchObject({
      reason: 'report-gone',
    });
  });

  it('fits the contract', () => {
    const shiftId = openShift();
    drawer.pay('549.37');
    expect(
      calls['cash.state'].output.safeParse(expectOk(drawer.cash.state({}, ANA))).error,
    ).toBeUndefined();
    const x = expectOk(drawer.cash.xReport({ shiftId }, LUIS, null));
    expect(calls['cash.xReport'].output.safeParse(x).error).toBeUndefined();
    const z = expectOk(closeWith(shiftId, '1000.00', 'no sé'));
    expect(calls['cash.close'].output.safeParse(z).error).toBeUndefined();
  });
});
