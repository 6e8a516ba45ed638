import { z } from 'zod';
import {
  type CountedMoney,
  type CountResult,
  countedMoney,
  fail,
  hasRole,
  ok,
  type Result,
  type ShiftReport,
  shiftReport,
} from '../../shared/contract/index.ts';
import { type Money, money, subtract, sumsByCurrency, zero } from '../../shared/money/index.ts';
import { isoTime } from '../platform/index.ts';
import {
  type CashCountRow,
  countsOfShift,
  insertCashCount,
  insertZReport,
  nextZNumber,
  zReportOfShift,
} from './count-queries.ts';
import { addUp } from './counting.ts';
import { reportPaper } from './papers.ts';
import { expectedOf, isExact, makeReport } from './report.ts';
import {
  insertMovement,
  markShiftClosed,
  movementsOfShift,
  openShift,
  readShift,
  type ShiftRow,
} from './shift-queries.ts';
import type { Shifts } from './shifts.ts';
import type { Cash, CashCashier, CashPorts } from './types.ts';

const countedText = z.array(countedMoney);

export interface Closing extends Pick<Cash, 'isCounted' | 'count' | 'counted'> {
  mayClose(shift: ShiftRow, cashier: CashCashier): boolean;
  xReport(shiftId: string, by: CashCashier): Result<ShiftReport>;
  /** Closes it, for good or with somebody who takes the drawer over, and prints the Z report. */
  close(
    input: {
      readonly shiftId: string;
      readonly countId: string;
      readonly explanation: string | null;
    },
    cashier: CashCashier,
    receiver: CashCashier | null,
  ): Result<{ readonly report: ShiftReport; readonly jobId: string }>;
}

/** From the blind count to the Z report. Everything here is one commit or none. */
export function createClosing(ports: CashPorts, shifts: Shifts): Closing {
  const { database, clock, newId, audit, paper, settings } = ports;

  const mayClose: Closing['mayClose'] = (shift, cashier) =>
    shift.drawer === '' || shift.drawer === cashier.id || hasRole(cashier.role, 'supervisor');

  /** The open shift that this cashier may count and close. */
  const toClose = (shiftId: string, cashier: CashCashier): Result<ShiftRow> => {
    const shift = shifts.open(shiftId);
    if (!shift.ok) return shift;
    return mayClose(shift.value, cashier) ? shift : fail({ kind: 'shift', reason: 'not-yours' });
  };

  const reportCount = (row: CashCountRow): ShiftReport['counts'][number] => ({
    at: row.at,
    by: row.cashierName,
    approvedBy: row.approverName,
    money: countedText.parse(JSON.parse(row.counted)),
  });

  const resultOf = (row: CashCountRow): CountResult => {
    const money = countedText.parse(JSON.parse(row.counted));
    return {
      countId: row.id,
      shiftId: row.shiftId,
      at: row.at,
      money,
      needsExplanation: !isExact(money),
    };
  };

  const report = (
    shift: ShiftRow,
    more: Pick<
      Parameters<typeof makeReport>[0],
      'kind' | 'number' | 'at' | 'by' | 'handedTo' | 'openItems' | 'explanation'
    >,
  ): ShiftReport => {
    const rows = more.kind === 'z' ? countsOfShift(database, shift.id) : [];
    const from = shift.takenOverFrom === null ? null : readShift(database, shift.takenOverFrom);
    return makeReport({
      ...more,
      shift,
      takenOverFrom: from?.number ?? null,
      posNumber: settings().posNumber,
      currencies: shifts.currencies(shift.id),
      movements: movementsOfShift(database, shift.id),
      counts: rows.map(reportCount),
      countedUpTo: rows.at(-1)?.lastMovement ?? null,
    });
  };

  const count: Closing['count'] = ({ shiftId, counts }, cashier, approver) => {
    const shift = toClose(shiftId, cashier);
    if (!shift.ok) return shift;
    const currencies = shifts.currencies(shiftId);
    const added = addUp(counts, currencies);
    if (!added.ok) return added;
    const expected = expectedOf(movementsOfShift(database, shiftId), currencies);
    const money = added.value.map(({ currency, pieces, other, sum }): CountedMoney => {
      const should = expected.get(currency) ?? zero(currency);
      return {
        currency,
        pieces: pieces.map((piece) => ({ ...piece })),
        other,
        counted: sum.amount,
        expected: should.amount,
        difference: subtract(sum, should).amount,
      };
    });
    const row = {
      id: newId(),
      shiftId,
      at: isoTime(clock.now()),
      cashierId: cashier.id,
      approvedBy: approver?.id ?? null,
      counted: JSON.stringify(money),
    };
    database.commit(() => {
      insertCashCount(database, row);
      audit.noteInCommit({
        kind: 'drawer-counted',
        by: cashier,
        approvedBy: approver,
        detail: {
          shift: shift.value.number,
          money: money.map(({ currency, counted, difference }) => ({
            currency,
            counted,
            difference,
          })),
        },
      });
    });
    ports.onChange();
    const { id, at } = row;
    return ok({ countId: id, shiftId, at, money, needsExplanation: !isExact(money) });
  };

  const close: Closing['close'] = ({ shiftId, countId, explanation }, cashier, receiver) => {
    const done = closedBy(shiftId, countId);
    if (done !== null) return ok(done);
    const shift = toClose(shiftId, cashier);
    if (!shift.ok) return shift;
    const last = countsOfShift(database, shiftId).at(-1);
    if (last?.id !== countId) return fail({ kind: 'shift', reason: 'not-counted' });
    const counted = resultOf(last);
    if (counted.needsExplanation && explanation === null) {
      return fail({ kind: 'shift', reason: 'explanation' });
    }
    const openItems = shifts.openItems(shiftId);
    if (receiver === null && openItems.length > 0) return fail({ kind: 'shift', reason: 'held' });
    const may = receiver === null ? ok(null) : mayTakeOver(shift.value, receiver);
    if (!may.ok) return may;
    const at = isoTime(clock.now());
    const made = database.commit(() => {
      const number = nextZNumber(database);
      const z = report(shift.value, {
        kind: 'z',
        number,
        at,
        by: cashier.name,
        handedTo: receiver?.name ?? null,
        openItems,
        explanation: counted.needsExplanation ? explanation : null,
      });
      markShiftClosed(database, shiftId, { at, by: cashier.id });
      const document = reportPaper(z, settings());
      const jobId = paper.enqueueReport(document, cashier.id, null);
      insertZReport(database, {
        number,
        shiftId,
        at,
        report: JSON.stringify(z),
        document: JSON.stringify(document),
        printJob: jobId,
      });
      if (receiver !== null) takeOver(shift.value, z, receiver, at);
      audit.noteInCommit({
        kind: receiver === null ? 'shift-closed' : 'shift-handed-over',
        by: cashier,
        detail: {
          z: number,
          shift: shift.value.number,
          differences: counted.money.map(({ currency, difference }) => ({ currency, difference })),
          ...(receiver === null ? {} : { to: receiver.name, open: openItems.length }),
          ...(z.explanation === null ? {} : { explanation: z.explanation }),
        },
      });
      return { report: z, jobId };
    });
    paper.wake();
    ports.onChange();
    return ok(made);
  };

  /** The same count again, from another window or a second press: the Z report that it made. */
  const closedBy = (
    shiftId: string,
    countId: string,
  ): { report: ShiftReport; jobId: string } | null => {
    const z = zReportOfShift(database, shiftId);
    const last = z === null ? undefined : countsOfShift(database, shiftId).at(-1);
    if (z === null || last?.id !== countId) return null;
    return { report: shiftReport.parse(JSON.parse(z.report)), jobId: z.printJob };
  };

  const nextDrawer = (shift: ShiftRow, receiver: CashCashier): string =>
    shift.drawer === '' ? shifts.drawerOf(receiver.id) : receiver.id;

  const mayTakeOver = (shift: ShiftRow, receiver: CashCashier): Result<null> => {
    const drawer = nextDrawer(shift, receiver);
    if (drawer === shift.drawer) return ok(null);
    return openShift(database, drawer) === null
      ? ok(null)
      : fail({ kind: 'shift', reason: 'open-already' });
  };

  /** The next shift begins with what was counted and what came after it, in whatever currency. */
  const takeOver = (shift: ShiftRow, z: ShiftReport, receiver: CashCashier, at: string): void => {
    const next = shifts.begin({
      cashierId: receiver.id,
      drawer: nextDrawer(shift, receiver),
      isFloatCounted: true,
      takenOverFrom: shift.id,
    });
    const counted = (z.counts.at(-1)?.money ?? []).map(
      (one): Money => money(one.counted, one.currency),
    );
    for (const amount of sumsByCurrency([...counted, ...z.sinceCount]).values()) {
      insertMovement(database, {
        id: newId(),
        shiftId: next,
        at,
        kind: 'float',
        tender: 'cash',
        amount,
        intentId: null,
        cashierId: receiver.id,
        approvedBy: null,
        reason: null,
      });
    }
  };

  return {
    mayClose,
    isCounted: (shiftId) => countsOfShift(database, shiftId).length > 0,
    count,
    counted: ({ shiftId }, cashier) => {
      const shift = toClose(shiftId, cashier);
      if (!shift.ok) return shift;
      const last = countsOfShift(database, shiftId).at(-1);
      return ok(last ? resultOf(last) : null);
    },
    xReport: (shiftId, by) => {
      const shift = shifts.open(shiftId);
      if (!shift.ok) return shift;
      return ok(
        report(shift.value, {
          kind: 'x',
          number: null,
          at: isoTime(clock.now()),
          by: by.name,
          handedTo: null,
          openItems: shifts.openItems(shiftId),
          explanation: null,
        }),
      );
    },
    close,
  };
}
