import type { Order } from '../../../../shared/contract/index.ts';
import { receiptWords } from '../../../../shared/i18n/index.ts';
import { formatMoney, isSameCurrency, isZero, money } from '../../../../shared/money/index.ts';
import { useClock } from '../../../app/index.ts';
import { type Fact, Facts, moneyWords } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';

/** The parts of the sum to collect, if it is more than the amount. */
export function OrderWords(props: { readonly order: Order }) {
  const { order } = props;
  const text = useText();
  const clock = useClock();
  const language = useLanguage();
  const words = receiptWords(language);
  const facts: Fact[] = [];
  if (order.fee !== null || order.rate !== null) {
    facts.push({ name: words.amount, value: moneyWords(order.amount, language) });
  }
  if (order.rate !== null) {
    const { from, to, fetchedAt, by } = order.rate;
    const shop = order.due.currency;
    const currency = order.amount.currency;
    const written = {
      from: formatMoney(money(from, currency), language, null),
      to: formatMoney(money(to, shop), language, null),
    };
    facts.push(
      {
        name: `${words.amountInShopCurrency} ${shop}`,
        value: moneyWords(order.amountInShopCurrency, language),
      },
      by === 'service'
        ? { name: text('pay.rateOfService'), value: `${written.from} = ${written.to}` }
        : {
            name: text('pay.rateOf', { date: clock.dateTime(fetchedAt) }),
            value: isSameCurrency(currency, 'USD')
              ? text('pay.rateUsd', { to: written.to })
              : text('pay.rate', written),
          },
    );
  }
  if (order.fee !== null) {
    facts.push({ name: words.fee, value: moneyWords(order.fee, language) });
  }
  if (order.isFeeUnnamed) {
    const other = order.feeInOtherCurrency;
    const value =
      other === null
        ? text('pay.feeUnnamed')
        : text('pay.feeInOtherCurrency', { fee: moneyWords(other, language) });
    facts.push({ name: words.fee, value });
  }
  if (order.remains !== null && !isZero(order.remains)) {
    facts.push({ name: text('pay.remains'), value: moneyWords(order.remains, language) });
  }
  return facts.length === 0 ? null : <Facts facts={facts} isRunning />;
}
