/**
 * What is known of a payment. `evidence.ts`, `outcome.ts`, `conclusion.ts` and `cancellable.ts` are
 * pure. They derive the next outcome from an answer, a row or an empty look-up, and from an outcome
 * what may be done with the payment. Only `outcome-recording.ts` writes a resolved outcome,
 * together with its event, its receipt and its money in the drawer.
 *
 * Times that decide something are the service's, in milliseconds since the epoch.
 *
 * Decisions where the interface was silent:
 * - If a request was sent again and refused, the refusal concludes nothing. After any R code the
 *   request may not be sent again. R49 to a first send is evidence that it arrived, because nobody
 *   else has that id (`outcome.ts`).
 * - A cancel that a look-up found has no text of its own to print: the text in the row belongs to
 *   the payment (`evidence.ts`).
 * - A gift card is printed without a copy for the shop: its code belongs to the customer
 *   (`outcome-recording.ts`).
 */

export { isBeingCancelled, isCancellable } from './cancellable.ts';
export {
  certainAt,
  lastRequestDate,
  mayCloseByHand,
  maySendAgain,
  outcomeOfFinding,
} from './conclusion.ts';
export { type Finding, findingOf, findingOfCancel } from './evidence.ts';
export { isOpen, NOTHING_KNOWN, outcomeOfAnswer, sendEndOf, unknown } from './outcome.ts';
export { createOutcomeRecording, type OutcomeRecording } from './outcome-recording.ts';
