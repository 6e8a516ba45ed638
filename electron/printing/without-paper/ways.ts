import { assertNever, RECEIPT_WAYS, type ReceiptWay } from '../../../shared/contract/index.ts';
import { isDone, type ReceiptFacts } from '../papers/index.ts';
import type { PrintJobRow } from '../queue/index.ts';

/** How a receipt may be given without paper, by what became of its paper. */

const ENDED = [
  'printed',
  'unconfirmed',
  'refused',
  'failed',
  'skipped',
] as const satisfies readonly PrintJobRow['state'][];

export const isEnded = (state: PrintJobRow['state']): boolean => ENDED.some((one) => one === state);

/** The paper is not known to be in anybody's hand. */
export const isNotOut = ({ state }: PrintJobRow): boolean => isEnded(state) && state !== 'printed';

export function waysOf(facts: ReceiptFacts, original: PrintJobRow): readonly ReceiptWay[] {
  if (!isDone(facts) || !isEnded(original.state)) return [];
  switch (facts.kind) {
    case 'bill':
    case 'top-up':
      return mayBeUnwanted(original) ? RECEIPT_WAYS : ['pdf', 'mail', 'code'];
    case 'gift-card':
      return isNotOut(original) ? ['pdf', 'mail'] : [];
    case 'cash-out':
    case 'cancel':
      return [];
    default:
      return assertNever(facts.kind);
  }
}

/** Nothing of it can be in the customer's hand, and nobody has said what becomes of it. */
function mayBeUnwanted({ state, reason }: PrintJobRow): boolean {
  return (
    state === 'refused' || state === 'failed' || (state === 'skipped' && reason === 'on-request')
  );
}
