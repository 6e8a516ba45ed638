/**
 * What happens in a payment's flow, without a screen: the steps, the pure reducer (`update`) that
 * answers the next step and at most one effect, and the store that carries the effects out through
 * the client. Implements the table "Payment types" of the interface on the page's side; main checks
 * everything again. Amounts are decimal strings: what is paid is in the biller's currency, what is
 * collected in the shop's.
 *
 * Decided here:
 * - Cash that nobody can have meant, over 10,000 and over ten times what is due, is refused with
 *   words (`update-cash.ts`): it is a scanned code or a finger on a key.
 * - When another cashier takes a customer over, what was typed and looked up stays; the order, its
 *   warnings and the cash are the new cashier's. A payment that was sent stays the first one's, who
 *   sees its result once more (`update-taken-over.ts`).
 * - A result that was on the screen and is left counts as seen. Money that is to be handed over does
 *   not: it calls the cashier back from a home screen on which she has begun nothing.
 */

export { beginFlow, beginKept, newDraft, resumeFlow } from './begin.ts';
export type { Flow, FlowEvent } from './flow.ts';
export { createFlowStore } from './flow-store.ts';
export { fixedAmount, mayConsult, owesNothing, typeOf } from './moves.ts';
export type { StepProps } from './step-props.ts';
export { type Draft, isOpen, openWarning, type SaleKind, type Step, type Wish } from './steps.ts';
export { isBeyondSense } from './update-cash.ts';
export { UNREAD_MS } from './update-payment.ts';
