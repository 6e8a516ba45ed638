/**
 * What takes a supervisor's PIN, and handing over the money. A cancel is itself a payment, with its
 * own intent, request and outcome; closing by hand and releasing cash are decisions that are written
 * down with who, when and why. What must hold is checked before the PIN is and once more after it.
 *
 * Decision where the interface was silent: what was closed by hand is looked up no more. Where the
 * service's own list says otherwise, the day's comparison shows it (electron/reconciliation).
 */
export { createCancelling } from './cancelling.ts';
export { createSupervised } from './supervised.ts';
