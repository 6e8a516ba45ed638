import { useMomentFormatter, useTillQuery } from '../../../../app/index.ts';
import { Facts, formatMoneyInSentence } from '../../../../components/index.ts';
import { useLanguage, useText } from '../../../../i18n/index.ts';

/** Which other shop of the chain paid what the service speaks of; nothing where nobody knows. */
export function OtherTillPaymentFacts(props: { readonly paymentId: string }) {
  const text = useText();
  const moment = useMomentFormatter();
  const language = useLanguage();
  const { paymentId } = props;
  const found = useTillQuery('payments.paidElsewhere', { paymentId }).value ?? [];
  if (found.length === 0) return null;
  return (
    <Facts
      label={text('pay.decide.earlier')}
      isInline
      facts={found.map(({ shop, posNumber, at, amount }) => ({
        name: text('pay.decide.earlier'),
        value: [
          text('pay.decide.shopAndTill', { shop, posNumber }),
          formatMoneyInSentence(amount, language),
          moment(at),
        ].join(' · '),
      }))}
    />
  );
}
