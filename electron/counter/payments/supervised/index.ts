/**
 * The actions that need a supervisor's PIN, the hand-over of money, and the confirmation of results. A cancel is itself a
 * payment, with its own intent, request and outcome. Closing by hand and releasing cash are
 * decisions, recorded with who, when and why. The conditions of an action are checked before its
 * PIN, and again after it.
 *
 * Decision that the interface leaves open: a payment that was closed by hand is never looked up
 * again by the resolver. If the service's own list disagrees, the day's comparison shows it
 * (electron/back-office/reconciliation).
 */
export { createPaymentCanceller } from './canceller.ts';
export { createResultConfirmation } from './result-confirmation.ts';
export { createSupervisedActions } from './supervised-actions.ts';
