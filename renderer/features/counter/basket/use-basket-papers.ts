import type { Basket, Tape } from '../../../../shared/contract/index.ts';
import { isZero, type Money } from '../../../../shared/money/index.ts';
import { useTillQueries } from '../../../app/index.ts';
import type { TextFunction } from '../../../i18n/index.ts';
import { getPaperStatus } from '../pay/result/index.ts';
import { getItemShare } from './item-share.ts';

/** What became of the receipts, while the change is told: each item has one of its own. */
export interface BasketPapers {
  /** Nobody can hand these over: the numbers of their items, and the papers. */
  readonly missing: readonly { readonly number: number; readonly tape: Tape }[];
  /** Items to be told apart by that: none where every receipt is lacking. */
  readonly missingItemNumbers: readonly number[];
  /** Items whose receipt has a gift card's code on it, and can be handed over. */
  readonly withCode: readonly number[];
  /** The same where the shop has no printer. */
  readonly codeOnScreen: readonly number[];
}

export function useBasketPapers({ state, isRestored, items }: Basket): BasketPapers {
  const isTold = state === 'settled' && !isRestored;
  const paid = items.flatMap(({ number, kind, payment }) =>
    isTold && payment !== null && getItemShare(payment) === 'paid'
      ? [{ number, kind, paymentId: payment.id }]
      : [],
  );
  const tapes = useTillQueries(
    'printing.tape',
    paid.map(({ paymentId }) => ({ paymentId })),
  );
  const missing = paid.flatMap(({ number }, index) => {
    const tape = tapes[index];
    return tape && getPaperStatus(tape) === 'lacking' ? [{ number, tape }] : [];
  });
  return {
    missing,
    missingItemNumbers: missing.length < paid.length ? missing.map(({ number }) => number) : [],
    codeOnScreen: paid.flatMap(({ number, kind }, index) =>
      kind === 'gift-card' && tapes[index]?.isOnScreen === true ? [number] : [],
    ),
    withCode: paid.flatMap(({ number, kind }, index) =>
      kind === 'gift-card' && getPaperStatus(tapes[index]) === 'comes' ? [number] : [],
    ),
  };
}

/** What to hand over once all of it is known: the change, and the papers that need a word. */
export function getDoneTitle(text: TextFunction, giveBack: Money, papers: BasketPapers): string {
  const isExact = isZero(giveBack);
  const { missing, withCode } = papers;
  if (missing.length > 0) {
    const count = missing.length;
    return text(isExact ? 'basket.done.noPaperExact' : 'basket.done.noPaper', { count });
  }
  if (withCode.length > 0) {
    const count = withCode.length;
    return text(isExact ? 'basket.done.giftExact' : 'basket.done.gift', { count });
  }
  return text(isExact ? 'basket.done.titleExact' : 'basket.done.title');
}
