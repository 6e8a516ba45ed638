import type { ShiftReport } from '../../shared/contract/index.ts';
import { moneyOf } from './blind-count.ts';
import { type CashCountRow, countsOfShift } from './count-queries.ts';
import { makeReport } from './report.ts';
import { movementsOfShift, readShift, type ShiftRow } from './shift-queries.ts';
import type { Shifts } from './shifts.ts';
import type { CashPorts } from './types.ts';

/** The report of a shift, from what the ledger has of it. */
export function reportOf(
  { database, settings }: Pick<CashPorts, 'database' | 'settings'>,
  shifts: Pick<Shifts, 'currencies'>,
  shift: ShiftRow,
  more: Pick<
    Parameters<typeof makeReport>[0],
    'kind' | 'number' | 'at' | 'by' | 'handedTo' | 'openItems' | 'explanation'
  >,
): ShiftReport {
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
}

function reportCount(row: CashCountRow): ShiftReport['counts'][number] {
  return {
    at: row.at,
    by: row.cashierName,
    approvedBy: row.approverName,
    money: moneyOf(row),
  };
}
