import type { Payment } from '../../../../shared/contract/index.ts';
import { isTicketTextMissing } from '../../../../shared/rules/index.ts';
import { ApprovalDialog, useRunIfMounted, useTillMutation } from '../../../app/index.ts';
import { formatMoneyInSentence } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';

/**
 * Asks a supervisor to release the money of a confirmed cash-out whose slip was not printed, or whose
 * text did not come.
 */
export function ReleaseCashDialog(props: {
  readonly payment: Payment;
  readonly onClose: () => void;
}) {
  const { payment, onClose } = props;
  const text = useText();
  const language = useLanguage();
  const isTextMissing = isTicketTextMissing(payment);
  const releaseCash = useTillMutation('payments.releaseCash');
  const runIfMounted = useRunIfMounted();
  return (
    <ApprovalDialog
      title={text(isTextMissing ? 'pay.cashOut.releaseTextTitle' : 'pay.cashOut.releaseTitle', {
        amount: formatMoneyInSentence(payment.due, language),
      })}
      explanation={text(
        isTextMissing ? 'pay.cashOut.releaseTextExplanation' : 'pay.cashOut.releaseExplanation',
      )}
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
