import type { DailyFileDay, Problem } from '../../../../shared/contract/index.ts';
import { ProblemNotice, useTimeFormatter } from '../../../app/index.ts';
import { Notice } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';

/**
 * Why a day's file is not uploaded: the problem of the last press, otherwise of the last attempt.
 */
export function UploadProblemNotice(props: {
  readonly day: DailyFileDay | undefined;
  /** The problem of the last press. */
  readonly asked: Problem | null;
}) {
  const { day, asked } = props;
  const text = useText();
  const clock = useTimeFormatter();
  const since = day?.inDoubtSince ?? null;
  const isMissing = day?.state === 'missing' || since !== null;
  const last = isMissing ? (day?.lastAttempt?.problem ?? null) : null;
  const problem = asked ?? last;
  return (
    <>
      {since === null ? null : (
        <Notice
          tone="warning"
          happened={text('dailyFile.doubt', { at: clock.dateTime(since) })}
          next={text('dailyFile.doubtNext')}
        />
      )}
      {problem === null || (since !== null && isDoubtProblem(problem)) ? null : (
        <ProblemNotice problem={problem} />
      )}
    </>
  );
}

/** The notice about the doubt already says so. */
function isDoubtProblem(problem: Problem): boolean {
  return problem.kind === 'upload' && problem.reason === 'answer-lost';
}
