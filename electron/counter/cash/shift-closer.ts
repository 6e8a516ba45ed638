import {
  fail,
  ok,
  type Result,
  type ShiftReport,
  shiftReportSchema,
} from '../../../shared/contract/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import { type BlindCount, toCountResult } from './blind-count.ts';
import {
  getNextZNumber,
  insertZReport,
  listCountsOfShift,
  readZReportOfShift,
} from './count-queries.ts';
import { renderShiftReport } from './drawer-papers.ts';
import { readShiftReport } from './read-shift-report.ts';
import { createShiftHandover } from './shift-handover.ts';
import { markShiftClosed } from './shift-queries.ts';
import type { Shifts } from './shifts.ts';
import type { CashPorts, ShiftCashier } from './types.ts';

export interface ShiftCloser {
  createXReport(shiftId: string, by: ShiftCashier): Result<ShiftReport>;
  /** Closes it, for good or with somebody who takes the drawer over, and prints the Z report. */
  close(
    input: {
      readonly shiftId: string;
      readonly countId: string;
      readonly explanation: string | null;
    },
    cashier: ShiftCashier,
    receiver: ShiftCashier | null,
  ): Result<{ readonly report: ShiftReport; readonly jobId: string }>;
}

/** From the blind count to the Z report. Everything here is one commit or none. */
export function createShiftCloser(
  ports: CashPorts,
  shifts: Shifts,
  blindCount: Pick<BlindCount, 'toClose'>,
): ShiftCloser {
  const { database, clock, audit, paper, settings } = ports;
  const { canTakeOver, takeOverInCommit } = createShiftHandover(ports, shifts);

  const close: ShiftCloser['close'] = ({ shiftId, countId, explanation }, cashier, receiver) => {
    const done = closedBy(shiftId, countId);
    if (done !== null) return ok(done);
    const shift = blindCount.toClose(shiftId, cashier);
    if (!shift.ok) return shift;
    const last = listCountsOfShift(database, shiftId).at(-1);
    if (last?.id !== countId) return fail({ kind: 'shift', reason: 'not-counted' });
    const counted = toCountResult(last);
    if (counted.needsExplanation && explanation === null) {
      return fail({ kind: 'shift', reason: 'explanation' });
    }
    if (shifts.hasUnfinishedBasket(shiftId)) return fail({ kind: 'shift', reason: 'basket' });
    const openItems = shifts.listOpenItems(shiftId);
    if (receiver === null && openItems.length > 0) return fail({ kind: 'shift', reason: 'held' });
    const may = receiver === null ? ok(null) : canTakeOver(shift.value, receiver);
    if (!may.ok) return may;
    const at = toIsoTime(clock.now());
    const made = database.commit(() => {
      const number = getNextZNumber(database);
      const z = readShiftReport(ports, shifts, shift.value, {
        kind: 'z',
        number,
        at,
        by: cashier.name,
        handedTo: receiver?.name ?? null,
        openItems,
        explanation: counted.needsExplanation ? explanation : null,
      });
      markShiftClosed(database, shiftId, { at, by: cashier.id });
      const document = renderShiftReport(z, settings());
      const jobId = paper.enqueueReport(document, cashier.id, null);
      insertZReport(database, {
        number,
        shiftId,
        at,
        report: JSON.stringify(z),
        document: JSON.stringify(document),
        printJob: jobId,
      });
      if (receiver !== null) takeOverInCommit(shift.value, z, receiver, at);
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
    const z = readZReportOfShift(database, shiftId);
    const last = z === null ? undefined : listCountsOfShift(database, shiftId).at(-1);
    if (z === null || last?.id !== countId) return null;
    return { report: shiftReportSchema.parse(JSON.parse(z.report)), jobId: z.printJob };
  };

  return {
    createXReport: (shiftId, by) => {
      const shift = shifts.requireOpen(shiftId);
      if (!shift.ok) return shift;
      return ok(
        readShiftReport(ports, shifts, shift.value, {
          kind: 'x',
          number: null,
          at: toIsoTime(clock.now()),
          by: by.name,
          handedTo: null,
          openItems: shifts.listOpenItems(shiftId),
          explanation: null,
        }),
      );
    },
    close,
  };
}
