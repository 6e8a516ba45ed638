import { useState } from 'react';
import type { DrawerShortage } from '../../../../../shared/contract/index.ts';
import { ApprovalDialog, useRunIfMounted, useTillMutation } from '../../../../app/index.ts';
import { formatMoneyInSentence, Notice, Screen } from '../../../../components/index.ts';
import { useLanguage, useText } from '../../../../i18n/index.ts';
import type { StepProps } from '../flow/index.ts';

/** The drawer does not hold the sum of the cash-out: another amount, or a supervisor's approval. */
export function ShortDrawerScreen(
  props: StepProps<'warnings'> & { readonly warning: DrawerShortage },
) {
  const { step, dispatch, press, warning } = props;
  const text = useText();
  const language = useLanguage();
  const approve = useTillMutation('payments.approveShortDrawer');
  const runIfMounted = useRunIfMounted();
  const [isApproving, setApproving] = useState(false);
  const { order } = step;
  const values = {
    amount: formatMoneyInSentence(order.due, language),
    available: formatMoneyInSentence(warning.available, language),
    missing: formatMoneyInSentence(warning.missing, language),
  };
  return (
    <Screen
      title={text('pay.decide.shortTitle')}
      actions={[
        { label: text('pay.decide.correct'), keyName: 'Escape', onAction: () => press('back') },
        {
          label: text('pay.decide.shortApprove'),
          keyName: 'Control+S',
          onAction: () => setApproving(true),
        },
      ]}
    >
      <Notice
        tone="warning"
        title={text('pay.decide.short', values)}
        {...(warning.isFloatCounted ? {} : { impact: text('pay.decide.shortFloat') })}
        action={text('pay.decide.shortAction')}
      />
      {isApproving ? (
        <ApprovalDialog
          title={text('pay.decide.shortApproveTitle', values)}
          explanation={text('pay.decide.shortApproveExplanation', values)}
          isReasonRequired
          isBusy={approve.isPending}
          problem={approve.problem}
          onCancel={() => setApproving(false)}
          onApprove={(approval, reason) =>
            void approve.run({ orderId: order.id, reason, approval }).then((answer) => {
              if (answer.ok) runIfMounted(() => dispatch({ type: 'decided', choice: 'go-on' }));
            })
          }
        />
      ) : null}
    </Screen>
  );
}
