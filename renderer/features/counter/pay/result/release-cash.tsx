import type { Payment } from '../../../../../shared/contract/index.ts';
import { ApprovalDialog, useIfMounted, useTillMutation } from '../../../../app/index.ts';
import { formatMoneyInSentence } from '../../../../components/index.ts';
import { useLanguage, useText } from '../../../../i18n/index.ts';

/** The slip of a confirmed cash-out was not printed: a supervisor releases the money. */
export function ReleaseCash(props: { readonly payment: Payment; readonly onClose: () => void }) {
  const { payment, onClose } = props;
  const text = useText();
  const language = useLanguage();
  const release = useTillMutation('payments.releaseCash');
  const whileHere = useIfMounted();
  return (
    <ApprovalDialog
      title={text('pay.out.releaseTitle', { amount: formatMoneyInSentence(payment.due, language) })}
      explanation={text('pay.out.releaseWhy')}
      isReasonRequired
      isBusy={release.isWaiting}
      problem={release.problem}
      onCancel={onClose}
      onApprove={(approval, reason) =>
        void release.run({ paymentId: payment.id, reason, approval }).then((answer) => {
          if (answer.ok) whileHere(onClose);
        })
      }
    />
  );
}
