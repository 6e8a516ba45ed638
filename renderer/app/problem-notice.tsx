import type { Problem } from '../../shared/contract/index.ts';
import { describeServiceCode } from '../../shared/i18n/index.ts';
import { Notice } from '../components/index.ts';
import { useLanguage, useText } from '../i18n/index.ts';
import { getServiceMessage } from './service-message.ts';
import { useProblemText } from './use-problem-text.ts';

export interface ProblemNoticeProps {
  readonly problem: Problem;
  /** The biller concerned, if any, for the texts of the service's codes. */
  readonly billerName?: string;
  readonly extraText?: string;
  /** Replaces the text about a look-up, if another request was made. */
  readonly impact?: string;
  /** False if the screen's title names the cause. */
  readonly isTitleShown?: boolean;
}

/** Returns the cause of a problem, as `ProblemNotice` names it. */
export function useProblemTitle(problem: Problem, billerName?: string): string {
  const describe = useProblemText();
  const language = useLanguage();
  if (problem.kind !== 'service-refused') return describe(problem).title;
  const { code, httpStatus } = problem;
  return describeServiceCode({
    code,
    httpStatus,
    language,
    context: 'look-up',
    billerName: billerName ?? null,
  }).title;
}

/** Shows a problem that occurred before anything was sent. Red is reserved for refused payments. */
export function ProblemNotice(props: ProblemNoticeProps) {
  const { problem, extraText, isTitleShown = true } = props;
  const describe = useProblemText();
  const text = useText();
  const language = useLanguage();
  const problemText = describe(problem);
  const title = useProblemTitle(problem, props.billerName);
  const shownTitle = isTitleShown ? { title } : {};
  if (problem.kind !== 'service-refused') {
    return (
      <Notice
        tone="warning"
        {...shownTitle}
        impact={problemText.impact}
        action={problemText.action}
        code={problemText.code}
      >
        {extraText === undefined ? null : <p>{extraText}</p>}
      </Notice>
    );
  }
  const { code, httpStatus, message } = problem;
  const biller = props.billerName ?? null;
  const codeText = describeServiceCode({
    code,
    httpStatus,
    language,
    context: 'look-up',
    billerName: biller,
  });
  const serviceMessage = getServiceMessage(code, message);
  return (
    <Notice
      tone="warning"
      {...shownTitle}
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
