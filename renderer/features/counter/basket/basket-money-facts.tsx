import type { Basket } from '../../../../shared/contract/index.ts';
import { compare, isZero } from '../../../../shared/money/index.ts';
import { type Fact, Facts, formatMoneyInSentence } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { toDisplayedMoneyBreakdown } from './item-status.ts';

const SHARE_ORDER = ['paid', 'unknown', 'refused', 'notYet', 'notSent', 'over'] as const;

/**
 * Where the customer's cash is: the shares add up to it exactly. The share `over` is hidden if it
 * equals the change, because the screen already shows the change as its largest figure.
 */
export function BasketMoneyFacts(props: { readonly basket: Basket }) {
  const { cash, giveBack } = props.basket;
  const text = useText();
  const language = useLanguage();
  if (cash === null || props.basket.shares === null) return null;
  const shares = toDisplayedMoneyBreakdown(props.basket.shares, props.basket);
  const facts: Fact[] = [
    { name: text('basket.share.cash'), value: formatMoneyInSentence(cash, language) },
    ...SHARE_ORDER.filter(shouldShow).map((name) => ({
      name: text(`basket.share.${name}`),
      value: formatMoneyInSentence(shares[name], language),
    })),
  ];
  return <Facts label={text('basket.share.label')} facts={facts} isInline />;

  function shouldShow(name: (typeof SHARE_ORDER)[number]): boolean {
    if (isZero(shares[name])) return false;
    return name !== 'over' || giveBack === null || compare(giveBack, shares.over) !== 0;
  }
}
