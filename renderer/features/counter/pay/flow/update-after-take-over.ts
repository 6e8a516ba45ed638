import { assertNever } from '../../../../../shared/contract/index.ts';
import type { PayFlow, PayFlowUpdate } from './flow.ts';
import type { PayStep } from './steps.ts';
import { createAmountStep, goToStep, prepareOrder, stayOnStep } from './transitions.ts';

/** The cash of an attempt belongs to the first cashier; the next cashier counts it again. */
function removeTender(flow: PayFlow): PayFlow {
  const { at } = flow;
  if (!('draft' in at) || at.draft === null || at.draft.cashOnCounter === undefined) return flow;
  const { cashOnCounter: _, ...draft } = at.draft;
  const step: PayStep = { ...at, draft };
  return { ...flow, at: step };
}

/**
 * Another cashier continues with this customer. Typed and consulted data stays. The order and its
 * warnings belong to one cashier, so the new cashier prepares and decides them again, and counts
 * the cash. A payment that main already has stays the first cashier's.
 */
export function updateAfterTakeOver(flow: PayFlow): PayFlowUpdate {
  const { at } = removeTender(flow);
  switch (at.step) {
    case 'account':
    case 'repeat-number':
    case 'ended':
      return stayOnStep(flow);
    case 'balance':
      // Drops an order that is being prepared for the first cashier.
      return at.draft.balance === null || at.pendingRequest === null
        ? stayOnStep(flow)
        : goToStep(flow, createAmountStep(at.draft));
    case 'recording-intent':
    case 'sent-payment':
      return goToStep(flow, { ...at, isTakenOver: true });
    case 'amount':
    case 'amount-difference':
      // Drops an order that is being prepared for the first cashier.
      return goToStep(flow, { ...at, pendingRequest: null });
    case 'top-up-check':
      return at.pendingRequest === null
        ? stayOnStep(flow)
        : goToStep(flow, createAmountStep(at.draft));
    case 'warnings':
    case 'cash':
    case 'confirm':
      return prepareOrder(flow, at.draft, at.order.amount, (pendingRequest) => ({
        ...createAmountStep(at.draft),
        pendingRequest,
      }));
    default:
      return assertNever(at);
  }
}
