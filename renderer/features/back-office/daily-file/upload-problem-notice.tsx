import type { DailyFileDay, Problem } from '../../../../shared/contract/index.ts';
import { ProblemNotice, useTimeFormatter } from '../../../app/index.ts';
import { Notice } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';

/**
 * Why a day's file is not uploaded: the problem of the last manual action, or else of the last
 * attempt.
 */
export function UploadProblemNotice(props: {
  readonly day: DailyFileDay | undefined;
  /** The problem of the last manual action. */
  readonly actionProblem: Problem | null;
}) {
  const { day, actionProblem } = props;
  const text = useText();
  const clock = useTimeFormatter();
  const inDoubtSince = day?.inDoubtSince ?? null;
  const isMissing = day?.state === 'missing' || inDoubtSince !== null;
  const lastProblem = isMissing ? (day?.lastAttempt?.problem ?? null) : null;
  const problem = actionProblem ?? lastProblem;
  return (
    <>
      {inDoubtSince === null ? null : (
        <Notice
          tone="warning"
          title={text('dailyFile.inDoubt', { at: clock.dateTime(inDoubtSince) })}
          action={text('dailyFile.inDoubtAction')}
        />
      )}
      {problem === null || (inDoubtSince !== null && isDoubtProblem(problem)) ? null : (
        <ProblemNotice problem={problem} />
      )}
    </>
  );
}

/** The notice about the uncertain upload already reports this problem. */
function isDoubtProblem(problem: Problem): boolean {
  return problem.kind === 'upload' && problem.reason === 'answer-lost';
}
