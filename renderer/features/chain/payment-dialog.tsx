import type { SeenPayment } from '../../../shared/contract/index.ts';
import { useClock } from '../../app/index.ts';
import { Dialog, Facts, moneyWords } from '../../components/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { placeWords, stateWords } from './words.ts';

/** All that the chain has of one payment. What to do about it is done at its till. */
export function PaymentDialog(props: {
  readonly payment: SeenPayment;
  readonly onClose: () => void;
}) {
  const { payment, onClose } = props;
  const text = useText();
  const clock = useClock();
  const language = useLanguage();
  return (
    <Dialog
      title={`${payment.billerName} · ${moneyWords(payment.amount, language)}`}
      onClose={onClose}
    >
      <Facts
        facts={[
          { name: text('history.state'), value: stateWords(text, payment) },
          { name: text('chain.where'), value: placeWords(text, payment.till) },
          { name: text('history.kind'), value: text(`history.kind.${payment.kind}`) },
          { name: text('history.at'), value: clock.dateTime(payment.createdAt) },
          { name: text('history.account'), value: payment.account },
          ...(payment.due === null
            ? []
            : [{ name: text('history.due'), value: moneyWords(payment.due, language) }]),
          { name: text('history.cashier'), value: payment.cashierName },
          ...(payment.authorization === null
            ? []
            : [{ name: text('chain.authorization'), value: payment.authorization }]),
          ...(payment.code === null ? [] : [{ name: text('chain.code'), value: payment.code }]),
          { name: text('history.reference'), value: payment.externalId },
        ]}
      />
      {payment.state === 'open' ? <p>{text('chain.openNext')}</p> : null}
    </Dialog>
  );
}
