import { assertNever } from '../../../../shared/contract/index.ts';
import type { Flow, Updated } from './flow.ts';
import { amountStep, go, prepare, stay } from './moves.ts';
import type { Step } from './steps.ts';

/** The cash of an attempt is the first cashier's: the next one counts her own. */
function withoutTender(flow: Flow): Flow {
  const { at } = flow;
  if (!('draft' in at) || at.draft === null || at.draft.tender === undefined) return flow;
  const { tender: _, ...draft } = at.draft;
  const step: Step = { ...at, draft };
  return { ...flow, at: step };
}

/**
 * Another cashier continues with this customer. Typed and consulted data stays. The order and its
 * warnings belong to one cashier, so she prepares and decides them again, and counts the cash that
 * she is responsible for. A payment that main already has stays the first cashier's.
 */
export function updateTakenOver(flow: Flow): Updated {
  const { at } = withoutTender(flow);
  switch (at.step) {
    case 'account':
    case 'repeat':
    case 'balance':
    case 'ended':
      return stay(flow);
    case 'paying':
    case 'payment':
      return go(flow, { ...at, isTakenOver: true });
    case 'amount':
      // An order that is being prepared for the first cashier is dropped.
      return go(flow, { ...at, asking: null });
    case 'check':
      return at.asking === null ? stay(flow) : go(flow, amountStep(at.draft));
    case 'decide':
    case 'cash':
    case 'confirm':
      return prepare(flow, at.draft, at.order.amount, (asking) => ({
        ...amountStep(at.draft),
        asking,
      }));
    default:
      return assertNever(at);
  }
}
