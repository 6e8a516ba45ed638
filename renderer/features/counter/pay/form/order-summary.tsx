import type { Order } from '../../../../../shared/contract/index.ts';
import { getReceiptTexts } from '../../../../../shared/i18n/index.ts';
import {
  createMoney,
  formatMoney,
  isSameCurrency,
  isZero,
} from '../../../../../shared/money/index.ts';
import { useTimeFormatter } from '../../../../app/index.ts';
import { type Fact, Facts, formatMoneyInSentence } from '../../../../components/index.ts';
import { useLanguage, useText } from '../../../../i18n/index.ts';

/** The parts of the sum to collect, if it exceeds the amount. */
export function OrderSummary(props: { readonly order: Order }) {
  const { order } = props;
  const text = useText();
  const clock = useTimeFormatter();
  const language = useLanguage();
  const texts = getReceiptTexts(language);
  const facts: Fact[] = [];
  if (order.fee !== null || order.rate !== null) {
    facts.push({ name: texts.amount, value: formatMoneyInSentence(order.amount, language) });
  }
  if (order.rate !== null) {
    const { from, to, fetchedAt, by } = order.rate;
    const shopCurrency = order.due.currency;
    const currency = order.amount.currency;
    const formatted = {
      from: formatMoney(createMoney(from, currency), language, null),
      to: formatMoney(createMoney(to, shopCurrency), language, null),
    };
    facts.push(
      {
        name: `${texts.amountInShopCurrency} ${shopCurrency}`,
        value: formatMoneyInSentence(order.amountInShopCurrency, language),
      },
      by === 'service'
        ? { name: text('pay.rateOfService'), value: `${formatted.from} = ${formatted.to}` }
        : {
            name: text('pay.rateOf', { date: clock.dateTime(fetchedAt) }),
            value: isSameCurrency(currency, 'USD')
              ? text('pay.rateUsd', { to: formatted.to })
              : text('pay.rate', formatted),
          },
    );
  }
  if (order.fee !== null) {
    facts.push({ name: texts.fee, value: formatMoneyInSentence(order.fee, language) });
  }
  if (order.isFeeUnnamed) {
    const foreignFee = order.feeInOtherCurrency;
    const value =
      foreignFee === null
        ? text('pay.feeNotGiven')
        : text('pay.feeInOtherCurrency', { fee: formatMoneyInSentence(foreignFee, language) });
    facts.push({ name: texts.fee, value });
  }
  if (order.remains !== null && !isZero(order.remains)) {
    facts.push({
      name: text('pay.stillOwed'),
      value: formatMoneyInSentence(order.remains, language),
    });
  }
  return facts.length === 0 ? null : <Facts facts={facts} isInline />;
}
