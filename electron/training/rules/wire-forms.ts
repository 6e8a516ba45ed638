import type { TrainingBiller, TrainingCatalog } from '../catalog/index.ts';
import { hashText } from '../random-source.ts';
import type { TrainingTransactionRecord } from '../state/index.ts';
import type { StrictMode } from '../strict-mode.ts';
import { toWireNumber, type WireObject } from '../wire/index.ts';

/**
 * The form in which an object goes on the wire. Each function receives the object with every field
 * that was ever recorded.
 */
export interface WireForms {
  toAccount(shape: WireObject): WireObject;
  toBiller(row: WireObject, biller: TrainingBiller): WireObject;
  toBill(shape: WireObject): WireObject;
  toConsult(shape: WireObject): WireObject;
  toTopUpCheck(shape: WireObject): WireObject;
  /** The answer to a payment or a cash-out, or the body of a webhook. */
  toPayment(shape: WireObject, transaction: TrainingTransactionRecord, now: number): WireObject;
  /** A row of a list of transactions; it never has a `ticket_text`. */
  toTransactionRow(
    shape: WireObject,
    transaction: TrainingTransactionRecord,
    now: number,
  ): WireObject;
  /** Whether the rows of the next list have their external_id. */
  hasExternalIds(): boolean;
}

export const FRIENDLY_WIRE_FORMS: WireForms = {
  toAccount: (shape) => shape,
  toBiller: (row) => row,
  toBill: (shape) => shape,
  toConsult: (shape) => shape,
  toTopUpCheck: (shape) => shape,
  toPayment: (shape) => shape,
  toTransactionRow: (shape) => omitFields(shape, ['ticket_text']),
  hasExternalIds: () => true,
};

/** A status that no client knows. */
const UNKNOWN_STATUS = 'queued';
const UNKNOWN_STATUS_MS = 2000;
const BARE_BILL_FIELDS = [
  'id',
  'biller_id',
  'account_number',
  'status',
  'balance',
  'has_xdata',
  'error_code',
  'error_message',
  'xdata',
];
const BARE_CONSULT_FIELDS = ['bill_amount', 'bill_amount_currency'];
const BARE_CHECK_FIELDS = ['topup_amount_received', 'bonus_amount_received', 'biller_currency_iso'];
const UPPER_CASE_PERCENT = 30;
const WITHOUT_PAYEE_PERCENT = 20;
const BILLERS_WITHOUT_CURRENCY_PERCENT = 10;

/** The same forms, but the status of every answer to a payment confirms nothing. */
export function withFaultyStatus(
  forms: WireForms,
  fault: 'unknown-status' | 'failed-status',
): WireForms {
  const status = fault === 'failed-status' ? 'failed' : UNKNOWN_STATUS;
  return {
    ...forms,
    toPayment: (shape, transaction, now) => ({
      ...forms.toPayment(shape, transaction, now),
      status,
    }),
  };
}

/** `currency` is that of the shop's account, which the strict service does not name. */
export function createStrictWireForms(
  mode: StrictMode,
  service: {
    readonly seed: number;
    readonly currency: string;
    readonly catalog: TrainingCatalog;
  },
): WireForms {
  const { seed, currency, catalog } = service;
  const isDrawn = (what: string, id: unknown, percent: number): boolean =>
    hashText(`strict ${seed} ${what} ${String(id)}`) % 100 < percent;
  const isBare = (what: string, id: unknown): boolean => isDrawn(what, id, mode.bareObjects);
  const withMixedId = (what: string, shape: WireObject): WireObject =>
    isDrawn(`${what} text id`, shape.id, 50) ? { ...shape, id: String(shape.id) } : shape;
  let lists = 0;

  const toTransaction = (
    shape: WireObject,
    transaction: TrainingTransactionRecord,
    now: number,
    isRow: boolean,
  ): WireObject => {
    const { id } = transaction;
    const isUnknown =
      (transaction.status === 'sent' || transaction.status === 'fulfilled') &&
      now - transaction.createdAt < UNKNOWN_STATUS_MS &&
      'status' in shape &&
      isDrawn('status', id, mode.unknownStatuses);
    const externalId = isDrawn('upper case', id, UPPER_CASE_PERCENT)
      ? transaction.externalId.toUpperCase()
      : transaction.externalId;
    const isTransactionBare = isBare('transaction', id);
    const base = isTransactionBare
      ? toBareTransaction(shape, transaction, isRow, catalog)
      : omitNulls(shape);
    const omitted = [
      ...(isRow ? ['ticket_text'] : []),
      ...(!isTransactionBare &&
      shape.type === 'transaction' &&
      isDrawn('payee', id, WITHOUT_PAYEE_PERCENT)
        ? ['biller_id', 'account_number']
        : []),
    ];
    return withMixedId('transaction', {
      ...omitFields(base, omitted),
      external_id: externalId,
      ...(isUnknown ? { status: UNKNOWN_STATUS } : {}),
    });
  };

  return {
    toAccount: (shape) => omitFields(shape, ['currency']),
    toBiller: (row, biller) => {
      const hasNoCurrency =
        biller.currency === currency &&
        isDrawn('biller currency', biller.id, BILLERS_WITHOUT_CURRENCY_PERCENT);
      const named = hasNoCurrency ? omitFields(row, ['currency']) : row;
      if (!isBare('biller', biller.id)) return omitNulls(named);
      const { supports_partial_payments: partial = false, ...rest } = named;
      return omitNulls({
        ...omitFields(rest, ['hours_to_fulfill', 'has_xdata']),
        supports_partial_payment: partial,
      });
    },
    // The balance may be null; every other field that has no value is absent.
    toBill: (shape) => {
      const bare = isBare('bill', shape.id) ? pickFields(shape, BARE_BILL_FIELDS) : shape;
      return withMixedId('bill', {
        ...omitNulls(bare),
        ...(shape.status === 'linked' ? { balance: shape.balance ?? null } : {}),
      });
    },
    toConsult: (shape) =>
      isBare('consult', `${shape.biller_id} ${shape.account_number}`)
        ? pickFields(shape, BARE_CONSULT_FIELDS)
        : { ...omitNulls(shape), bill_amount: shape.bill_amount ?? null },
    toTopUpCheck: (shape) =>
      isBare('check', JSON.stringify(shape))
        ? pickFields(shape, BARE_CHECK_FIELDS)
        : omitNulls(shape),
    toPayment: (shape, transaction, now) => toTransaction(shape, transaction, now, false),
    toTransactionRow: (shape, transaction, now) => toTransaction(shape, transaction, now, true),
    hasExternalIds: () => {
      lists += 1;
      return !isDrawn('list', lists, mode.listsWithoutExternalId);
    },
  };
}

/**
 * A transaction with the fields of the interface. A row also has its status, without which nobody
 * could see a refund. Only a cash-out and a gift card have their text.
 */
function toBareTransaction(
  shape: WireObject,
  transaction: TrainingTransactionRecord,
  isRow: boolean,
  catalog: TrainingCatalog,
): WireObject {
  const isTextRequired =
    transaction.kind === 'cash-out' ||
    catalog.findBiller(transaction.billerId)?.kind === 'gift-card';
  return {
    ...pickFields(shape, ['id', 'created_at', 'biller_id', 'account_number']),
    amount: toWireNumber(transaction.amount),
    currency: transaction.currency,
    ...(transaction.posNumber === null ? {} : { pos_number: transaction.posNumber }),
    ...(isRow ? pickFields(shape, ['status']) : {}),
    ...(isTextRequired ? pickFields(shape, ['ticket_text']) : {}),
  };
}

export function omitFields(shape: WireObject, names: readonly string[]): WireObject {
  return Object.fromEntries(Object.entries(shape).filter(([name]) => !names.includes(name)));
}

function pickFields(shape: WireObject, names: readonly string[]): WireObject {
  return Object.fromEntries(Object.entries(shape).filter(([name]) => names.includes(name)));
}

function omitNulls(shape: WireObject): WireObject {
  return Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== null));
}
