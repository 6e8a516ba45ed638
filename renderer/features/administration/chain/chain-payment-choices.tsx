import type { ChainPayment } from '../../../../shared/contract/index.ts';
import {
  getPaymentStateTextKey,
  getPaymentStateTone,
  type PaymentStateFields,
  useTimeWithDayFormatter,
} from '../../../app/index.ts';
import { type Choice, ToneLabel } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { formatPaymentTotal, formatShopAndPos } from './chain-formatters.ts';

/** The state of a payment in the words, icon and colour of its till's history. */
export function PaymentStateLabel({ payment }: { readonly payment: ChainPayment }) {
  const text = useText();
  const stated = toStatedPayment(payment);
  return (
    <ToneLabel tone={getPaymentStateTone(stated)}>{text(getPaymentStateTextKey(stated))}</ToneLabel>
  );
}

/** For an open payment the chain has no more detail. */
function toStatedPayment({ kind, state, refund, cancelledBy }: ChainPayment): PaymentStateFields {
  return {
    kind,
    state: state === 'open' ? 'unknown' : state,
    refund,
    cancelledBy: cancelledBy === null ? null : { state: 'paid' },
  };
}

/** Returns the payments as rows of a list. */
export function useChainPaymentChoices(payments: readonly ChainPayment[]): readonly Choice[] {
  const text = useText();
  const language = useLanguage();
  const formatMoment = useTimeWithDayFormatter();
  return payments.map((payment) => ({
    id: payment.id,
    name: payment.billerName,
    detail: (
      <>
        <PaymentStateLabel payment={payment} />
        {[
          '',
          formatMoment(payment.createdAt),
          formatShopAndPos(text, payment.till),
          text(`history.kind.${payment.kind}`),
          payment.account,
        ].join(' · ')}
      </>
    ),
    trailingContent: formatPaymentTotal(text, language, payment),
  }));
}
