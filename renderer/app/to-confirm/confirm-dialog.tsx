import type { Payment } from '../../../shared/contract/index.ts';
import {
  Dialog,
  Facts,
  formatMoneyInSentence,
  Money,
  Notice,
  type ScreenAction,
} from '../../components/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { ProblemNotice } from '../problem-notice.tsx';
import { useTillMutation, useTimeWithDayFormatter } from '../till/index.ts';
import { formatOutcomeConfirmTask, formatOutcomeToConfirmTitle } from './confirm-task.ts';
import { getOutcomeConfirmTask } from './outcome-confirm-task.ts';

/** One outcome that arrived after its payment was left, and the key that confirms it. */
export function ConfirmOutcomeDialog(props: {
  readonly payment: Payment;
  readonly onClose: () => void;
  readonly onConfirmed: () => void;
}) {
  const { payment } = props;
  const text = useText();
  const language = useLanguage();
  const formatMoment = useTimeWithDayFormatter();
  const confirm = useTillMutation('payments.confirm');
  const task = getOutcomeConfirmTask(payment);
  const action: ScreenAction = {
    label: text(`toConfirm.done.${task.action}`),
    keyName: 'F11',
    variant: 'primary',
    isDisabled: confirm.isPending,
    onAction: () =>
      void confirm.run({ paymentId: payment.id }).then((answer) => {
        if (answer.ok) props.onConfirmed();
      }),
  };
  return (
    <Dialog
      title={text('toConfirm.title')}
      onClose={props.onClose}
      closeLabel={text('toConfirm.later')}
      actions={[action]}
    >
      <Notice
        tone={payment.toConfirm === 'paid' ? 'paid' : 'refused'}
        title={formatOutcomeToConfirmTitle(text, payment)}
        action={formatOutcomeConfirmTask(text, task, language)}
      />
      {task.amount === null ? null : <Money value={task.amount} size="huge" />}
      <Facts
        facts={[
          { name: text('history.due'), value: formatMoneyInSentence(payment.due, language) },
          ...(payment.cash === null
            ? []
            : [
                {
                  name: text('toConfirm.fact.received'),
                  value: formatMoneyInSentence(payment.cash, language),
                },
              ]),
          { name: text('history.at'), value: formatMoment(payment.createdAt) },
          { name: text('history.cashier'), value: payment.cashierName },
        ]}
      />
      {confirm.problem === null ? null : <ProblemNotice problem={confirm.problem} />}
    </Dialog>
  );
}
