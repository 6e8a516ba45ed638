import {
  billerKindSchema,
  paymentKindSchema,
  serviceVersionSchema,
  unknownOutcomeReasonSchema,
} from '../../shared/contract/index.ts';
import { OUTCOME_STATES } from '../../shared/rules/index.ts';
import { type Column, column, defineRowReader, defineTable, type RowOf } from './define-table.ts';

/**
 * The tables of payments that several folders read and write. Times are ISO 8601 in UTC, amounts
 * `Money`.
 */

/** With the literals of the biller's mask, as screen and paper show it. */
export const formattedAccountColumn: Column<string> = {
  columns: ['account_shown'],
  otherColumnsRead: ['account_number'],
  // Null if it equals the number.
  read: (row) => row.textOrNull('account_shown') ?? row.text('account_number'),
  write: (value) => [value],
};

export const INTENTS = defineTable('intents', {
  id: column.text('id'),
  orderId: column.text('order_id'),
  kind: column.oneOf('kind', paymentKindSchema.options),
  createdAt: column.text('created_at'),
  version: column.oneOf('version', serviceVersionSchema.options),
  externalId: column.text('external_id'),
  idempotencyKey: column.text('idempotency_key'),
  target: column.text('target'),
  /** The exact bytes of the request. */
  body: column.bytes('body'),
  billerId: column.integer('biller_id'),
  billerName: column.text('biller_name'),
  billerKind: column.oneOf('biller_kind', billerKindSchema.options),
  /** The service's type of the biller's accounts; null for payments from before it was stored. */
  billType: column.textOrNull('bill_type'),
  /** As sent to the service: without the literals of the biller's mask. */
  accountNumber: column.text('account_number'),
  accountShown: formattedAccountColumn,
  nameOnAccount: column.textOrNull('name_on_account'),
  billId: column.textOrNull('bill_id'),
  amount: column.money('amount', 'currency'),
  /** In the shop's currency, like `due`, `cash` and `change`. */
  fee: column.orNull(column.moneyWithSharedCurrency('fee', 'shop_currency')),
  due: column.money('due', 'shop_currency'),
  cash: column.orNull(column.moneyWithSharedCurrency('cash', 'shop_currency')),
  change: column.orNull(column.moneyWithSharedCurrency('change', 'shop_currency')),
  /** JSON of the order's rate; null if both currencies are the same. */
  rate: column.textOrNull('rate'),
  cashierId: column.text('cashier_id'),
  cashierName: column.text('cashier_name'),
  posNumber: column.text('pos_number'),
  shiftId: column.text('shift_id'),
  isDrp: column.boolean('is_drp'),
  cancelledPaymentId: column.textOrNull('cancels'),
  /** The supervisor who approved it, with the reason below; null if no approval was needed. */
  approvedBy: column.textOrNull('approved_by'),
  reason: column.textOrNull('reason'),
});
export type Intent = RowOf<typeof INTENTS>;

const RESOLVED_BY = ['answer', 'look-up', 'never-sent', 'signature-died', 'by-hand'] as const;
export type ResolvedBy = (typeof RESOLVED_BY)[number];
export type OutcomeState = (typeof OUTCOME_STATES)[number];

/** What is known of an outcome. Another table is never written for it. */
export const PAYMENT_OUTCOME_READER = defineRowReader({
  state: column.oneOf('state', OUTCOME_STATES),
  resolvedAt: column.textOrNull('resolved_at'),
  resolvedBy: column.orNull(column.oneOf('resolved_by', RESOLVED_BY)),
  authorization: column.textOrNull('authorization'),
  transactionCreatedAt: column.textOrNull('transaction_created_at'),
  serviceStatus: column.textOrNull('service_status'),
  /** Hours within which the service fulfils or refunds it; null if it sent none. */
  hoursToFulfill: column.integerOrNull('hours_to_fulfill'),
  /** The shop's earnings from it, in the shop's currency; null if the service sent none. */
  earned: column.textOrNull('earned'),
  /** Exactly as received; when read from the ledger, only the part that is printed. */
  ticketText: column.textOrNull('ticket_text'),
  code: column.textOrNull('code'),
  message: column.textOrNull('message'),
  httpStatus: column.integerOrNull('http_status'),
  unknownBecause: column.orNull(
    column.oneOf('unknown_because', unknownOutcomeReasonSchema.options),
  ),
  /** Evidence that a send arrived, or that contradicts the look-ups; null if there is none. */
  evidence: column.textOrNull('evidence'),
  nextLookUpAt: column.textOrNull('next_look_up_at'),
  seenAt: column.textOrNull('seen_at'),
});
export type PaymentOutcome = RowOf<typeof PAYMENT_OUTCOME_READER>;

export const OUTCOMES = defineTable('outcomes', {
  intentId: column.text('intent_id'),
  ...PAYMENT_OUTCOME_READER.fields,
  /** Who closed it by hand, and why. */
  byHandCashierId: column.textOrNull('by_hand_cashier_id'),
  byHandReason: column.textOrNull('by_hand_reason'),
  /** When the service performed it, in seconds since the epoch; null if it gave no readable time. */
  performedSecond: column.generated(column.integerOrNull('performed_second'), null),
});

const SEND_RESULTS = ['not-sent', 'done', 'refused', 'unknown'] as const;
export type SendResult = (typeof SEND_RESULTS)[number];

export const SENDS = defineTable('sends', {
  intentId: column.text('intent_id'),
  number: column.integer('number'),
  /** The Date header of the request. */
  requestDate: column.text('request_date'),
  startedAt: column.text('started_at'),
  cashierId: column.text('cashier_id'),
  endedAt: column.textOrNull('ended_at'),
  result: column.orNull(column.oneOf('result', SEND_RESULTS)),
  httpStatus: column.integerOrNull('http_status'),
  code: column.textOrNull('code'),
  message: column.textOrNull('message'),
  reason: column.textOrNull('reason'),
  /** The service's Retry-After in seconds; null if it sent none. */
  retryAfterSeconds: column.integerOrNull('retry_after_seconds'),
  /** The raw answer, truncated for storage. */
  raw: column.textOrNull('raw'),
});

const LOOK_UP_RESULTS = ['found', 'empty', 'unclear', 'failed'] as const;
export type LookUpResult = (typeof LOOK_UP_RESULTS)[number];

export const LOOK_UPS = defineTable('look_ups', {
  intentId: column.text('intent_id'),
  number: column.generated(
    column.integer('number'),
    '(SELECT coalesce(max(number), 0) + 1 FROM look_ups WHERE intent_id = $intent_id)',
  ),
  at: column.text('at'),
  result: column.oneOf('result', LOOK_UP_RESULTS),
  /** The service's time of the look-up, or ours if it sent none; null if the time is disputed. */
  serviceTime: column.textOrNull('service_time'),
  detail: column.textOrNull('detail'),
});

/** Money from the drawer for the customer. */
export const HAND_OVERS = defineTable('hand_overs', {
  intentId: column.text('intent_id'),
  /** When a supervisor released it without the slip; null if none did. */
  releasedAt: column.textOrNull('released_at'),
  releasedBy: column.textOrNull('released_by'),
  releaseReason: column.textOrNull('release_reason'),
  handedAt: column.textOrNull('handed_at'),
  handedBy: column.textOrNull('handed_by'),
});

/** What the service later did with a paid payment. */
export const REFUNDS = defineTable('refunds', {
  paymentId: column.text('intent_id'),
  foundAt: column.text('found_at'),
  foundBy: column.oneOf('found_by', ['watch', 'cashier', 'comparison', 'outcome']),
  /** The service's own term. */
  serviceStatus: column.text('service_status'),
  owedTo: column.oneOf('owed_to', ['customer', 'shop']),
  /** For a cash-out: its cash had been handed over by then. */
  isHandedOver: column.boolean('is_handed_over'),
  /** In the shop's currency. */
  amount: column.money('amount', 'currency'),
});

export const REFUND_SETTLEMENTS = defineTable('refund_settlements', {
  paymentId: column.text('intent_id'),
  how: column.oneOf('how', ['handed-back', 'taken-in', 'decided']),
  at: column.text('at'),
  shiftId: column.textOrNull('shift_id'),
  by: column.text('cashier_id'),
  approvedBy: column.textOrNull('approved_by'),
  reason: column.textOrNull('reason'),
});
