import type { Payment } from '../../../../shared/contract/index.ts';
import { useTill } from '../../../app/index.ts';
import { getServiceVersionName } from '../../../app/questions/index.ts';
import { Dialog, type Fact, Facts, Notice } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';

/**
 * Shown if the service's version has no cancel: the reason, the status of the money, what to do
 * instead, and the references that the help line needs.
 */
export function CancelUnavailableDialog(props: {
  readonly payment: Payment;
  readonly onClose: () => void;
}) {
  const { payment, onClose } = props;
  const text = useText();
  const language = useLanguage();
  const till = useTill();
  const isCashOut = payment.kind === 'cash-out';
  const facts: Fact[] = [
    ...(payment.authorization === null
      ? []
      : [{ name: text('history.authorization'), value: payment.authorization }]),
    { name: text('history.reference'), value: payment.externalId },
  ];
  return (
    <Dialog title={text('history.noCancel')} onClose={onClose}>
      <Notice
        tone="info"
        title={text('history.noCancel.title', {
          version: getServiceVersionName(text, language, till.version),
        })}
        impact={text(isCashOut ? 'history.noCancel.impactOut' : 'history.noCancel.impact')}
        action={text('history.noCancel.action')}
      />
      <Facts facts={facts} />
    </Dialog>
  );
}

/**
 * Whether the payment is paid and not refunded, but cannot be cancelled because the service's
 * version has no cancel.
 */
export function isCancelUnavailable(payment: Payment, isCancelSupported: boolean): boolean {
  const isPaid = payment.state === 'paid' || payment.state === 'by-hand-paid';
  return (
    !isCancelSupported &&
    !payment.canCancel &&
    isPaid &&
    payment.kind !== 'cancel' &&
    payment.refund === null
  );
}
