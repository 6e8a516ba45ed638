import {
  type Cashier,
  fail,
  ok,
  type Result,
  type ShiftReport,
  shiftReportSchema,
} from '../../../shared/contract/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import { type BlindCount, toCountResult } from './blind-count.ts';
import {
  getNextZReportNumber,
  insertZReport,
  listCashCountsOfShift,
  readZReportOfShift,
} from './count-queries.ts';
import { renderShiftReport } from './drawer-papers.ts';
import { readShiftReport } from './read-shift-report.ts';
import { createShiftHandover } from './shift-handover.ts';
import { markShiftClosed } from './shift-queries.ts';
import type { Shifts } from './shifts.ts';
import type { CashPorts } from './types.ts';

export interface ShiftCloser {
  createXReport(shiftId: string, by: Cashier): Result<ShiftReport>;
  /** Closes the shift, or hands it over if there is a receiver, and prints the Z report. */
  close(
    input: {
      readonly shiftId: string;
      readonly countId: string;
      readonly explanation: string | null;
    },
    cashier: Cashier,
    receiver: Cashier | null,
  ): Result<{ readonly report: ShiftReport; readonly jobId: string }>;
}

/** Closes a counted shift with its Z report, in a single commit. */
export function createShiftCloser(
  ports: CashPorts,
  shifts: Shifts,
  blindCount: Pick<BlindCount, 'requireCloseableShift'>,
): ShiftCloser {
  const { database, clock, audit, paper, settings } = ports;
  const { checkCanTakeOver, openSuccessorShiftInCommit } = createShiftHandover(ports, shifts);

  const close: ShiftCloser['close'] = ({ shiftId, countId, explanation }, cashier, receiver) => {
    const existing = findExistingClose(shiftId, countId);
    if (existing !== null) return ok(existing);
    const shift = blindCount.requireCloseableShift(shiftId, cashier);
    if (!shift.ok) return shift;
    const lastCount = listCashCountsOfShift(database, shiftId).at(-1);
    if (lastCount?.id !== countId) return fail({ kind: 'shift', reason: 'not-counted' });
    const countResult = toCountResult(lastCount);
    if (countResult.needsExplanation && explanation === null) {
      return fail({ kind: 'shift', reason: 'explanation' });
    }
    if (shifts.hasUnfinishedBasket(shiftId)) return fail({ kind: 'shift', reason: 'basket' });
    const openItems = shifts.listShiftBlockingPayments(shiftId);
    if (receiver === null && openItems.length > 0) return fail({ kind: 'shift', reason: 'held' });
    const handoverCheck = receiver === null ? ok(null) : checkCanTakeOver(shift.value, receiver);
    if (!handoverCheck.ok) return handoverCheck;
    const at = toIsoTime(clock.now());
    const closedShift = database.commit(() => {
      const number = getNextZReportNumber(database);
      const report = readShiftReport(ports, shifts, shift.value, {
        kind: 'z',
        number,
        at,
        by: cashier.name,
        handedTo: receiver?.name ?? null,
        openItems,
        explanation: countResult.needsExplanation ? explanation : null,
      });
      markShiftClosed(database, shiftId, { at, by: cashier.id });
      const document = renderShiftReport(report, settings());
      const jobId = paper.enqueueReport(document, cashier.id, null);
      insertZReport(database, {
        number,
        shiftId,
        at,
        report: JSON.stringify(report),
        document: JSON.stringify(document),
        printJob: jobId,
      });
      if (receiver !== null) openSuccessorShiftInCommit(shift.value, report, receiver, at);
      audit.recordInTransaction({
        kind: receiver === null ? 'shift-closed' : 'shift-handed-over',
        by: cashier,
        detail: {
          z: number,
          shift: shift.value.number,
          differences: countResult.money.map(({ currency, difference }) => ({
            currency,
            difference,
          })),
          ...(receiver === null ? {} : { to: receiver.name, open: openItems.length }),
          ...(report.explanation === null ? {} : { explanation: report.explanation }),
        },
      });
      return { report, jobId };
    });
    paper.wake();
    ports.onChange();
    return ok(closedShift);
  };

  /** The Z report of an earlier close with the same count, from another window or a second press. */
  const findExistingClose = (
    shiftId: string,
    countId: string,
  ): { report: ShiftReport; jobId: string } | null => {
    const row = readZReportOfShift(database, shiftId);
    if (row === null || listCashCountsOfShift(database, shiftId).at(-1)?.id !== countId)
      return null;
    return { report: shiftReportSchema.parse(JSON.parse(row.report)), jobId: row.printJob };
  };

  return {
    createXReport: (shiftId, by) => {
      const shift = shifts.requireOpenShift(shiftId);
      if (!shift.ok) return shift;
      return ok(
        readShiftReport(ports, shifts, shift.value, {
          kind: 'x',
          number: null,
          at: toIsoTime(clock.now()),
          by: by.name,
          handedTo: null,
          openItems: shifts.listShiftBlockingPayments(shiftId),
          explanation: null,
        }),
      );
    },
    close,
  };
}
