import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cashier } from '../../../shared/contract/index.ts';
import { createMoney } from '../../../shared/money/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import { parsePaperDocument } from '../../printing/index.ts';
import { closeShift, countDrawer, insertBasket, openShift } from './shift.fixture.ts';
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

describe('a basket', () => {
  const CHANGES = {
    stopped: `UPDATE baskets SET stopped_at = 'now'`,
    ended: `UPDATE baskets SET ended_at = 'now'`,
  };
  const change = (changeName: keyof typeof CHANGES): void =>
    drawer.database.commit(() => void drawer.database.prepare(CHANGES[changeName]).run());
  const handOver = (shiftId: string, other: string) =>
    drawer.cash.handOver(
      {
        shiftId,
        countId: countDrawer(drawer, shiftId, other),
        explanation: null,
        receiver: { cashierId: BETO.id, pin: '1111' },
      },
      ANA,
    );

  it('refuses to close a shift until its basket ends, but hands over an unknown outcome', async () => {
    const shiftId = openShift(drawer);
    const paymentId = drawer.createIntent({ kind: 'bill', amount: '100.00', by: ANA });
    insertBasket(drawer, shiftId, paymentId);
    const unfinished = { kind: 'shift', reason: 'basket' };
    const hasUnfinishedBasket = (cashier: typeof ANA) =>
      expectOk(drawer.cash.state({}, cashier)).shift?.hasBasket;
    // An item was not sent.
    expect(hasUnfinishedBasket(ANA)).toBe(true);
    expect(expectProblem(closeShift(drawer, shiftId, '500.00'))).toEqual(unfinished);
    expect(expectProblem(await handOver(shiftId, '500.00'))).toEqual(unfinished);
    // The basket only waits for an outcome.
    change('stopped');
    expect(hasUnfinishedBasket(ANA)).toBe(false);
    expect(expectProblem(closeShift(drawer, shiftId, '500.00'))).toEqual({
      kind: 'shift',
      reason: 'held',
    });
    expectOk(await handOver(shiftId, '500.00'));
    // The outcome is known and the change is not settled; the next shift is now responsible.
    drawer.setOutcome(paymentId, true);
    const nextShiftId = expectOk(drawer.cash.state({}, BETO)).shift?.id ?? '';
    expect(hasUnfinishedBasket(BETO)).toBe(true);
    const close = () =>
      drawer.cash.close(
        {
          shiftId: nextShiftId,
          countId: countDrawer(drawer, nextShiftId, '600.00', BETO),
          explanation: null,
        },
        BETO,
      );
    expect(expectProblem(close())).toEqual(unfinished);
    change('ended');
    expectOk(close());
  });
});

it('lists a refund that was decided while no shift was open only on the next shift', () => {
  const first = openShift(drawer);
  const id = drawer.payBill('100.00');
  expectOk(closeShift(drawer, first, '600.00'));
  drawer.clock.jump(60_000);
  const at = toIsoTime(drawer.clock.now());
  drawer.database.commit(() => {
    drawer.database
      .prepare(
        `INSERT INTO refunds (intent_id, found_at, found_by, service_status, owed_to,
           is_handed_over, amount, currency)
         VALUES (?, ?, 'watch', 'refunded', 'customer', 0, '100.00', 'MXN')`,
      )
      .run(id, at);
    drawer.database
      .prepare(
        `INSERT INTO refund_settlements (intent_id, how, at, shift_id, cashier_id, approved_by,
           reason) VALUES (?, 'decided', ?, NULL, 'ana', 'luis', 'never came')`,
      )
      .run(id, at);
  });
  const listSettledRefunds = (shiftId: string) =>
    expectOk(drawer.cash.xReport({ shiftId }, LUIS, null)).report.settledRefunds;
  drawer.clock.jump(60_000);
  const nextShiftId = openShift(drawer);
  expect(listSettledRefunds(nextShiftId)).toEqual([
    {
      how: 'decided',
      at,
      reason: 'never came',
      owedTo: 'customer',
      amount: createMoney('100.00', 'MXN'),
      billerName: 'CFE',
      externalId: id,
      by: 'Ana',
      approvedBy: 'Luis',
    },
  ]);
  expectOk(closeShift(drawer, nextShiftId, '500.00'));
  drawer.clock.jump(60_000);
  expect(listSettledRefunds(openShift(drawer))).toEqual([]);
});

describe('closing', () => {
  it('returns the expected sum only after the count', () => {
    const shiftId = openShift(drawer);
    drawer.payBill('549.37');
    const responses = JSON.stringify([
      drawer.cash.state({}, ANA),
      drawer.cash.shiftBlockingPayments({ shiftId }),
      drawer.cash.closingCount({ shiftId }, ANA),
      drawer.cash.close({ shiftId, countId: 'none', explanation: null }, ANA),
    ]);
    expect(responses).not.toContain('1049.37');
    expect(responses).not.toContain('expected');
    const result = expectOk(
      drawer.cash.count({ shiftId, counts: buildCounts({}, '1000') }, ANA, null),
    );
    expect(result).toMatchObject({
      money: [{ counted: '1000.00', expected: '1049.37', difference: '-49.37' }],
      needsExplanation: true,
    });
  });

  it('requires an explanation to close with a difference', () => {
    const shiftId = openShift(drawer);
    expect(expectProblem(closeShift(drawer, shiftId, '499.00'))).toMatchObject({
      reason: 'explanation',
    });
    const { printableReport } = expectOk(closeShift(drawer, shiftId, '499.00', 'moneda falsa'));
    expect(printableReport.report).toMatchObject({
      kind: 'z',
      number: 1,
      explanation: 'moneda falsa',
      counts: [{ money: [{ difference: '-1.00' }] }, { money: [{ difference: '-1.00' }] }],
    });
    expect(expectOk(drawer.cash.state({}, ANA)).shift).toBeNull();
  });

  it('refuses to close a shift with open items, and lists them', () => {
    const shiftId = openShift(drawer);
    const openPaymentId = drawer.createIntent({ kind: 'bill', amount: '30.00', by: ANA });
    expect(expectProblem(closeShift(drawer, shiftId, '500.00'))).toEqual({
      kind: 'shift',
      reason: 'held',
    });
    expect(expectOk(drawer.cash.shiftBlockingPayments({ shiftId }))).toMatchObject([
      { paymentId: openPaymentId, why: 'unresolved', billerName: 'CFE' },
    ]);
    drawer.setOutcome(openPaymentId, false);
    expect(closeShift(drawer, shiftId, '500.00').ok).toBe(true);
  });

  it('writes one Z report if two windows close with the same count', () => {
    const shiftId = openShift(drawer);
    const countId = countDrawer(drawer, shiftId, '500.00');
    const input = { shiftId, countId, explanation: null };
    const first = expectOk(drawer.cash.close(input, ANA));
    const second = expectOk(drawer.cash.close(input, BETO));
    expect(second.jobId).toBe(first.jobId);
    expect(second.printableReport.report).toEqual(first.printableReport.report);
    expect(drawer.readRows('SELECT number FROM z_reports')).toEqual([{ number: 1 }]);
    expect(expectProblem(drawer.cash.close({ ...input, countId: 'other' }, ANA))).toMatchObject({
      reason: 'closed',
    });
  });

  it('closes only with the last count', () => {
    const shiftId = openShift(drawer);
    const first = countDrawer(drawer, shiftId, '400.00');
    expect(drawer.cash.isCounted(shiftId)).toBe(true);
    const second = countDrawer(drawer, shiftId, '500.00');
    const input = { shiftId, explanation: null };
    expect(expectProblem(drawer.cash.close({ ...input, countId: first }, ANA))).toMatchObject({
      reason: 'not-counted',
    });
    const { printableReport } = expectOk(drawer.cash.close({ ...input, countId: second }, ANA));
    expect(printableReport.report.counts.map(({ money }) => money[0]?.counted)).toEqual([
      '400.00',
      '500.00',
    ]);
  });

  it('lists sales after the count separately', () => {
    const shiftId = openShift(drawer);
    const countId = countDrawer(drawer, shiftId, '500.00');
    drawer.payBill('20.00');
    const { printableReport } = expectOk(
      drawer.cash.close({ shiftId, countId, explanation: null }, ANA),
    );
    expect(printableReport.report.sinceCount).toEqual([{ amount: '20.00', currency: 'MXN' }]);
    expect(printableReport.report.money[0]?.expected).toBe('520.00');
  });

  it('resumes a close that crashed between the count and the Z report', () => {
    const shiftId = openShift(drawer);
    const countId = countDrawer(drawer, shiftId, '500.00');
    drawer.fault = () => {
      throw new Error('the power went');
    };
    expect(() => drawer.cash.close({ shiftId, countId, explanation: null }, ANA)).toThrow();
    drawer.fault = () => {};
    drawer.restart();
    expect(drawer.readRows('SELECT * FROM z_reports')).toEqual([]);
    expect(expectOk(drawer.cash.closingCount({ shiftId }, ANA))?.countId).toBe(countId);
    const closed = expectOk(drawer.cash.close({ shiftId, countId, explanation: null }, ANA));
    expect(closed.printableReport.report.number).toBe(1);
  });
});

describe('handing over', () => {
  const receiver = { cashierId: 'beto', pin: '1111' };

  it('lists open items at a handover, and records late outcomes in the next shift', async () => {
    const shiftId = openShift(drawer);
    drawer.payBill('100.00');
    const openPaymentId = drawer.createIntent({ kind: 'bill', amount: '30.00', by: ANA });
    const countId = countDrawer(drawer, shiftId, '600.00');
    const input = { shiftId, countId, explanation: null };
    const { printableReport } = expectOk(await drawer.cash.handOver({ ...input, receiver }, ANA));
    expect(printableReport.report).toMatchObject({
      handedTo: 'Beto',
      openItems: [{ paymentId: openPaymentId, why: 'unresolved' }],
    });
    const nextShift = expectOk(drawer.cash.state({}, BETO)).shift;
    expect(nextShift).toMatchObject({ number: 2, openedBy: 'Beto', isFloatCounted: true });
    drawer.setOutcome(openPaymentId, true);
    const { report } = expectOk(drawer.cash.xReport({ shiftId: nextShift?.id ?? '' }, LUIS, null));
    expect(report).toMatchObject({
      takenOverFrom: 1,
      late: [
        {
          shiftNumber: 1,
          amount: createMoney('30.00', 'MXN'),
          kind: 'bill',
          billerName: 'CFE',
          externalId: openPaymentId,
        },
      ],
      money: [{ float: '600.00', expected: '630.00' }],
    });
    // The Z report of the first shift has not changed.
    const [z] = expectOk(drawer.cash.zReports({ before: null }, LUIS, null));
    expect(z?.report).toEqual(printableReport.report);
  });

  it('begins the next shift with the counted sum plus the sales after the count', async () => {
    const shiftId = openShift(drawer);
    const countId = countDrawer(drawer, shiftId, '500.00');
    drawer.payBill('20.00');
    const input = { shiftId, countId, explanation: null };
    expectOk(await drawer.cash.handOver({ ...input, receiver }, ANA));
    const nextShiftId = expectOk(drawer.cash.state({}, BETO)).shift?.id ?? '';
    const { report } = expectOk(drawer.cash.xReport({ shiftId: nextShiftId }, LUIS, null));
    expect(report.money[0]).toMatchObject({ float: '520.00', expected: '520.00' });
  });

  it('begins the next shift also with a currency that first moved after the count', async () => {
    const shiftId = openShift(drawer);
    const latePaymentId = drawer.createIntent({
      kind: 'bill',
      amount: '9.50',
      by: ANA,
      currency: 'USD',
    });
    const countId = countDrawer(drawer, shiftId, '500.00');
    drawer.setOutcome(latePaymentId, true);
    const input = { shiftId, countId, explanation: null };
    const { printableReport, jobId } = expectOk(
      await drawer.cash.handOver({ ...input, receiver }, ANA),
    );
    expect(
      printableReport.report.money.map(({ currency, expected }) => [currency, expected]),
    ).toEqual([
      ['MXN', '500.00'],
      ['USD', '9.50'],
    ]);
    expect(printableReport.report.counts).toMatchObject([{ money: [{ currency: 'MXN' }] }]);
    expect(printableReport.report.sinceCount).toEqual([{ amount: '9.50', currency: 'USD' }]);
    const [row] = drawer.readRows(`SELECT document FROM print_jobs WHERE id = '${jobId}'`);
    expect(parsePaperDocument(String(row?.document)).lines).toContainEqual(
      expect.objectContaining({ label: 'Después del conteo', value: '$9.50 USD' }),
    );
    const nextShift = expectOk(drawer.cash.state({}, BETO)).shift;
    expect(nextShift?.currencies).toEqual(['MXN', 'USD']);
    const { report } = expectOk(drawer.cash.xReport({ shiftId: nextShift?.id ?? '' }, LUIS, null));
    expect(report.money.map(({ float, expected }) => [float, expected])).toEqual([
      ['500.00', '500.00'],
      ['9.50', '9.50'],
    ]);
  });

  it('accepts a handover only with the correct PIN of another cashier', async () => {
    const shiftId = openShift(drawer);
    const input = { shiftId, countId: countDrawer(drawer, shiftId, '500.00'), explanation: null };
    const samePerson = { ...input, receiver: { cashierId: 'ana', pin: '1111' } };
    expect(expectProblem(await drawer.cash.handOver(samePerson, ANA))).toMatchObject({
      reason: 'same-person',
    });
    const wrongPin = { ...input, receiver: { cashierId: 'beto', pin: '2222' } };
    expect(expectProblem(await drawer.cash.handOver(wrongPin, ANA))).toMatchObject({
      kind: 'wrong-pin',
    });
    expect(expectOk(drawer.cash.state({}, ANA)).shift?.id).toBe(shiftId);
  });

  const listDrawers = () =>
    drawer.readRows('SELECT number, drawer, opened_by, closed_by FROM shifts ORDER BY number');

  it('hands a personal drawer over to the receiver, or back to the one whose drawer it is', async () => {
    drawer.settings.drawers = 'each';
    const first = openShift(drawer, ANA);
    const handOver = async (shiftId: string, by: Cashier, to: Cashier) => {
      const countId = countDrawer(drawer, shiftId, '500.00', by);
      const input = { shiftId, countId, explanation: null };
      return drawer.cash.handOver({ ...input, receiver: { cashierId: to.id, pin: '1111' } }, by);
    };
    expectOk(await handOver(first, LUIS, ANA));
    const second = expectOk(drawer.cash.state({}, ANA)).shift?.id ?? '';
    expectOk(await handOver(second, ANA, BETO));
    expect(listDrawers()).toEqual([
      { number: 1, drawer: ANA.id, opened_by: ANA.id, closed_by: LUIS.id },
      { number: 2, drawer: ANA.id, opened_by: ANA.id, closed_by: ANA.id },
      { number: 3, drawer: BETO.id, opened_by: BETO.id, closed_by: null },
    ]);
    expect(
      drawer.readRows(
        `SELECT kind, tender, amount, cashier_id, intent_id, approved_by, reason, is_drop
         FROM cash_movements ORDER BY number DESC LIMIT 1`,
      ),
    ).toEqual([
      {
        kind: 'float',
        tender: 'cash',
        amount: '500.00',
        cashier_id: BETO.id,
        intent_id: null,
        approved_by: null,
        reason: null,
        is_drop: 0,
      },
    ]);
  });

  it.each([
    ['shared', ''],
    ['each', BETO.id],
  ] as const)('hands the shared drawer of a shop over to drawers now %s', async (drawers, next) => {
    const shiftId = openShift(drawer, ANA);
    const input = { shiftId, countId: countDrawer(drawer, shiftId, '500.00'), explanation: null };
    drawer.settings.drawers = drawers;
    expectOk(await drawer.cash.handOver({ ...input, receiver }, ANA));
    expect(listDrawers()).toMatchObject([{ drawer: '' }, { drawer: next, opened_by: BETO.id }]);
  });

  it("hands a personal drawer over to the receiver's own, also if the shop now shares one", async () => {
    drawer.settings.drawers = 'each';
    const shiftId = openShift(drawer, ANA);
    const input = { shiftId, countId: countDrawer(drawer, shiftId, '500.00'), explanation: null };
    drawer.settings.drawers = 'shared';
    expectOk(await drawer.cash.handOver({ ...input, receiver }, ANA));
    expect(listDrawers()).toMatchObject([{ drawer: ANA.id }, { drawer: BETO.id }]);
  });

  it('refuses to hand over a personal drawer to a cashier with an open shift', async () => {
    drawer.settings.drawers = 'each';
    const shiftId = openShift(drawer, ANA);
    openShift(drawer, BETO);
    const input = { shiftId, countId: countDrawer(drawer, shiftId, '500.00'), explanation: null };
    expect(expectProblem(await drawer.cash.handOver({ ...input, receiver }, ANA))).toMatchObject({
      reason: 'open-already',
    });
  });

  it('records an outcome that becomes known while no shift is open in the next shift', () => {
    const shiftId = openShift(drawer);
    const openPaymentId = drawer.createIntent({ kind: 'bill', amount: '30.00', by: ANA });
    // As an older version left it: closed with a payment of unknown outcome.
    drawer.database.commit(() =>
      drawer.database.prepare("UPDATE shifts SET closed_at = 't', closed_by = 'ana'").run(),
    );
    drawer.setOutcome(openPaymentId, true);
    expect(
      drawer.readRows('SELECT shift_id FROM cash_movements WHERE intent_id IS NOT NULL'),
    ).toEqual([{ shift_id: null }]);
    const nextShiftId = openShift(drawer);
    expect(nextShiftId).not.toBe(shiftId);
    const { report } = expectOk(drawer.cash.xReport({ shiftId: nextShiftId }, LUIS, null));
    expect(report.late).toMatchObject([{ shiftNumber: 1 }]);
    expect(report.money[0]?.expected).toBe('530.00');
  });
});
