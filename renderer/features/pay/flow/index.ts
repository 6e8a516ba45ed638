/**
 * What happens in a payment's flow, without a screen: the steps, the pure reducer (`update`) that
 * answers the next step and at most one effect, and the store that carries the effects out through
 * the client. Implements the table "Payment types" of the interface on the page's side; main checks
 * everything again. Amounts are decimal strings: what is paid is in the biller's currency, what is
 * collected in the shop's.
 */

export {
  beginFlow,
  type Draft,
  type Flow,
  type FlowEvent,
  newDraft,
  openWarning,
  resumeFlow,
  type SaleKind,
  type Step,
  type Wish,
} from './flow.ts';
export { createFlowStore } from './flow-store.ts';
export { beginKept } from './kept.ts';
export { fixedAmount, mayConsult, owesNothing, typeOf } from './moves.ts';
export type { StepProps } from './step-props.ts';
export { isBeyondSense } from './update-cash.ts';
export { UNREAD_MS } from './update-payment.ts';
