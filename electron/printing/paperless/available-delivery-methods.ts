import {
  assertNever,
  RECEIPT_DELIVERY_METHODS,
  type ReceiptDeliveryMethod,
} from '../../../shared/contract/index.ts';
import { isPaymentCompleted, type ReceiptFacts } from '../papers/index.ts';
import type { PrintJobRow } from '../queue/index.ts';

/** The methods to deliver a receipt without paper, by the state of its print job. */

const ENDED_STATES = [
  'printed',
  'unconfirmed',
  'refused',
  'failed',
  'skipped',
] as const satisfies readonly PrintJobRow['state'][];

export const isPrintJobEnded = (state: PrintJobRow['state']): boolean =>
  ENDED_STATES.some((endedState) => endedState === state);

/** The paper is not confirmed as printed. */
export const isPrintJobUnprinted = ({ state }: PrintJobRow): boolean =>
  isPrintJobEnded(state) && state !== 'printed';

export function getAvailableDeliveryMethods(
  facts: ReceiptFacts,
  original: PrintJobRow,
): readonly ReceiptDeliveryMethod[] {
  if (!isPaymentCompleted(facts) || !isPrintJobEnded(original.state)) return [];
  switch (facts.kind) {
    case 'bill':
    case 'top-up':
      return canBeDeclined(original) ? RECEIPT_DELIVERY_METHODS : ['pdf', 'mail', 'code'];
    case 'gift-card':
      return isPrintJobUnprinted(original) ? ['pdf', 'mail'] : [];
    case 'cash-out':
    case 'cancel':
      return [];
    default:
      return assertNever(facts.kind);
  }
}

/** Nothing can have been printed, and no other decision on the paper is recorded. */
function canBeDeclined({ state, reason }: PrintJobRow): boolean {
  return (
    state === 'refused' || state === 'failed' || (state === 'skipped' && reason === 'on-request')
  );
}
