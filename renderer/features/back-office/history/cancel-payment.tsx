import type { Payment } from '../../../../shared/contract/index.ts';
import { ApprovalDialog, useRunIfMounted, useTillMutation } from '../../../app/index.ts';
import { formatMoneyInSentence, Notice } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';

/** Asks for a supervisor's PIN and a reason, and cancels a payment of today. */
export function CancelPayment(props: {
  readonly payment: Payment;
  readonly onClose: () => void;
  readonly onCancelled: (cancel: Payment) => void;
}) {
  const { payment, onClose, onCancelled } = props;
  const text = useText();
  const language = useLanguage();
  const cancel = useTillMutation('payments.cancel');
  const runIfMounted = useRunIfMounted();
  return (
    <ApprovalDialog
      title={text('history.cancelTitle', {
        amount: formatMoneyInSentence(payment.amount, language),
        biller: payment.billerName,
      })}
      explanation={text('history.cancelExplanation', {
        due: formatMoneyInSentence(payment.due, language),
      })}
      isReasonRequired
      isBusy={cancel.isPending}
      problem={cancel.problem}
      onCancel={onClose}
      onApprove={(approval, reason) =>
        void cancel.run({ paymentId: payment.id, reason, approval }).then((answer) => {
          if (answer.ok) runIfMounted(() => onCancelled(answer.value));
        })
      }
    >
      {payment.kind === 'gift-card' && payment.hasTicketText ? (
        <Notice
          tone="warning"
          title={text('history.cancelGift')}
          action={text('history.cancelGiftAction')}
        />
      ) : null}
    </ApprovalDialog>
  );
}
