import type { ChainPayment } from '../../../../shared/contract/index.ts';
import { useTimeFormatter } from '../../../app/index.ts';
import { Dialog, Facts, formatMoneyInSentence } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { formatPaymentTotal, formatShopAndPos } from './chain-formatters.ts';
import { PaymentStateLabel } from './chain-payment-choices.tsx';

/**
 * All data that the chain has of one payment. It offers no actions: those are available only at the
 * payment's till.
 */
export function ChainPaymentDialog(props: {
  readonly payment: ChainPayment;
  readonly onClose: () => void;
}) {
  const { payment, onClose } = props;
  const text = useText();
  const clock = useTimeFormatter();
  const language = useLanguage();
  return (
    <Dialog
      title={`${payment.billerName} · ${formatPaymentTotal(text, language, payment)}`}
      onClose={onClose}
    >
      <Facts
        facts={[
          { name: text('history.state'), value: <PaymentStateLabel payment={payment} /> },
          { name: text('chain.where'), value: formatShopAndPos(text, payment.till) },
          { name: text('history.kind'), value: text(`history.kind.${payment.kind}`) },
          { name: text('history.at'), value: clock.dateTime(payment.createdAt) },
          { name: text('history.account'), value: payment.account },
          { name: text('history.amount'), value: formatMoneyInSentence(payment.amount, language) },
          { name: text('history.due'), value: formatMoneyInSentence(payment.due, language) },
          { name: text('history.cashier'), value: payment.cashierName },
          ...(payment.authorization === null
            ? []
            : [{ name: text('chain.authorization'), value: payment.authorization }]),
          ...(payment.code === null ? [] : [{ name: text('chain.code'), value: payment.code }]),
          { name: text('history.reference'), value: payment.externalId },
        ]}
      />
      {payment.state === 'open' ? <p>{text('chain.openAction')}</p> : null}
    </Dialog>
  );
}
