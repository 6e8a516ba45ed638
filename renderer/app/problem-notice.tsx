import type { Problem } from '../../shared/contract/index.ts';
import { describeServiceCode } from '../../shared/i18n/index.ts';
import { Notice } from '../components/index.ts';
import { useLanguage, useText } from '../i18n/index.ts';
import { getServiceMessage } from './service-message.ts';
import { useProblemText } from './use-problem-text.ts';

export interface ProblemNoticeProps {
  readonly problem: Problem;
  /** The biller concerned, if any, for the texts of the service's codes. */
  readonly biller?: string;
  readonly extraText?: string;
  /** Replaces the text about a look-up, if another request was made. */
  readonly impact?: string;
}

/** Shows a problem that occurred before anything was sent. Red is reserved for refused payments. */
export function ProblemNotice(props: ProblemNoticeProps) {
  const { problem, extraText } = props;
  const describe = useProblemText();
  const text = useText();
  const language = useLanguage();
  const problemText = describe(problem);
  if (problem.kind !== 'service-refused') {
    return (
      <Notice tone="warning" {...problemText}>
        {extraText === undefined ? null : <p>{extraText}</p>}
      </Notice>
    );
  }
  const { code, httpStatus, message } = problem;
  const biller = props.biller ?? null;
  const codeText = describeServiceCode({ code, httpStatus, language, during: 'look-up', biller });
  const serviceMessage = getServiceMessage(code, message);
  return (
    <Notice
      tone="warning"
      title={codeText.title}
      impact={props.impact ?? codeText.impact}
      action={codeText.action}
      code={problemText.code}
    >
      {serviceMessage === null ? null : (
        <p>{text('pay.refused.serviceSays', { message: serviceMessage })}</p>
      )}
      {extraText === undefined ? null : <p>{extraText}</p>}
    </Notice>
  );
}
