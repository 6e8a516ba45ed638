import type { Payment } from '../../../../shared/contract/index.ts';
import { useTill } from '../../../app/index.ts';
import { getVersionName } from '../../../app/questions/index.ts';
import { Dialog, type Fact, Facts, Notice } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';

/**
 * Where the service's version has no cancel: why, what holds of the money, and what to do instead,
 * with what whoever is called asks for.
 */
export function CancelUnavailableDialog(props: {
  readonly payment: Payment;
  readonly onClose: () => void;
}) {
  const { payment, onClose } = props;
  const text = useText();
  const language = useLanguage();
  const till = useTill();
  const isOut = payment.kind === 'cash-out';
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
        happened={text('history.noCancel.what', {
          version: getVersionName(text, language, till.version),
        })}
        money={text(isOut ? 'history.noCancel.moneyOut' : 'history.noCancel.money')}
        next={text('history.noCancel.next')}
      />
      <Facts facts={facts} />
    </Dialog>
  );
}

/** Paid, standing, and of a version that takes nothing back. */
export function isCancelUnavailable(payment: Payment, hasCancel: boolean): boolean {
  const isPaid = payment.state === 'paid' || payment.state === 'by-hand-paid';
  return (
    !hasCancel &&
    !payment.mayCancel &&
    isPaid &&
    payment.kind !== 'cancel' &&
    payment.refund === null
  );
}
