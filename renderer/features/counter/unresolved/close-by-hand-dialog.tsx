import { useState } from 'react';
import type { Payment } from '../../../../shared/contract/index.ts';
import { ApprovalDialog, useRunIfMounted, useTillMutation } from '../../../app/index.ts';
import { ChoiceList, Dialog, formatMoneyInSentence, TextField } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';

/**
 * A supervisor closes a payment that look-ups cannot resolve: first the outcome that the help line
 * confirmed, then the reason and the PIN. Each answer explains its consequence for the money.
 */
export function CloseByHandDialog(props: {
  readonly payment: Payment;
  readonly onClose: () => void;
}) {
  const { payment, onClose } = props;
  const text = useText();
  const language = useLanguage();
  const closeByHand = useTillMutation('payments.closeByHand');
  const runIfMounted = useRunIfMounted();
  const [isPaid, setPaid] = useState<boolean | null>(null);
  const [authorization, setAuthorization] = useState('');
  const values = {
    amount: formatMoneyInSentence(payment.amount, language),
    due: formatMoneyInSentence(payment.due, language),
    biller: payment.billerName,
  };
  if (isPaid === null) {
    return (
      <Dialog title={text('byHand.title')} onClose={onClose} closeLabel={text('byHand.cancel')}>
        <p>{text(`byHand.question.${getMoneyDirection(payment)}`, values)}</p>
        <ChoiceList
          label={text('byHand.title')}
          choices={[
            {
              id: 'paid',
              name: text('byHand.paid'),
              detail: text(`byHand.paid.${getAnswerMeaning(payment)}`, values),
            },
            {
              id: 'not-paid',
              name: text('byHand.notPaid'),
              detail: text(`byHand.notPaid.${getAnswerMeaning(payment)}`, values),
            },
          ]}
          onChoose={(id) => setPaid(id === 'paid')}
          isAutoFocused
        />
      </Dialog>
    );
  }
  return (
    <ApprovalDialog
      title={text(isPaid ? 'byHand.paid' : 'byHand.notPaid')}
      explanation={text(
        `${isPaid ? 'byHand.paid' : 'byHand.notPaid'}.${getAnswerMeaning(payment)}`,
        values,
      )}
      isReasonRequired
      isBusy={closeByHand.isPending}
      problem={closeByHand.problem}
      onCancel={onClose}
      onApprove={(approval, reason) =>
        void closeByHand
          .run({
            paymentId: payment.id,
            isPaid,
            authorization: isPaid && authorization.trim() !== '' ? authorization.trim() : null,
            reason,
            approval,
          })
          .then((answer) => {
            if (answer.ok) runIfMounted(onClose);
          })
      }
    >
      {isPaid ? (
        <TextField
          label={text('byHand.authorization')}
          value={authorization}
          onChange={setAuthorization}
          description={text('byHand.authorizationHint')}
          maxLength={64}
        />
      ) : null}
    </ApprovalDialog>
  );
}

/** Returns whether the money moves to the shop, to the customer, or back to the customer. */
function getMoneyDirection({ kind }: Payment): 'in' | 'out' | 'back' {
  if (kind === 'cash-out') return 'out';
  return kind === 'cancel' ? 'back' : 'in';
}

/**
 * Returns the variant of the text about the money. The money of a basket item is part of the
 * basket's change, which is given once.
 */
function getAnswerMeaning(payment: Payment): 'in' | 'out' | 'back' | 'basket' {
  return payment.basket === null ? getMoneyDirection(payment) : 'basket';
}
