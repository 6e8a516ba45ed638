import { assertNever } from '../../../shared/contract/index.ts';
import type { PaperKind } from './receipt.ts';
import type { ReceiptFacts } from './receipt-facts.ts';

/** The slip that a customer gets instead of a receipt; null if there is none for this state. */
export function getPaymentSlipKind(state: ReceiptFacts['state']): PaperKind | null {
  switch (state) {
    case 'unknown':
    case 'unclear':
      return 'pending';
    case 'rejected':
    case 'not-performed':
    case 'by-hand-not-paid':
      return 'failed';
    case 'intent':
    case 'sent':
    case 'paid':
    case 'by-hand-paid':
      return null;
    default:
      return assertNever(state);
  }
}
