import type { Problem } from '../../../../shared/contract/index.ts';
import { useProblemText } from '../../../app/index.ts';
import { Notice } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';

/** The actions that the cashier may request for a payment. */
export type PaymentAction = 'look-up' | 'send-again' | 'handed-over' | 'confirm' | 'seen';

/** Shown if a request about a payment failed. The payment is unchanged. */
export function FailedActionNotice(props: {
  readonly failedAction: { readonly what: PaymentAction; readonly problem: Problem };
}) {
  const text = useText();
  const describeProblem = useProblemText();
  const { what: failed, problem } = props.failedAction;
  const { title, action, code } = describeProblem(problem);
  return (
    <Notice
      tone="warning"
      title={title}
      impact={text(`pay.failed.${failed}`)}
      action={action}
      code={code}
    />
  );
}
