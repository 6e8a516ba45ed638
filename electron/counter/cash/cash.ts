import {
  type CashState,
  fail,
  type OpenShiftView,
  ok,
  shiftReportSchema,
} from '../../../shared/contract/index.ts';
import { getDenominations } from '../../../shared/money/index.ts';
import { createBlindCount } from './blind-count.ts';
import { createCashMovements } from './cash-movements.ts';
import { listCountsOfShift, listZReportsBefore } from './count-queries.ts';
import { sumCounts } from './count-totals.ts';
import { createRefundCash } from './refund-cash.ts';
import { createShiftCloser } from './shift-closer.ts';
import {
  findOpenShiftId,
  listOpenShifts,
  markFloatCounted,
  prepareCashStatements,
  readShift,
  type ShiftRow,
} from './shift-queries.ts';
import { createShifts } from './shifts.ts';
import { createShownReports } from './shown-reports.ts';
import type { Cash, CashPorts, ShiftCashier } from './types.ts';

const Z_REPORT_PAGE_LIMIT = 10;

export function createCash(ports: CashPorts): Cash {
  const { database, audit, settings } = ports;
  const shifts = createShifts(ports);
  const blindCount = createBlindCount(ports, shifts);
  const closing = createShiftCloser(ports, shifts, blindCount);
  const movements = createCashMovements(ports, shifts);
  const refundCash = createRefundCash(ports, shifts);
  const { show, print } = createShownReports(ports);
  prepareCashStatements(database);

  const viewOf = (shift: ShiftRow, cashier: ShiftCashier): OpenShiftView => ({
    id: shift.id,
    number: shift.number,
    openedAt: shift.openedAt,
    openedBy: shift.openedByName,
    drawerOf: shift.drawerName,
    isFloatCounted: shift.isFloatCounted,
    currencies: shifts.currencies(shift.id),
    countedAt: listCountsOfShift(database, shift.id).at(-1)?.at ?? null,
    hasBasket: shifts.hasUnfinishedBasket(shift.id),
    mayClose: blindCount.canClose(shift, cashier),
  });

  const stateNow = (cashier: ShiftCashier): CashState => {
    const now = settings();
    const own = findOpenShiftId(database, shifts.getDrawer(cashier.id));
    const views = listOpenShifts(database).map((shift) => viewOf(shift, cashier));
    const currencies = new Set([now.shopCurrency, ...views.flatMap((one) => one.currencies)]);
    return {
      shifts: now.shifts,
      drawers: now.drawers,
      currency: now.shopCurrency,
      denominations: [...currencies].flatMap((currency) => {
        const values = [...getDenominations(currency)];
        return values.length === 0 ? [] : [{ currency, values }];
      }),
      shift: views.find(({ id }) => id === own) ?? null,
      others: views.filter(({ id }) => id !== own),
      hasDrawer: now.hasDrawer,
    };
  };

  const open: Cash['open'] = ({ counts }, cashier) => {
    const counted = sumCounts(counts, [settings().shopCurrency]);
    if (!counted.ok) return counted;
    const known = findOpenShiftId(database, shifts.getDrawer(cashier.id));
    if (known !== null && readShift(database, known)?.isFloatCounted === true) {
      return fail({ kind: 'shift', reason: 'open-already' });
    }
    // The expected sum has been shown: a float counted after it would be made to fit.
    if (known !== null && blindCount.isCounted(known)) {
      return fail({ kind: 'shift', reason: 'open-already' });
    }
    database.commit(() => {
      const id =
        known ??
        shifts.openInCommit({
          cashierId: cashier.id,
          drawer: shifts.getDrawer(cashier.id),
          isFloatCounted: true,
        });
      if (known !== null) markFloatCounted(database, id);
      for (const { sum } of counted.value) movements.insertInCommit(id, 'float', sum, { cashier });
      audit.noteInCommit({
        kind: known === null ? 'shift-opened' : 'float-counted',
        by: cashier,
        detail: {
          shift: readShift(database, id)?.number ?? null,
          float: counted.value.map(({ sum }) => sum),
        },
      });
    });
    ports.onChange();
    return ok(stateNow(cashier));
  };

  const shownClose = (
    closed: ReturnType<typeof closing.close>,
    cashier: ShiftCashier,
  ): ReturnType<Cash['close']> =>
    closed.ok
      ? ok({ shown: show(closed.value.report, cashier), jobId: closed.value.jobId })
      : closed;

  return {
    getOrOpenShiftInCommit: shifts.getOrOpenShiftInCommit,
    canTakeMoney: shifts.canTakeMoney,
    recordPaidInCommit: shifts.recordPaidInCommit,
    recordHandedOverInCommit: shifts.recordHandedOverInCommit,
    emitChange: shifts.emitChange,
    ...refundCash,
    state: (_input, cashier) => ok(stateNow(cashier)),
    open,
    payIn: movements.payIn,
    payOut: movements.payOut,
    openDrawer: movements.openDrawer,
    xReport: ({ shiftId }, cashier, approver) => {
      const report = closing.createXReport(shiftId, cashier);
      if (!report.ok) return report;
      audit.note({
        kind: 'x-report',
        by: cashier,
        approvedBy: approver,
        detail: { shift: report.value.shiftNumber },
      });
      return ok(show(report.value, cashier));
    },
    openItems: ({ shiftId }) => {
      const shift = shifts.requireOpen(shiftId);
      return shift.ok ? ok(shifts.listOpenItems(shiftId)) : shift;
    },
    isCounted: blindCount.isCounted,
    count: blindCount.count,
    counted: blindCount.counted,
    close: (input, cashier) => shownClose(closing.close(input, cashier, null), cashier),
    handOver: async ({ receiver, ...input }, cashier) => {
      const shift = shifts.requireOpen(input.shiftId);
      if (shift.ok && receiver.cashierId === cashier.id) {
        return fail({ kind: 'shift', reason: 'same-person' });
      }
      const found = await ports.identify(receiver);
      return found.ok ? shownClose(closing.close(input, cashier, found.value), cashier) : found;
    },
    zReports: ({ before }, cashier, approver) => {
      const rows = listZReportsBefore(database, before, Z_REPORT_PAGE_LIMIT);
      const seen = rows.map(({ number }) => number);
      audit.note({
        kind: 'z-reports',
        by: cashier,
        approvedBy: approver,
        detail: { z: { from: seen.at(-1) ?? null, to: seen[0] ?? null } },
      });
      return ok(rows.map((row) => show(shiftReportSchema.parse(JSON.parse(row.report)), cashier)));
    },
    print,
  };
}
