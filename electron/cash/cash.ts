import {
  type CashState,
  fail,
  type OpenShiftView,
  ok,
  type Result,
  type ShiftReport,
  type ShownReport,
  shiftReport,
} from '../../shared/contract/index.ts';
import { type Money, subtract, zero } from '../../shared/money/index.ts';
import { createExpiringMap, isoTime } from '../platform/index.ts';
import { readDocument, SHOWN_FOR_MS } from '../printing/index.ts';
import { createClosing } from './closing.ts';
import { countsOfShift, readZReport, zReportsBefore } from './count-queries.ts';
import { addUp, checkMoved } from './counting.ts';
import { denominationsOf } from './denominations.ts';
import { copyOf, reportPaper, slipPaper } from './papers.ts';
import {
  insertMovement,
  type MovementKind,
  markFloatCounted,
  openShift,
  openShifts,
  readShift,
  type ShiftRow,
  warmCash,
} from './shift-queries.ts';
import { createShifts } from './shifts.ts';
import type { Cash, CashCashier, CashPorts } from './types.ts';

const Z_REPORTS_AT_ONCE = 10;

interface Shown {
  readonly report: ShiftReport;
  readonly cashierId: string;
}

export function createCash(ports: CashPorts): Cash {
  const { database, clock, newId, audit, paper, settings } = ports;
  const shifts = createShifts(ports);
  const closing = createClosing(ports, shifts);
  const shown = createExpiringMap<Shown>(clock, SHOWN_FOR_MS);
  warmCash(database);

  const show = (report: ShiftReport, cashier: CashCashier): ShownReport => {
    const id = newId();
    shown.set(id, { report, cashierId: cashier.id });
    return { id, report };
  };

  const viewOf = (shift: ShiftRow, cashier: CashCashier): OpenShiftView => ({
    id: shift.id,
    number: shift.number,
    openedAt: shift.openedAt,
    openedBy: shift.openedByName,
    drawerOf: shift.drawerName,
    isFloatCounted: shift.isFloatCounted,
    currencies: shifts.currencies(shift.id),
    countedAt: countsOfShift(database, shift.id).at(-1)?.at ?? null,
    mayClose: closing.mayClose(shift, cashier),
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
    // What was expected has been told: a float that comes after it would be made to fit.
    if (known !== null && closing.isCounted(known)) {
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
      for (const { sum } of counted.value) write(id, 'float', sum, { cashier });
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

  const write = (
    shiftId: string,
    kind: MovementKind,
    amount: Money,
    who: {
      readonly cashier: CashCashier;
      readonly approver?: CashCashier | null;
      readonly reason?: string;
    },
  ): void =>
    insertMovement(database, {
      id: newId(),
      shiftId,
      at: isoTime(clock.now()),
      kind,
      tender: 'cash',
      amount,
      intentId: null,
      cashierId: who.cashier.id,
      approvedBy: who.approver?.id ?? null,
      reason: who.reason ?? null,
    });

  /** Money that moves besides payments, or a drawer that is opened: with its slip, in one commit. */
  const moveCash = (
    moved: {
      readonly kind: 'payIn' | 'payOut' | 'drawer';
      readonly amount: Money | null;
      readonly reason: string;
    },
    cashier: CashCashier,
    approver: CashCashier | null,
  ): Result<{ jobId: string }> => {
    const { kind, amount, reason } = moved;
    const now = settings();
    const sum = amount === null ? ok(null) : checkMoved(amount);
    if (!sum.ok) return sum;
    if (sum.value !== null && sum.value.currency !== now.shopCurrency) {
      return fail({ kind: 'cash', reason: 'currency' });
    }
    const none = zero(now.shopCurrency);
    const signed = kind === 'payOut' ? subtract(none, sum.value ?? none) : (sum.value ?? none);
    const at = isoTime(clock.now());
    const done = database.commit((): Result<{ jobId: string }> => {
      const shiftId = shifts.forMovingInCommit(cashier.id);
      if (!shiftId.ok) return shiftId;
      const names = { payIn: 'pay-in', payOut: 'pay-out', drawer: 'drawer' } as const;
      write(shiftId.value, names[kind], signed, { cashier, approver, reason });
      const shiftNumber = readShift(database, shiftId.value)?.number ?? 0;
      const slip = slipPaper(
        {
          kind,
          amount: sum.value,
          reason,
          at,
          by: cashier.name,
          approvedBy: approver?.name ?? null,
          shiftNumber,
        },
        now,
      );
      audit.noteInCommit({
        kind: kind === 'drawer' ? 'drawer-opened' : names[kind],
        by: cashier,
        approvedBy: approver,
        detail: {
          shift: shiftNumber,
          reason,
          ...(sum.value === null ? {} : { amount: sum.value }),
        },
      });
      return ok({ jobId: paper.enqueueReport(slip, cashier.id, approver?.id ?? null) });
    });
    if (done.ok) paper.wake();
    ports.onChange();
    return done;
  };

  const print: Cash['print'] = ({ reportId }, cashier) => {
    const known = shown.get(reportId);
    if (!known || known.cashierId !== cashier.id) {
      return fail({ kind: 'shift', reason: 'report-gone' });
    }
    const { report } = known;
    const at = isoTime(clock.now());
    const jobId = database.commit(() => {
      const z = report.number === null ? null : readZReport(database, report.number);
      const document =
        z === null
          ? reportPaper(report, settings())
          : copyOf(readDocument(z.document), at, settings());
      audit.noteInCommit({
        kind: z === null ? 'x-report-printed' : 'z-report-printed-again',
        by: cashier,
        detail: { shift: report.shiftNumber, ...(z === null ? {} : { z: z.number }) },
      });
      return paper.enqueueReport(document, cashier.id, null);
    });
    paper.wake();
    return ok({ jobId });
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
    state: (_input, cashier) => ok(stateNow(cashier)),
    open,
    payIn: ({ amount, reason }, cashier) =>
      moveCash({ kind: 'payIn', amount, reason }, cashier, null),
    payOut: ({ amount, reason }, cashier, approver) =>
      moveCash({ kind: 'payOut', amount, reason }, cashier, approver),
    openDrawer: ({ reason }, cashier, approver) =>
      moveCash({ kind: 'drawer', amount: null, reason }, cashier, approver),
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
    isCounted: closing.isCounted,
    count: closing.count,
    counted: closing.counted,
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
