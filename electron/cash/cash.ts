import {
  type CashState,
  fail,
  type OpenShiftView,
  ok,
  shiftReport,
} from '../../shared/contract/index.ts';
import { denominationsOf } from '../../shared/money/index.ts';
import { createBlindCount } from './blind-count.ts';
import { createClosing } from './closing.ts';
import { countsOfShift, zReportsBefore } from './count-queries.ts';
import { addUp } from './counting.ts';
import { createMovements } from './movements.ts';
import { createRefundCash } from './refund-cash.ts';
import {
  markFloatCounted,
  openShift,
  openShifts,
  readShift,
  type ShiftRow,
  warmCash,
} from './shift-queries.ts';
import { createShifts } from './shifts.ts';
import { createShownReports } from './shown-reports.ts';
import type { Cash, CashCashier, CashPorts } from './types.ts';

const Z_REPORTS_AT_ONCE = 10;

export function createCash(ports: CashPorts): Cash {
  const { database, audit, settings } = ports;
  const shifts = createShifts(ports);
  const blindCount = createBlindCount(ports, shifts);
  const closing = createClosing(ports, shifts, blindCount);
  const movements = createMovements(ports, shifts);
  const refundCash = createRefundCash(ports, shifts);
  const { show, print } = createShownReports(ports);
  warmCash(database);

  const viewOf = (shift: ShiftRow, cashier: CashCashier): OpenShiftView => ({
    id: shift.id,
    number: shift.number,
    openedAt: shift.openedAt,
    openedBy: shift.openedByName,
    drawerOf: shift.drawerName,
    isFloatCounted: shift.isFloatCounted,
    currencies: shifts.currencies(shift.id),
    countedAt: countsOfShift(database, shift.id).at(-1)?.at ?? null,
    hasBasket: shifts.hasBasket(shift.id),
    mayClose: blindCount.mayClose(shift, cashier),
  });

  const stateNow = (cashier: CashCashier): CashState => {
    const now = settings();
    const own = openShift(database, shifts.drawerOf(cashier.id));
    const views = openShifts(database).map((shift) => viewOf(shift, cashier));
    const currencies = new Set([now.shopCurrency, ...views.flatMap((one) => one.currencies)]);
    return {
      shifts: now.shifts,
      drawers: now.drawers,
      currency: now.shopCurrency,
      denominations: [...currencies].flatMap((currency) => {
        const values = [...denominationsOf(currency)];
        return values.length === 0 ? [] : [{ currency, values }];
      }),
      shift: views.find(({ id }) => id === own) ?? null,
      others: views.filter(({ id }) => id !== own),
      hasDrawer: now.hasDrawer,
    };
  };

  const open: Cash['open'] = ({ counts }, cashier) => {
    const counted = addUp(counts, [settings().shopCurrency]);
    if (!counted.ok) return counted;
    const known = openShift(database, shifts.drawerOf(cashier.id));
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
        shifts.begin({
          cashierId: cashier.id,
          drawer: shifts.drawerOf(cashier.id),
          isFloatCounted: true,
        });
      if (known !== null) markFloatCounted(database, id);
      for (const { sum } of counted.value) movements.writeInCommit(id, 'float', sum, { cashier });
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
    cashier: CashCashier,
  ): ReturnType<Cash['close']> =>
    closed.ok
      ? ok({ shown: show(closed.value.report, cashier), jobId: closed.value.jobId })
      : closed;

  return {
    shiftInCommit: shifts.shiftInCommit,
    mayTakeMoney: shifts.mayTakeMoney,
    paidInCommit: shifts.paidInCommit,
    handedOverInCommit: shifts.handedOverInCommit,
    changed: shifts.changed,
    ...refundCash,
    state: (_input, cashier) => ok(stateNow(cashier)),
    open,
    payIn: movements.payIn,
    payOut: movements.payOut,
    openDrawer: movements.openDrawer,
    xReport: ({ shiftId }, cashier, approver) => {
      const report = closing.xReport(shiftId, cashier);
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
      const shift = shifts.open(shiftId);
      return shift.ok ? ok(shifts.openItems(shiftId)) : shift;
    },
    isCounted: blindCount.isCounted,
    count: blindCount.count,
    counted: blindCount.counted,
    close: (input, cashier) => shownClose(closing.close(input, cashier, null), cashier),
    handOver: async ({ receiver, ...input }, cashier) => {
      const shift = shifts.open(input.shiftId);
      if (shift.ok && receiver.cashierId === cashier.id) {
        return fail({ kind: 'shift', reason: 'same-person' });
      }
      const found = await ports.identify(receiver);
      return found.ok ? shownClose(closing.close(input, cashier, found.value), cashier) : found;
    },
    zReports: ({ before }, cashier, approver) => {
      const rows = zReportsBefore(database, before, Z_REPORTS_AT_ONCE);
      const seen = rows.map(({ number }) => number);
      audit.note({
        kind: 'z-reports',
        by: cashier,
        approvedBy: approver,
        detail: { z: { from: seen.at(-1) ?? null, to: seen[0] ?? null } },
      });
      return ok(rows.map((row) => show(shiftReport.parse(JSON.parse(row.report)), cashier)));
    },
    print,
  };
}
