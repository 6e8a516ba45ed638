import {
  assertNever,
  RECEIPT_DELIVERY_METHODS,
  type ReceiptDeliveryMethod,
} from '../../../shared/contract/index.ts';
import { isCompleted, type ReceiptFacts } from '../papers/index.ts';
import type { PrintJobRow } from '../queue/index.ts';

/** How a receipt may be given without paper, by what became of its paper. */

const ENDED_STATES = [
  'printed',
  'unconfirmed',
  'refused',
  'failed',
  'skipped',
] as const satisfies readonly PrintJobRow['state'][];

export const isEnded = (state: PrintJobRow['state']): boolean =>
  ENDED_STATES.some((one) => one === state);

/** The paper is not known to be in anybody's hand. */
export const isNotPrinted = ({ state }: PrintJobRow): boolean =>
  isEnded(state) && state !== 'printed';

export function getAvailableWays(
  facts: ReceiptFacts,
  original: PrintJobRow,
): readonly ReceiptDeliveryMethod[] {
  if (!isCompleted(facts) || !isEnded(original.state)) return [];
  switch (facts.kind) {
    case 'bill':
    case 'top-up':
      return canBeDeclined(original) ? RECEIPT_DELIVERY_METHODS : ['pdf', 'mail', 'code'];
    case 'gift-card':
      return isNotPrinted(original) ? ['pdf', 'mail'] : [];
    case 'cash-out':
    case 'cancel':
      return [];
    default:
      return assertNever(facts.kind);
  }
}

/** Nothing of it can be in the customer's hand, and nobody has said what becomes of it. */
function canBeDeclined({ state, reason }: PrintJobRow): boolean {
  return (
    state === 'refused' || state === 'failed' || (state === 'skipped' && reason === 'on-request')
  );
}
