/**
 * What is known of a payment. `evidence.ts`, `outcome.ts`, `conclusion.ts` and `cancellable.ts` are
 * pure: from an answer, a row or an empty look-up to the next outcome, and from an outcome to what
 * may be done with the payment. `outcome-recording.ts` alone writes a resolved outcome, together with
 * its event, its receipt and its money in the drawer.
 *
 * Times that decide something are the service's, in milliseconds since the epoch.
 *
 * Decisions where the interface was silent:
 * - A request that was sent again and refused concludes nothing; after any R code it is not offered
 *   again. R49 to a first send is evidence that it arrived: nobody else has that id (`outcome.ts`).
 * - A cancel that a look-up found has no text: the row's text is the payment's (`evidence.ts`).
 * - A gift card is printed without a copy for the shop: its code is the customer's
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
