import { paymentKindSchema, shiftReportSchema } from '../../../../shared/contract/index.ts';
import { OUTCOME_STATES } from '../../../../shared/rules/index.ts';
import { type Database, parseOneOf, type RowReader, readRow } from '../../../ledger/index.ts';
import type {
  ChainRow,
  PaymentRow,
  RefundChange,
  ShiftChange,
  UnreadableRow,
  ZReportChange,
} from '../../protocol/index.ts';
import type { Change } from './changes.ts';

/**
 * Reads the current values of the rows that the changes name. Ticket texts, raw answers, messages,
 * reasons and gift-card codes are not read. Amounts are decimal text, times ISO 8601 in UTC or
 * seconds of the service's clock.
 */

type LedgerReader = Pick<Database, 'prepare'>;

/** Returns one row for each name, even if several changes name it. */
export function readChainRows(
  database: LedgerReader,
  changes: readonly Change[],
): (ChainRow | UnreadableRow)[] {
  const latest = new Map(changes.map((change) => [`${change.kind} ${change.key}`, change]));
  return [...latest.values()]
    .map((change) => readRowOrUnreadable(database, change))
    .filter((row) => row !== null);
}

/** An invalid row does not block the other rows. */
function readRowOrUnreadable(
  database: LedgerReader,
  change: Change,
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
function readChainRow(database: LedgerReader, { kind, key, number: n }: Change): ChainRow | null {
  switch (kind) {
    case 'payment':
      return queryRow(database, SELECT_PAYMENT, key, (row) => toPaymentRow(row, n));
    case 'shift':
      return queryRow(database, SELECT_SHIFT, key, (row) => toShiftRow(database, row, n));
    case 'z-report':
      return queryRow(database, SELECT_Z_REPORT, Number(key), (row) => toZReportRow(row, n));
    case 'refund':
      return queryRow(database, SELECT_REFUND, key, (row) => toRefundRow(row, n));
  }
}

function queryRow<Row>(
  database: LedgerReader,
  sql: string,
  key: string | number,
  toRow: (row: RowReader) => Row,
): Row | null {
  const row = database.prepare(sql).get(key);
  return row ? toRow(readRow(row)) : null;
}

/**
 * If the service gave no time, the Date of the first request replaces it, as in the till's own
 * daily file.
 */
const SELECT_PAYMENT = `SELECT i.id, o.state, i.kind, i.created_at, i.biller_id, i.biller_name,
    i.account_number, i.account_shown, i.amount, i.currency, i.fee, i.due, i.shop_currency,
    i.pos_number, i.external_id, o.authorization, i.cashier_id, i.cashier_name, i.version, o.code,
    i.is_drp, i.cancels, i.shift_id,
    CASE WHEN o.state IN ('paid', 'by-hand-paid') THEN coalesce(o.performed_second,
      (SELECT unixepoch(s.request_date) FROM sends s WHERE s.intent_id = i.id AND s.number = 1))
      END AS performed
  FROM intents i JOIN outcomes o ON o.intent_id = i.id WHERE i.id = ?`;

function toPaymentRow(row: RowReader, n: number): PaymentRow {
  return {
    change: 'payment',
    n,
    id: row.text('id'),
    state: parseOneOf(row.text('state'), OUTCOME_STATES),
    kind: parseOneOf(row.text('kind'), paymentKindSchema.options),
    created_at: row.text('created_at'),
    performed: row.integerOrNull('performed'),
    biller: row.integer('biller_id'),
    biller_name: toStorableText(row.text('biller_name')),
    account: row.text('account_number'),
    account_shown: row.textOrNull('account_shown') ?? row.text('account_number'),
    amount: row.text('amount'),
    currency: row.text('currency'),
    fee: row.textOrNull('fee'),
    due: row.text('due'),
    shop_currency: row.text('shop_currency'),
    pos: row.text('pos_number'),
    external: row.text('external_id'),
    auth: row.textOrNull('authorization'),
    cashier: row.text('cashier_id'),
    cashier_name: toStorableText(row.text('cashier_name')),
    version: row.text('version'),
    code: row.textOrNull('code'),
    is_drp: row.integer('is_drp') === 1,
    cancels: row.textOrNull('cancels'),
    shift: row.text('shift_id'),
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
        const sum = readRow(movement);
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
        float: { count: 0, amount: money.float },
        fees: { count: 0, amount: money.fees },
        expected: { count: 0, amount: money.expected },
      };
      return Object.entries(totals).map(([name, total]) => ({ name, ...total, currency }));
    }),
  };
}

const SELECT_REFUND = `SELECT r.intent_id, r.amount, r.currency, r.found_at, r.owed_to, s.how,
    s.at AS settled_at
  FROM refunds r LEFT JOIN refund_settlements s ON s.intent_id = r.intent_id WHERE r.intent_id = ?`;

const SETTLEMENTS = ['handed-back', 'taken-in', 'decided'] as const;

function toRefundRow(row: RowReader, n: number): RefundChange {
  const settlement = row.textOrNull('how');
  return {
    change: 'refund',
    n,
    payment: row.text('intent_id'),
    at: row.text('found_at'),
    amount: row.text('amount'),
    currency: row.text('currency'),
    owed_to: parseOneOf(row.text('owed_to'), ['customer', 'shop']),
    settled_at: row.textOrNull('settled_at'),
    settled: settlement === null ? null : parseOneOf(settlement, SETTLEMENTS),
  };
}

/**
 * For names only: replaces what PostgreSQL cannot store. A row with such an account number is set
 * aside instead.
 */
function toStorableText(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').toWellFormed();
}

function toStorableTextOrNull(text: string | null): string | null {
  return text === null ? null : toStorableText(text);
}
