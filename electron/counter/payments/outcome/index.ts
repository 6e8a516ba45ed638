/**
 * The outcome of a payment. `evidence.ts`, `outcome.ts`, `conclusion.ts`, `cancellable.ts` and
 * `missing-papers.ts` are pure. They derive the next outcome from an answer, a row or an empty
 * look-up, and the permitted actions and owed papers from an outcome. Only `outcome-recorder.ts`
 * writes a resolved outcome, together with its event, its receipt and its money in the drawer.
 *
 * Times that decide an outcome are the service's, in milliseconds since the epoch.
 *
 * Decisions that the interface leaves open:
 * - If a request was sent again and refused, the refusal concludes nothing. After any R code the
 *   request may not be sent again (`outcome.ts`).
 * - R49 to a first send is evidence that a copy of it arrived, because the external_id is unique.
 *   If the look-ups stay empty until every signature has expired, no copy arrived
 *   (`conclusion.ts`).
 * - R126 and R127 in a 5xx are not printed: by the interface a 5xx is a server error, so the
 *   outcome is unknown, and their texts would state that no money moved (`outcome.ts`).
 * - A 401 whose Date is far from the request's may be about the time alone: the service may accept
 *   another copy at another moment. So the look-ups decide (`sending/request-sender.ts`).
 * - R8, R12, R36 and R50 to a first send are refusals only after one empty look-up: the service may
 *   be blocking a duplicate of the payment that it has just performed (`conclusion.ts`).
 * - A row with our external_id outweighs any code, and is kept as evidence (`outcome.ts`).
 * - R103 to a cancel that was sent again: its first copy cancelled the payment. R103 to a first
 *   cancel: something else did, and a person decides unless the payment's row shows that it was
 *   given back (`outcome.ts`).
 * - Only R0 confirms a cancel. Another 2xx answer to it confirms it if it is the cancelled transaction
 *   with a status that shows it given back, as in a look-up; otherwise the cancel is looked up
 *   (`outcome.ts`).
 * - A 2xx answer to a payment whose status is neither `sent` nor `fulfilled` nor missing is looked up,
 *   and so is one that carries an error (`evidence.ts`).
 * - A row without an external_id never proves a payment. If its filter worked, or the row is like the
 *   payment, it may be this payment: then no time makes it "not performed", and the cashier may send
 *   the same bytes with the same key again. A service that ignores the filter returns everybody's
 *   rows: those that differ from the payment, belong to another payment of the ledger or were created
 *   on another day do not count (`evidence.ts`, `conclusion.ts`).
 * - A row without a status proves nothing about a cancel; only sending the cancel again does
 *   (`evidence.ts`).
 * - A cancel that a look-up proves has no text of its own to print: the text in the row belongs to
 *   the payment (`evidence.ts`).
 * - A gift card is printed without a copy for the shop: its code belongs to the customer
 *   (`outcome-recorder.ts`).
 */

export { isBeingCancelled, isCancellable } from './cancellable.ts';
export {
  canCloseByHand,
  canResend,
  computeMsUntilRequestExpiry,
  computeRequestExpiryAt,
  computeRequestExpiryUptime,
  followsRequestTimeout,
  getLastRequestDate,
  getOutcomeFromLookUpFinding,
  hasRequestExpired,
  isCreatedOnOtherDayThanSends,
  type ResolutionClocks,
} from './conclusion.ts';
export {
  classifyCancelLookUp,
  classifyLookUp,
  findDifferenceFromIntent,
  type LookUpFinding,
} from './evidence.ts';
export { listMissingPapers, type OutcomePaper } from './missing-papers.ts';
export {
  getOutcomeFromAnswer,
  INITIAL_OUTCOME,
  isUnresolved,
  toSendCompletion,
  toUnknownOutcome,
} from './outcome.ts';
export { createOutcomeRecorder, type OutcomeRecorder } from './outcome-recorder.ts';
