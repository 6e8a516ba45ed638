import type { DailyFileDay, Problem } from '../../../shared/contract/index.ts';
import { ProblemNotice, useClock } from '../../app/index.ts';
import { Notice } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';

/** What keeps a day's file from being out: what a press met, else what the last attempt met. */
export function Trouble(props: {
  readonly day: DailyFileDay | undefined;
  /** What was just asked for met it. */
  readonly asked: Problem | null;
}) {
  const { day, asked } = props;
  const text = useText();
  const clock = useClock();
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
      {problem === null || (since !== null && saysDoubt(problem)) ? null : (
        <ProblemNotice problem={problem} />
      )}
    </>
  );
}

/** The notice of the doubt says it already. */
function saysDoubt(problem: Problem): boolean {
  return problem.kind === 'upload' && problem.reason === 'answer-lost';
}
