/**
 * What a till and its chain's database say to each other: the names of the functions, the shapes of
 * rows, statuses and answers, and a typed call for each function. A function keeps its meaning for
 * as long as it keeps its number (`_v1`): a newer one stands beside it, and the database is always
 * brought up to date before the tills are.
 *
 * - What is sent is parsed by these shapes first, and unknown fields are dropped here, on the till's
 *   side: ticket text, raw answers, gift-card codes, keys and PINs have no field. What the shapes
 *   refuse never leaves.
 * - What is answered may hold more than we know: unknown fields are ignored.
 * - Amounts are decimal text with their currency; moments ISO 8601 in UTC, where the name ends in
 *   `_at`, or seconds since the epoch by the service's clock. Problems are `ChainProblem`s.
 */

export type { OtherTillPaymentRow, PushAnswer, SessionAnswer, WebhookNotice } from './answers.ts';
export {
  assertEnvironment,
  findOtherTillPayments,
  pushChanges,
  readSyncPosition,
  releaseLease,
  startSession,
  takeLease,
} from './calls.ts';
export {
  type ChainRow,
  chainRow,
  type PaymentRow,
  paymentRow,
  type RefundChange,
  refundRow,
  type ShiftChange,
  shiftRow,
  type UnreadableRow,
  type ZReportChange,
  zReportRow,
} from './rows.ts';
export { type ChainStatus, chainStatus } from './status.ts';
