import type { Basket } from '../../../shared/contract/index.ts';
import { isZero } from '../../../shared/money/index.ts';
import { type Fact, Facts, moneyWords } from '../../components/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';

const SHARES = ['paid', 'unknown', 'refused', 'notSent', 'over'] as const;

/** Where the customer's cash is, to the coin: what stands here adds up to it. */
export function Shares(props: { readonly basket: Basket }) {
  const { cash, shares } = props.basket;
  const text = useText();
  const language = useLanguage();
  if (cash === null || shares === null) return null;
  const facts: Fact[] = [
    { name: text('basket.share.cash'), value: moneyWords(cash, language) },
    ...SHARES.filter((name) => !isZero(shares[name])).map((name) => ({
      name: text(`basket.share.${name}`),
      value: moneyWords(shares[name], language),
    })),
  ];
  return <Facts label={text('basket.share.label')} facts={facts} isRunning />;
}
