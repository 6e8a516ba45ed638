import type { Problem } from '../../shared/contract/index.ts';
import { describeServiceCode } from '../../shared/i18n/index.ts';
import { Notice } from '../components/index.ts';
import { useLanguage, useText } from '../i18n/index.ts';
import { getServiceMessage } from './service-message.ts';
import { useProblemText } from './use-problem-text.ts';

export interface ProblemNoticeProps {
  readonly problem: Problem;
  /** The biller concerned, if any: the words for the service's codes name it. */
  readonly biller?: string;
  readonly also?: string;
  /** Replaces the words about a look-up, if the service was asked for something else. */
  readonly money?: string;
}

/** A problem before anything was sent. Red is reserved for refused payments. */
export function ProblemNotice(props: ProblemNoticeProps) {
  const { problem, also } = props;
  const describe = useProblemText();
  const text = useText();
  const language = useLanguage();
  const plain = describe(problem);
  if (problem.kind !== 'service-refused') {
    return (
      <Notice tone="warning" {...plain}>
        {also === undefined ? null : <p>{also}</p>}
      </Notice>
    );
  }
  const { code, httpStatus, message } = problem;
  const biller = props.biller ?? null;
  const words = describeServiceCode({ code, httpStatus, language, during: 'look-up', biller });
  const says = getServiceMessage(code, message);
  return (
    <Notice
      tone="warning"
      happened={words.happened}
      money={props.money ?? words.money}
      next={words.next}
      code={plain.code}
    >
      {says === null ? null : <p>{text('pay.refused.serviceSays', { message: says })}</p>}
      {also === undefined ? null : <p>{also}</p>}
    </Notice>
  );
}
