import { assertNever } from '../../../../shared/contract/index.ts';
import type { Flow, Updated } from './flow.ts';
import { amountStep, go, prepare, stay } from './moves.ts';

/**
 * Another cashier goes on with this customer. What was typed and looked up stays; an order is one
 * cashier's, so that it is prepared again, its warnings are decided again, and she counts the cash
 * that she answers for. What main holds already is the first one's, whoever looks at it.
 */
export function updateTakenOver(flow: Flow): Updated {
  const { at } = flow;
  switch (at.step) {
    case 'account':
    case 'repeat':
    case 'balance':
    case 'paying':
    case 'payment':
    case 'ended':
      return stay(flow);
    case 'amount':
      // An order that is on its way to the first cashier is not taken in.
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
