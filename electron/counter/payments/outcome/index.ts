/**
 * What is known of a payment. `evidence.ts`, `outcome.ts`, `conclusion.ts` and `cancellable.ts` are
 * pure. They derive the next outcome from an answer, a row or an empty look-up, and from an outcome
 * what may be done with the payment. Only `outcome-recorder.ts` writes a resolved outcome,
 * together with its event, its receipt and its money in the drawer.
 *
 * Times that decide something are the service's, in milliseconds since the epoch.
 *
 * Decisions where the interface was silent:
 * - If a request was sent again and refused, the refusal concludes nothing. After any R code the
 *   request may not be sent again (`outcome.ts`).
 * - R49 to a first send is evidence that a copy of it arrived, because nobody else has that id. If
 *   the look-ups stay empty until every signature has expired, none did (`conclusion.ts`).
 * - R126 and R127 in a 5xx are not printed: the interface makes a 5xx a trouble of the server, so that
 *   the money is not known, and their words would say that none moved (`outcome.ts`).
 * - A 401 whose Date is far from the request's may be about the time alone: another copy, at another
 *   moment, may be taken. So the look-ups decide (`sending/request-sender.ts`).
 * - R8, R12, R36 and R50 to a first send are refusals only after one look-up has found nothing: a
 *   service may guard against a payment that it has just performed (`conclusion.ts`).
 * - What a row of ours says weighs more than any code, and stays as evidence (`outcome.ts`).
 * - R103 to a cancel that was sent again: its first copy did it. To a first cancel: somebody else
 *   did, and a person decides unless the payment's row says that it was given back (`outcome.ts`).
 * - A row without a status says nothing about a cancel, so that only sending it again does
 *   (`evidence.ts`).
 * - A cancel that a look-up found has no text of its own to print: the text in the row belongs to
 *   the payment (`evidence.ts`).
 * - A gift card is printed without a copy for the shop: its code belongs to the customer
 *   (`outcome-recorder.ts`).
 */

export { isBeingCancelled, isCancellable } from './cancellable.ts';
export {
  canCloseByHand,
  canSendAgain,
  computeCertainAt,
  computeMsUntilCertain,
  computeRequestAliveUntil,
  getLastRequestDate,
  getOutcomeFromFinding,
  hasRequestExpired,
  type ResolutionClocks,
} from './conclusion.ts';
export { type Finding, findDisagreement, toCancelFinding, toFinding } from './evidence.ts';
export {
  getOutcomeFromAnswer,
  INITIAL_OUTCOME,
  isUnresolved,
  toSendCompletion,
  toUnknown,
} from './outcome.ts';
export { createOutcomeRecorder, type OutcomeRecorder } from './outcome-recorder.ts';
