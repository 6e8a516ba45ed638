/**
 * A payment's flow, without a screen: the steps, the pure reducer (`updateFlow`) that returns the
 * next step and at most one effect, and the store that runs the effects through the client. It
 * implements the table "Payment types" of the interface on the page's side; main checks everything
 * again. Amounts are decimal strings: the paid amount is in the biller's currency, the collected
 * one in the shop's.
 *
 * Decisions:
 * - An implausible sum of cash, more than the largest note and more than ten times the sum due,
 *   needs to be entered twice (`getInvalidCashReason`): it may be a scanned code or a finger resting on a
 *   key.
 * - When another cashier takes over a customer, typed and looked-up data stays, but the order, its
 *   warnings and the cash start again for the new cashier. A sent payment remains the first
 *   cashier's, who sees its result once more (`update-after-take-over.ts`).
 * - A result that the cashier saw and left counts as seen. Money that must still be handed over
 *   does not: it opens the payment again from the home screen, unless the cashier has started
 *   something there.
 */

export { getCustomerScreenSubject } from './customer-screen-subject.ts';
export { getEnteredCash } from './entered-cash.ts';
export type { PayFlow, PayFlowEvent, PayFlowSettings } from './flow.ts';
export { createPayFlowStore } from './flow-store.ts';
export { getActionAfterLookUp, getActionAfterPayment } from './refusal-action.ts';
export {
  createPaymentDraft,
  resumePayFlow,
  startPayFlow,
  startRetryFlow,
  startSavedBillFlow,
} from './start-flow.ts';
export type { StepProps } from './step-props.ts';
export {
  findUndecidedWarning,
  type PaymentDraft,
  type PayStep,
  type SaleKind,
} from './steps.ts';
export {
  canConsult,
  getDraftPaymentType,
  getFixedAmount,
  getPaymentCurrency,
  hasCashFromFailedAttempt,
  isAmountDecided,
  isNothingOwed,
} from './transitions.ts';
export { getResultIgnoresKeysMs } from './update-payment.ts';
