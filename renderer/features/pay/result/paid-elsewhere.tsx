import { useMoment, useTillQuery } from '../../../app/index.ts';
import { Facts, moneyWords } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';

/** Which other shop of the chain paid what the service speaks of; nothing where nobody knows. */
export function PaidElsewhereFacts(props: { readonly paymentId: string }) {
  const text = useText();
  const moment = useMoment();
  const language = useLanguage();
  const { paymentId } = props;
  const found = useTillQuery('payments.paidElsewhere', { paymentId }).value ?? [];
  if (found.length === 0) return null;
  return (
    <Facts
      label={text('pay.decide.earlier')}
      isRunning
      facts={found.map(({ shop, posNumber, at, amount }) => ({
        name: text('pay.decide.earlier'),
        value: [
          text('pay.decide.shopAndTill', { shop, posNumber }),
          moneyWords(amount, language),
          moment(at),
        ].join(' · '),
      }))}
    />
  );
}
