import type { Basket, Tape } from '../../../../shared/contract/index.ts';
import { isZero, type Money } from '../../../../shared/money/index.ts';
import { isTicketTextMissing } from '../../../../shared/rules/index.ts';
import { useTillQueries } from '../../../app/index.ts';
import type { TextFunction } from '../../../i18n/index.ts';
import { getOriginalReceiptStatus } from '../payment-result/index.ts';
import { getItemMoneyStatus } from './item-status.ts';

/** The status of the receipts, one per item, while the change is shown. */
export interface BasketPapers {
  /** Receipts that cannot be handed over: their item numbers and papers. */
  readonly missingReceipts: readonly { readonly number: number; readonly tape: Tape }[];
  /** The numbers of the items that lack a receipt; empty if every receipt is missing. */
  readonly missingItemNumbers: readonly number[];
  /** Items whose receipt shows a gift card's code and can be handed over. */
  readonly giftCardItemNumbers: readonly number[];
  /** Gift-card items whose paper is only on the screen, because the shop has no printer. */
  readonly onScreenGiftCardItemNumbers: readonly number[];
  /** Gift-card items that were sold and whose code did not come. */
  readonly missingCodeItemNumbers: readonly number[];
}

export function useBasketPapers({ state, isRestored, items }: Basket): BasketPapers {
  const isChangeShown = state === 'settled' && !isRestored;
  const paidItems = items.flatMap(({ number, kind, payment }) =>
    isChangeShown && payment !== null && getItemMoneyStatus(payment) === 'paid'
      ? [
          {
            number,
            paymentId: payment.id,
            isCodeMissing: kind === 'gift-card' && isTicketTextMissing(payment),
            hasCode: kind === 'gift-card' && !isTicketTextMissing(payment),
          },
        ]
      : [],
  );
  const tapes = useTillQueries(
    'printing.tape',
    paidItems.map(({ paymentId }) => ({ paymentId })),
  );
  const missing = paidItems.flatMap(({ number }, index) => {
    const tape = tapes[index];
    return tape && getOriginalReceiptStatus(tape) === 'failed' ? [{ number, tape }] : [];
  });
  return {
    missingReceipts: missing,
    missingItemNumbers:
      missing.length < paidItems.length ? missing.map(({ number }) => number) : [],
    onScreenGiftCardItemNumbers: paidItems.flatMap(({ number, hasCode }, index) =>
      hasCode && tapes[index]?.isOnScreen === true ? [number] : [],
    ),
    giftCardItemNumbers: paidItems.flatMap(({ number, hasCode }, index) =>
      hasCode && getOriginalReceiptStatus(tapes[index]) === 'coming' ? [number] : [],
    ),
    missingCodeItemNumbers: paidItems.flatMap(({ number, isCodeMissing }) =>
      isCodeMissing ? [number] : [],
    ),
  };
}

/**
 * Returns the title once every outcome is known: the change, and the papers that need attention.
 */
export function getBasketDoneTitle(
  text: TextFunction,
  moneyToGive: Money,
  papers: BasketPapers,
): string {
  const isExact = isZero(moneyToGive);
  const { missingReceipts: missing, giftCardItemNumbers } = papers;
  if (missing.length > 0) {
    const count = missing.length;
    return text(isExact ? 'basket.done.noPaperExact' : 'basket.done.noPaper', { count });
  }
  if (giftCardItemNumbers.length > 0) {
    const count = giftCardItemNumbers.length;
    return text(isExact ? 'basket.done.giftExact' : 'basket.done.gift', { count });
  }
  return text(isExact ? 'basket.done.titleExact' : 'basket.done.title');
}
