/**
 * The acts that need a supervisor's PIN, and handing over the money. A cancel is itself a payment,
 * with its own intent, request and outcome. Closing by hand and releasing cash are decisions,
 * recorded with who, when and why. The conditions of an act are checked before its PIN is, and
 * again afterwards.
 *
 * Decision where the interface was silent: a payment that was closed by hand is never looked up
 * again. If the service's own list disagrees, the day's comparison shows it
 * (electron/back-office/reconciliation).
 */
export { createCanceller } from './canceller.ts';
export { createSupervisedActions } from './supervised-actions.ts';
