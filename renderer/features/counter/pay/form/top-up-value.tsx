import type { TopUpCheck } from '../../../../../shared/contract/index.ts';
import { isZero, type Money as MoneyValue } from '../../../../../shared/money/index.ts';
import { type Fact, Facts, formatMoneyInSentence, Money } from '../../../../components/index.ts';
import { useLanguage, useText } from '../../../../i18n/index.ts';

/** What a top-up brings to the number, in its own currency; read to the customer. */
export function TopUpValue(props: {
  readonly check: TopUpCheck;
  /** The phone, as it is shown. */
  readonly account: string;
  /** The amount, on a screen of its own; null beside the question for the cash, which has it. */
  readonly pays: MoneyValue | null;
}) {
  const { check, account, pays } = props;
  const text = useText();
  const language = useLanguage();
  const words = (value: MoneyValue): string => formatMoneyInSentence(value, language);
  const bonus: Fact[] = isZero(check.bonus)
    ? []
    : [{ name: text('pay.check.bonus'), value: words(check.bonus) }];
  const facts: Fact[] =
    pays === null
      ? [{ name: text('pay.check.brings', { account }), value: words(check.received) }, ...bonus]
      : [
          { name: text('pay.check.pays'), value: words(pays) },
          ...bonus,
          ...(check.total === null
            ? []
            : [{ name: text('pay.check.total'), value: words(check.total) }]),
        ];
  return (
    <>
      {pays === null ? null : (
        <Money value={check.received} label={text('pay.check.received')} size="huge" />
      )}
      <Facts facts={facts} isInline={pays === null} />
      {check.promotions.map((promotion) => (
        <p key={promotion}>{promotion}</p>
      ))}
    </>
  );
}
