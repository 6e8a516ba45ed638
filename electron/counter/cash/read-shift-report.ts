import type { ShiftReport } from '../../../shared/contract/index.ts';
import { maskAccount } from '../../../shared/i18n/index.ts';
import { getMoneyStatus, getMoneyToGive } from '../../../shared/rules/index.ts';
import {
  listPaymentsWithUnseenOutcome,
  listPaymentsWithUnsettledRefund,
  type PaymentRecord,
} from '../../ledger/index.ts';
import { listOpenClaims } from '../claims/index.ts';
import { parseCountedMoney } from './blind-count.ts';
import { buildShiftReport } from './build-shift-report.ts';
import { type CashCountRow, listCashCountsOfShift } from './count-queries.ts';
import {
  listCashMovementsOfShift,
  listSettledRefundsOfShift,
  requireShift,
  type ShiftRow,
} from './shift-queries.ts';
import type { Shifts } from './shifts.ts';
import type { CashPorts } from './types.ts';

/** Builds the report of a shift from the ledger. */
export function readShiftReport(
  { database, settings }: Pick<CashPorts, 'database' | 'settings'>,
  shifts: Pick<Shifts, 'listCurrencies'>,
  shift: ShiftRow,
  details: Pick<
    Parameters<typeof buildShiftReport>[0],
    'kind' | 'number' | 'at' | 'by' | 'handedTo' | 'openItems' | 'explanation'
  >,
): ShiftReport {
  const countRows = details.kind === 'z' ? listCashCountsOfShift(database, shift.id) : [];
  return buildShiftReport({
    ...details,
    shift,
    takenOverFrom:
      shift.takenOverFrom === null ? null : requireShift(database, shift.takenOverFrom).number,
    posNumber: settings().posNumber,
    currencies: shifts.listCurrencies(shift.id),
    movements: listCashMovementsOfShift(database, shift.id),
    owed: listPaymentsWithUnsettledRefund(database).flatMap(toOwedLine),
    toGive: listPaymentsWithUnseenOutcome(database).flatMap(toMoneyToGiveLine),
    claims: listOpenClaims(database).map((claim) => ({
      number: claim.number,
      billerName: claim.billerName,
      account: maskAccount(claim),
      amount: claim.due,
      followUpOn: claim.followUpOn,
    })),
    settledRefunds: listSettledRefundsOfShift(database, shift.id),
    counts: countRows.map(toReportCount),
    countedUpTo: countRows.at(-1)?.lastMovement ?? null,
  });
}

function toOwedLine({ intent, refund }: PaymentRecord): ShiftReport['owed'] {
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

function toMoneyToGiveLine({ intent, outcome }: PaymentRecord): ShiftReport['toGive'] {
  if (outcome.state === 'intent' || outcome.state === 'sent') return [];
  const { state } = outcome;
  const amount = getMoneyToGive({ state, cash: intent.cash, change: intent.change });
  if (amount === null) return [];
  return [
    {
      what: getMoneyStatus({ state, isNotSent: false }) === 'paid' ? 'change' : 'cash',
      billerName: intent.billerName,
      account: maskAccount(intent),
      externalId: intent.externalId,
      amount,
    },
  ];
}

function toReportCount(row: CashCountRow): ShiftReport['counts'][number] {
  return {
    at: row.at,
    by: row.cashierName,
    approvedBy: row.approverName,
    money: parseCountedMoney(row),
  };
}
