import { useMomentFormatter, useTillQuery } from '../../../../app/index.ts';
import { Facts, formatMoneyInSentence } from '../../../../components/index.ts';
import { useLanguage, useText } from '../../../../i18n/index.ts';

/**
 * Which other shop of the chain made the payment that the service refers to; renders nothing if
 * unknown.
 */
export function OtherTillPaymentFacts(props: { readonly paymentId: string }) {
  const text = useText();
  const formatMoment = useMomentFormatter();
  const language = useLanguage();
  const { paymentId } = props;
  const otherPayments = useTillQuery('payments.paidAtOtherTills', { paymentId }).value ?? [];
  if (otherPayments.length === 0) return null;
  return (
    <Facts
      label={text('pay.decide.earlier')}
      isInline
      facts={otherPayments.map(({ shop, posNumber, at, amount }) => ({
        name: text('pay.decide.earlier'),
        value: [
          text('pay.decide.shopAndTill', { shop, posNumber }),
          formatMoneyInSentence(amount, language),
          formatMoment(at),
        ].join(' · '),
      }))}
    />
  );
}
