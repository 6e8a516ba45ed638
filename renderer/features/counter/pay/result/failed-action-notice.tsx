import type { Problem } from '../../../../../shared/contract/index.ts';
import { useProblemText } from '../../../../app/index.ts';
import { Notice } from '../../../../components/index.ts';
import { useText } from '../../../../i18n/index.ts';
import type { PaymentAction } from '../flow/index.ts';

/** A request about a payment failed. The payment is unchanged. */
export function FailedActionNotice(props: {
  readonly trouble: { readonly what: PaymentAction; readonly problem: Problem };
}) {
  const text = useText();
  const describe = useProblemText();
  const { what, problem } = props.trouble;
  const { happened, next, code } = describe(problem);
  return (
    <Notice
      tone="warning"
      happened={text(`pay.trouble.${what}`)}
      money={happened}
      next={next}
      code={code}
    />
  );
}
