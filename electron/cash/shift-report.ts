import type { ShiftReport } from '../../shared/contract/index.ts';
import { maskAccount } from '../../shared/i18n/index.ts';
import { owedPayments, type PaymentRecord } from '../ledger/index.ts';
import { moneyOf } from './blind-count.ts';
import { type CashCountRow, countsOfShift } from './count-queries.ts';
import { makeReport } from './report.ts';
import {
  movementsOfShift,
  readShift,
  type ShiftRow,
  settledRefundsOfShift,
} from './shift-queries.ts';
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
    owed: owedPayments(database).flatMap(owedLine),
    settledRefunds: settledRefundsOfShift(database, shift.id),
    counts: rows.map(reportCount),
    countedUpTo: rows.at(-1)?.lastMovement ?? null,
  });
}

function owedLine({ intent, refund }: PaymentRecord): ShiftReport['owed'] {
  if (refund === null) return [];
  const { owedTo, isHandedOver, amount, foundAt } = refund;
  return [
    {
      billerName: intent.billerName,
      account: maskAccount(intent),
      externalId: intent.externalId,
      owedTo,
      isHandedOver,
      amount,
      foundAt,
    },
  ];
}

function reportCount(row: CashCountRow): ShiftReport['counts'][number] {
  return {
    at: row.at,
    by: row.cashierName,
    approvedBy: row.approverName,
    money: moneyOf(row),
  };
}
