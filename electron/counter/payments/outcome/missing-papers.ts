import { isVerbatimMessageCode } from '../../../../shared/rules/index.ts';
import type { PaymentOutcome, PaymentRecord } from '../../../ledger/index.ts';

/** Which papers an outcome owes. Pure. */

export type OutcomePaper = 'original' | 'shop-copy' | 'failed';

const NOT_PERFORMED_STATES: readonly PaymentOutcome['state'][] = [
  'rejected',
  'not-performed',
  'by-hand-not-paid',
];

export function isPaid({ state }: Pick<PaymentOutcome, 'state'>): boolean {
  return state === 'paid' || state === 'by-hand-paid';
}

/**
 * The papers that the outcome owes and that are not queued, in the order of printing. A failed
 * cash-out owes a slip for the customer, and so does a refusal with a message that the banking
 * regulation requires to be shown verbatim.
 */
export function listMissingPapers(
  { intent, outcome }: Pick<PaymentRecord, 'intent' | 'outcome'>,
  facts: {
    readonly isQueued: (kind: 'original' | 'failed') => boolean;
    readonly isShopCopyWanted: () => boolean;
  },
): readonly OutcomePaper[] {
  if (isPaid(outcome)) {
    if (facts.isQueued('original')) return [];
    // A gift card's code belongs to the customer, and is printed on one paper only.
    const hasShopCopy = intent.kind !== 'gift-card' && facts.isShopCopyWanted();
    return hasShopCopy ? ['original', 'shop-copy'] : ['original'];
  }
  const isSlipOwed = intent.kind === 'cash-out' || isVerbatimMessageCode(outcome.code);
  if (!isSlipOwed || !NOT_PERFORMED_STATES.includes(outcome.state)) return [];
  return facts.isQueued('failed') ? [] : ['failed'];
}
