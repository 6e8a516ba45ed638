import type { Payment } from '../../../../../shared/contract/index.ts';
import { ApprovalDialog, useIfMounted, useTillMutation } from '../../../../app/index.ts';
import { formatMoneyInSentence } from '../../../../components/index.ts';
import { useLanguage, useText } from '../../../../i18n/index.ts';

/** Asks a supervisor to release the money of a confirmed cash-out whose slip was not printed. */
export function ReleaseCash(props: { readonly payment: Payment; readonly onClose: () => void }) {
  const { payment, onClose } = props;
  const text = useText();
  const language = useLanguage();
  const releaseCash = useTillMutation('payments.releaseCash');
  const runIfMounted = useIfMounted();
  return (
    <ApprovalDialog
      title={text('pay.cashOut.releaseTitle', {
        amount: formatMoneyInSentence(payment.due, language),
      })}
      explanation={text('pay.cashOut.releaseExplanation')}
      isReasonRequired
      isBusy={releaseCash.isPending}
      problem={releaseCash.problem}
      onCancel={onClose}
      onApprove={(approval, reason) =>
        void releaseCash.run({ paymentId: payment.id, reason, approval }).then((answer) => {
          if (answer.ok) runIfMounted(onClose);
        })
      }
    />
  );
}
