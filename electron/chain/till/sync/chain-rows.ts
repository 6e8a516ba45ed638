import { shiftReportSchema } from '../../../../shared/contract/index.ts';
import {
  createRowReader,
  type Database,
  type PaymentRecord,
  type RowReader,
  readPayment,
} from '../../../ledger/index.ts';
import type {
  ChainRow,
  PaymentChange,
  RefundChange,
  ShiftChange,
  UnreadableRow,
  ZReportChange,
} from '../../protocol/index.ts';
import type { LedgerChange } from './changes.ts';

/**
 * Reads the current values of the rows that the changes name. Ticket texts, raw answers, messages,
 * reasons and gift-card codes are not sent. Amounts are decimal text, times ISO 8601 in UTC or
 * seconds of the service's clock.
 */

type LedgerReader = Pick<Database, 'prepare'>;

/** Returns one row for each name, even if several changes name it. */
export function readRowsOfChanges(
  database: LedgerReader,
  changes: readonly LedgerChange[],
): (ChainRow | UnreadableRow)[] {
  const latest = new Map(changes.map((change) => [`${change.kind} ${change.key}`, change]));
  return [...latest.values()]
    .map((change) => readRowOrUnreadable(database, change))
    .filter((row) => row !== null);
}

/** An invalid row does not block the other rows. */
function readRowOrUnreadable(
  database: LedgerReader,
  change: LedgerChange,
): ChainRow | UnreadableRow | null {
  const { kind, number: n, key } = change;
  try {
    const row = readChainRow(database, change);
    const invalidField = Object.entries(row ?? {}).find(([, value]) => !isStorableText(value))?.[0];
    return invalidField === undefined ? row : { change: kind, n, key, wrong: invalidField };
  } catch (error) {
    const errorName = error instanceof Error ? error.name : 'unknown';
    return { change: kind, n, key, wrong: `it cannot be read: ${errorName}` };
  }
}

/** PostgreSQL stores no NUL and no lone surrogate, neither in text nor in JSON. */
function isStorableText(value: unknown): boolean {
  return typeof value !== 'string' || (!value.includes('\u0000') && value.isWellFormed());
}

/** Null if the row is missing, for example if rows were deleted by hand. */
function readChainRow(
  database: LedgerReader,
  { kind, key, number: n }: LedgerChange,
): ChainRow | null {
  switch (kind) {
    case 'payment':
    case 'refund': {
      const payment = readPayment(database, key);
      return payment && (kind === 'payment' ? toPaymentChange : toRefundChange)(payment, n);
    }
    case 'shift':
      return queryRow(database, SELECT_SHIFT, key, (row) => toShiftRow(database, row, n));
    case 'z-report':
      return queryRow(database, SELECT_Z_REPORT, Number(key), (row) => toZReportRow(row, n));
  }
}

function queryRow<Row>(
  database: LedgerReader,
  sql: string,
  key: string | number,
  toRow: (row: RowReader) => Row,
): Row | null {
  const row = database.prepare(sql).get(key);
  return row ? toRow(createRowReader(row)) : null;
}

function toPaymentChange(
  { intent, outcome, sends, performedAtEpochSecond }: PaymentRecord,
  n: number,
): PaymentChange {
  const [firstSend] = sends;
  // If the service gave no time, the Date of the first request replaces it, as in the till's own
  // daily file.
  const firstSecond = firstSend && Math.floor(Date.parse(firstSend.requestDate) / 1000);
  const isPaid = outcome.state === 'paid' || outcome.state === 'by-hand-paid';
  return {
    change: 'payment',
    n,
    id: intent.id,
    state: outcome.state,
    kind: intent.kind,
    created_at: intent.createdAt,
    performed: isPaid ? (performedAtEpochSecond ?? firstSecond ?? null) : null,
    biller: intent.billerId,
    biller_name: toStorableText(intent.billerName),
    account: intent.accountNumber,
    account_shown: intent.accountShown,
    amount: intent.amount.amount,
    currency: intent.amount.currency,
    fee: intent.fee?.amount ?? null,
    due: intent.due.amount,
    shop_currency: intent.due.currency,
    pos: intent.posNumber,
    external: intent.externalId,
    auth: outcome.authorization,
    cashier: intent.cashierId,
    cashier_name: toStorableText(intent.cashierName),
    version: intent.version,
    code: outcome.code,
    is_drp: intent.isDrp,
    cancels: intent.cancelledPaymentId,
    shift: intent.shiftId,
  };
}

const SELECT_SHIFT = `SELECT s.id, s.number, s.opened_at, s.closed_at, o.name AS opened_by,
    c.name AS closed_by, z.report
  FROM shifts s JOIN cashiers o ON o.id = s.opened_by LEFT JOIN cashiers c ON c.id = s.closed_by
    LEFT JOIN z_reports z ON z.shift_id = s.id
  WHERE s.id = ?`;

const SELECT_FLOAT = `SELECT amount, currency FROM cash_movements WHERE shift_id = ? AND kind = 'float'
  ORDER BY number`;

/** The expected amounts are sent only after the drawer was counted. */
function toShiftRow(database: LedgerReader, row: RowReader, n: number): ShiftChange {
  const id = row.text('id');
  const report = row.textOrNull('report');
  const counts = report === null ? [] : shiftReportSchema.parse(JSON.parse(report)).counts;
  const counted = counts.at(-1)?.money ?? null;
  const getSums = (field: 'counted' | 'expected' | 'difference') =>
    counted?.map((count) => ({ currency: count.currency, amount: count[field] })) ?? null;
  return {
    change: 'shift',
    n,
    id,
    number: row.integerOrNull('number'),
    opened_at: row.text('opened_at'),
    opened_by: toStorableText(row.text('opened_by')),
    closed_at: row.textOrNull('closed_at'),
    closed_by: toStorableTextOrNull(row.textOrNull('closed_by')),
    float: database
      .prepare(SELECT_FLOAT)
      .all(id)
      .map((movement) => {
        const sum = createRowReader(movement);
        return { currency: sum.text('currency'), amount: sum.text('amount') };
      }),
    counted: getSums('counted'),
    expected: getSums('expected'),
    difference: getSums('difference'),
  };
}

const SELECT_Z_REPORT = 'SELECT number, shift_id, at, report FROM z_reports WHERE number = ?';

function toZReportRow(row: RowReader, n: number): ZReportChange {
  const report = shiftReportSchema.parse(JSON.parse(row.text('report')));
  return {
    change: 'z-report',
    n,
    number: row.integer('number'),
    shift: row.text('shift_id'),
    at: row.text('at'),
    totals: report.money.flatMap(({ currency, payments, ...money }) => {
      const totals = {
        ...payments,
        'cash-out': money.cashOuts,
        cancel: money.cancels,
        'hand-back': money.handBacks,
        'take-in': money.takeIns,
        'pay-in': money.payIns,
        'pay-out': money.payOuts,
        drop: money.drops,
        float: { count: 0, amount: money.float },
        fees: { count: 0, amount: money.fees },
        expected: { count: 0, amount: money.expected },
      };
      return Object.entries(totals).map(([name, total]) => ({ name, ...total, currency }));
    }),
  };
}

function toRefundChange({ intent, refund }: PaymentRecord, n: number): RefundChange | null {
  if (refund === null) return null;
  const { amount, settled } = refund;
  return {
    change: 'refund',
    n,
    payment: intent.id,
    at: refund.foundAt,
    amount: amount.amount,
    currency: amount.currency,
    owed_to: refund.owedTo,
    settled_at: settled?.at ?? null,
    settled: settled?.how ?? null,
  };
}

/**
 * For names only: replaces what the chain does not store, control characters and line breaks. A row
 * with such an account number is set aside instead.
 */
function toStorableText(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '\ufffd').toWellFormed();
}

function toStorableTextOrNull(text: string | null): string | null {
  return text === null ? null : toStorableText(text);
}
