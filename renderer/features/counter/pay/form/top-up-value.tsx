import type { TopUpCheck } from '../../../../../shared/contract/index.ts';
import { isZero, type Money as MoneyValue } from '../../../../../shared/money/index.ts';
import { type Fact, Facts, formatMoneyInSentence, Money } from '../../../../components/index.ts';
import { useLanguage, useText } from '../../../../i18n/index.ts';

/**
 * What a top-up delivers to the number, in its own currency. The cashier reads it to the customer.
 */
export function TopUpValue(props: {
  readonly check: TopUpCheck;
  /** The phone number, formatted. */
  readonly account: string;
  /**
   * The paid amount, if shown on a screen of its own; null beside the cash field, which already
   * shows it.
   */
  readonly paidAmount: MoneyValue | null;
}) {
  const { check, account, paidAmount } = props;
  const text = useText();
  const language = useLanguage();
  const format = (value: MoneyValue): string => formatMoneyInSentence(value, language);
  const bonusFacts: Fact[] = isZero(check.bonus)
    ? []
    : [{ name: text('pay.check.bonus'), value: format(check.bonus) }];
  const facts: Fact[] =
    paidAmount === null
      ? [
          { name: text('pay.check.credit', { account }), value: format(check.received) },
          ...bonusFacts,
        ]
      : [
          { name: text('pay.check.amount'), value: format(paidAmount) },
          ...bonusFacts,
          ...(check.total === null
            ? []
            : [{ name: text('pay.check.total'), value: format(check.total) }]),
        ];
  return (
    <>
      {paidAmount === null ? null : (
        <Money value={check.received} label={text('pay.check.received')} size="huge" />
      )}
      <Facts facts={facts} isInline={paidAmount === null} />
      {check.promotions.map((promotion) => (
        <p key={promotion}>{promotion}</p>
      ))}
    </>
  );
}
