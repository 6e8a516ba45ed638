import { useState } from 'react';
import {
  type Approval,
  assertNever,
  type Problem,
  type Tape as TapeValue,
} from '../../../shared/contract/index.ts';
import { receiptWords } from '../../../shared/i18n/index.ts';
import {
  ApprovalDialog,
  isApprovalNeeded,
  TapeSlot,
  useProblemText,
  useTillMutation,
  useTillQuery,
} from '../../app/index.ts';
import { HowFar, Notice, type PaperAction, PaperNote, Tape } from '../../components/index.ts';
import { type Text, useLanguage, useText } from '../../i18n/index.ts';
import styles from './shift.module.css';

/** The paper of what was just done: its picture, how it is, and what can be done about it. */
export function PaperSide(props: { readonly jobId: string }) {
  const { jobId } = props;
  const text = useText();
  const language = useLanguage();
  const describe = useProblemText();
  const job = useTillQuery('printing.job', { jobId }, { asksAnew: true });
  const retry = useTillMutation('printing.retry');
  const confirm = useTillMutation('printing.confirm');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isApproving, setApproving] = useState(false);
  const tape = job.value;
  const isBusy = retry.isWaiting || confirm.isWaiting;
  /** Without an approval where none is needed: main says where one is. */
  const print = async (approval: Approval | null): Promise<void> => {
    const answer = await retry.run({ jobId, approval });
    const needsApproval = isApprovalNeeded(answer, approval);
    setProblem(answer.ok || needsApproval ? null : answer.problem);
    setApproving(needsApproval || (approval !== null && !answer.ok));
    job.again();
  };
  const say = async (cameOut: boolean): Promise<void> => {
    const answer = await confirm.run({ jobId, cameOut });
    setProblem(answer.ok ? null : answer.problem);
    job.again();
  };
  const actions = tape === undefined || isBusy ? [] : actionsOf(tape);

  function actionsOf({ state }: TapeValue): readonly PaperAction[] {
    switch (state) {
      case 'waiting':
      case 'printing':
      case 'printed':
      case 'skipped':
        return [];
      case 'refused':
      case 'failed':
        return [
          {
            label: text('shift.printAgain'),
            keyName: 'Control+P',
            onAction: () => void print(null),
          },
        ];
      case 'unconfirmed':
        return [
          {
            label: text('shift.paper.yes'),
            keyName: 'Control+Y',
            onAction: () => void say(true),
          },
          {
            label: text('shift.paper.no'),
            keyName: 'Control+P',
            onAction: () => void say(false),
          },
        ];
      default:
        return assertNever(state);
    }
  }

  if (tape === undefined) return null;
  return (
    <TapeSlot>
      <div className={styles.side}>
        <PaperNote label={text('shift.paper')} actions={actions}>
          <div role="status">
            <p>{wordsOf(tape, text)}</p>
            <HowFar sentShare={tape.sentShare} />
            {tape.isDrawerKept ? <p>{receiptWords(language).drawerKept}</p> : null}
          </div>
          {problem === null || isApproving ? null : (
            <Notice tone="warning" {...describe(problem)} />
          )}
        </PaperNote>
        {tape.isWithheld ? (
          <p>{text('shift.paper.withheld')}</p>
        ) : (
          <Tape lines={tape.lines} columns={tape.columns} />
        )}
      </div>
      {isApproving ? (
        <ApprovalDialog
          title={text('shift.printAgain')}
          explanation={text('shift.approvePaper')}
          asksReason={false}
          act="x-report"
          isBusy={isBusy}
          problem={problem}
          onCancel={() => setApproving(false)}
          onApprove={(approval) => void print(approval)}
        />
      ) : null}
    </TapeSlot>
  );
}

function wordsOf({ state }: TapeValue, text: Text): string {
  switch (state) {
    case 'waiting':
    case 'printing':
      return text('shift.paper.printing');
    case 'printed':
    case 'skipped':
      return text('shift.paper.printed');
    case 'refused':
    case 'failed':
      return text('shift.paper.failed');
    case 'unconfirmed':
      return text('shift.paper.question');
    default:
      return assertNever(state);
  }
}

/** True while the paper has a question or an offer of its own on the key that prints. */
export function usePaperAsks(jobId: string | null): boolean {
  const job = useTillQuery('printing.job', { jobId: jobId ?? '-' }, { isEnabled: jobId !== null });
  const state = jobId === null ? undefined : job.value?.state;
  return state === 'refused' || state === 'failed' || state === 'unconfirmed';
}
