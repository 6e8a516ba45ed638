import {
  type Cashier,
  type CashState,
  fail,
  type OpenShiftView,
  ok,
  shiftReportSchema,
} from '../../../shared/contract/index.ts';
import { getDenominations } from '../../../shared/money/index.ts';
import { createBlindCount } from './blind-count.ts';
import { createCashMovements } from './cash-movements.ts';
import { listCashCountsOfShift, listZReportsBefore } from './count-queries.ts';
import { sumCashCounts } from './count-totals.ts';
import { createDropReminder } from './drop-reminder.ts';
import { createRefundCashRecorder } from './refund-cash-recorder.ts';
import { createShiftCloser } from './shift-closer.ts';
import {
  listOpenShifts,
  markFloatCounted,
  prepareCashQueryStatements,
  type ShiftRow,
} from './shift-queries.ts';
import { createShifts } from './shifts.ts';
import type { Cash, CashPorts } from './types.ts';
import { createViewedReportCache } from './viewed-report-cache.ts';

const Z_REPORT_PAGE_LIMIT = 10;

export function createCash(ports: CashPorts): Cash {
  const { database, audit, settings } = ports;
  const shifts = createShifts(ports);
  const blindCount = createBlindCount(ports, shifts);
  const shiftCloser = createShiftCloser(ports, shifts, blindCount);
  const movements = createCashMovements(ports, shifts);
  const dropReminder = createDropReminder(ports, shifts);
  const refundCash = createRefundCashRecorder(ports, shifts);
  const { cacheForPrinting, print } = createViewedReportCache(ports);
  prepareCashQueryStatements(database);

  const toShiftView = (shift: ShiftRow, cashier: Cashier): OpenShiftView => ({
    id: shift.id,
    number: shift.number,
    openedAt: shift.openedAt,
    openedBy: shift.openedByName,
    drawerOf: shift.drawerName,
    isFloatCounted: shift.isFloatCounted,
    currencies: shifts.listCurrencies(shift.id),
    countedAt: listCashCountsOfShift(database, shift.id).at(-1)?.at ?? null,
    hasBasket: shifts.hasUnfinishedBasket(shift.id),
    canClose: blindCount.canClose(shift, cashier),
  });

  const buildState = (cashier: Cashier): CashState => {
    const currentSettings = settings();
    const ownShift = shifts.findOpenShiftOfCashier(cashier.id);
    const views = listOpenShifts(database).map((shift) => toShiftView(shift, cashier));
    const currencies = new Set([
      currentSettings.shopCurrency,
      ...views.flatMap((view) => view.currencies),
    ]);
    return {
      shifts: currentSettings.shifts,
      drawers: currentSettings.drawers,
      currency: currentSettings.shopCurrency,
      denominations: [...currencies].flatMap((currency) => {
        const values = [...getDenominations(currency)];
        return values.length === 0 ? [] : [{ currency, values }];
      }),
      shift: views.find(({ id }) => id === ownShift?.id) ?? null,
      others: views.filter(({ id }) => id !== ownShift?.id),
      hasDrawer: currentSettings.hasDrawer,
      isDropDue: dropReminder.isDue(cashier),
    };
  };

  const openShift: Cash['open'] = ({ counts }, cashier) => {
    const totals = sumCashCounts(counts, [settings().shopCurrency]);
    if (!totals.ok) return totals;
    const existingShift = shifts.findOpenShiftOfCashier(cashier.id);
    // The count of a drawer shows the expected sum: a float counted after it could be adjusted to match.
    if (
      existingShift !== null &&
      (existingShift.isFloatCounted || blindCount.isCounted(existingShift.id))
    ) {
      return fail({ kind: 'shift', reason: 'open-already' });
    }
    database.commit(() => {
      const shift =
        existingShift ??
        shifts.openShiftInCommit({
          cashierId: cashier.id,
          drawer: shifts.getDrawerOfCashier(cashier.id),
          isFloatCounted: false,
          takenOverFrom: null,
        });
      markFloatCounted(database, shift.id);
      for (const { sum } of totals.value)
        movements.insertMovementInCommit(shift.id, 'float', sum, { cashier });
      audit.recordInTransaction({
        kind: existingShift === null ? 'shift-opened' : 'float-counted',
        by: cashier,
        detail: { shift: shift.number, float: totals.value.map(({ sum }) => sum) },
      });
    });
    ports.onChange();
    return ok(buildState(cashier));
  };

  const toCloseResult = (
    closeResult: ReturnType<typeof shiftCloser.close>,
    cashier: Cashier,
  ): ReturnType<Cash['close']> =>
    closeResult.ok
      ? ok({
          printableReport: cacheForPrinting(closeResult.value.report, cashier),
          jobId: closeResult.value.jobId,
        })
      : closeResult;

  return {
    getOrOpenShiftInCommit: shifts.getOrOpenShiftInCommit,
    checkCanTakeMoney: shifts.checkCanTakeMoney,
    checkCanHandOutCash: shifts.checkCanHandOutCash,
    recordPaidPaymentInCommit: shifts.recordPaidPaymentInCommit,
    recordCashHandedOverInCommit: shifts.recordCashHandedOverInCommit,
    emitCashChange: shifts.emitCashChange,
    ...refundCash,
    state: (_input, cashier) => ok(buildState(cashier)),
    open: openShift,
    payIn: movements.payIn,
    payOut: movements.payOut,
    drop: movements.drop,
    postponeDrop: (_input, cashier) => {
      dropReminder.postpone(cashier);
      ports.onChange();
      return ok(buildState(cashier));
    },
    openDrawer: movements.openDrawer,
    xReport: ({ shiftId }, cashier, approver) => {
      const report = shiftCloser.createXReport(shiftId, cashier);
      if (!report.ok) return report;
      audit.note({
        kind: 'x-report',
        by: cashier,
        approvedBy: approver,
        detail: { shift: report.value.shiftNumber },
      });
      return ok(cacheForPrinting(report.value, cashier));
    },
    shiftBlockingPayments: ({ shiftId }) => {
      const shift = shifts.requireOpenShift(shiftId);
      return shift.ok ? ok(shifts.listShiftBlockingPayments(shiftId)) : shift;
    },
    isCounted: blindCount.isCounted,
    count: blindCount.count,
    closingCount: blindCount.closingCount,
    close: (input, cashier) => toCloseResult(shiftCloser.close(input, cashier, null), cashier),
    handOver: async ({ receiver, ...input }, cashier) => {
      if (receiver.cashierId === cashier.id) {
        return fail({ kind: 'shift', reason: 'same-person' });
      }
      const identified = await ports.identifyByPin(receiver);
      return identified.ok
        ? toCloseResult(shiftCloser.close(input, cashier, identified.value), cashier)
        : identified;
    },
    zReports: ({ before }, cashier, approver) => {
      const rows = listZReportsBefore(database, before, Z_REPORT_PAGE_LIMIT);
      const numbers = rows.map(({ number }) => number);
      audit.note({
        kind: 'z-reports',
        by: cashier,
        approvedBy: approver,
        detail: { z: { from: numbers.at(-1) ?? null, to: numbers[0] ?? null } },
      });
      return ok(
        rows.map((row) =>
          cacheForPrinting(shiftReportSchema.parse(JSON.parse(row.report)), cashier),
        ),
      );
    },
    print,
  };
}
