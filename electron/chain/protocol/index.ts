/**
 * The protocol between a till and its chain's database: the schemas of rows, statuses and answers,
 * and a typed call for each SQL function. A function never changes its meaning under its number
 * (`_v1`): a newer version is added beside it, and the database is always updated before the tills.
 *
 * - Everything sent is parsed by these schemas first, and unknown fields are removed on the till's
 *   side: ticket text, raw answers, gift-card codes, keys and PINs have no field. What the schemas
 *   reject is never sent.
 * - Answers may have more fields: unknown ones are ignored.
 * - Amounts are decimal text with their currency; times are ISO 8601 in UTC if the name ends in
 *   `_at`, otherwise seconds since the epoch by the service's clock. Problems are `ChainProblem`s.
 */

export type {
  BillLayoutsRow,
  OtherTillPaymentRow,
  PushChangesAnswer,
  StartSessionAnswer,
  WebhookNotice,
} from './answers.ts';
export {
  assertChainEnvironment,
  listOtherTillPayments,
  pushChanges,
  readBillLayouts,
  readIsPasswordDue,
  readRemoteSyncPosition,
  recordPasswordReplaced,
  releaseLease,
  startSession,
  takeOrRenewLease,
} from './calls.ts';
export {
  type ChainRow,
  chainRowSchema,
  type PaymentChange,
  paymentChangeSchema,
  type RefundChange,
  refundChangeSchema,
  type ShiftChange,
  shiftChangeSchema,
  type UnreadableRow,
  type ZReportChange,
  zReportChangeSchema,
} from './rows.ts';
export { type PushedTillStatus, pushedTillStatusSchema } from './status.ts';
