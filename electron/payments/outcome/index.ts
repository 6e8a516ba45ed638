/** What is known of a payment: decided without side effects, and recorded in one place. */

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
