import { useState } from 'react';
import type { Approval, OpenPaper, Problem } from '../../../shared/contract/index.ts';
import { paperSentence } from '../../../shared/i18n/index.ts';
import { Dialog, Notice, type ScreenAction } from '../../components/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { ApprovalDialog, isApprovalNeeded } from '../approval/index.ts';
import { useProblemText } from '../problem-text.ts';
import { useClock, useTillMutation } from '../till/index.ts';
import { paperDetail, paperName } from './paper-names.ts';

type Answer = Awaited<ReturnType<ReturnType<typeof useTillMutation<'printing.retry'>>['run']>>;

/** One paper: did it come out, shall it be printed, or does nobody need it? None of it pays. */
export function PaperDialog(props: { readonly paper: OpenPaper; readonly onBack: () => void }) {
  const { paper, onBack } = props;
  const { jobId } = paper;
  const text = useText();
  const language = useLanguage();
  const clock = useClock();
  const describe = useProblemText();
  const retry = useTillMutation('printing.retry');
  const confirm = useTillMutation('printing.confirm');
  const setAside = useTillMutation('printing.setAside');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isApproving, setApproving] = useState(false);
  const isBusy = retry.isWaiting || confirm.isWaiting || setAside.isWaiting;

  const back = (answer: Answer): void => {
    setProblem(answer.ok ? null : answer.problem);
    if (answer.ok) onBack();
  };
  const print = async (approval: Approval | null): Promise<void> => {
    const answer = await retry.run({ jobId, approval });
    if (!isApprovalNeeded(answer, approval)) back(answer);
    else {
      setProblem(null);
      setApproving(true);
    }
  };

  const isAsked = paper.state === 'unconfirmed';
  const actions: readonly ScreenAction[] = isAsked
    ? [
        {
          label: text('papers.yes'),
          keyName: 'Control+Y',
          variant: 'paper',
          isDisabled: isBusy,
          onAction: () => void confirm.run({ jobId, cameOut: true }).then(back),
        },
        {
          // It stays on the list: printing it is the next press.
          label: text('papers.no'),
          keyName: 'Control+P',
          variant: 'paper',
          isDisabled: isBusy,
          onAction: () =>
            void confirm
              .run({ jobId, cameOut: false })
              .then((answer) => setProblem(answer.ok ? null : answer.problem)),
        },
      ]
    : [
        {
          label: text('papers.print'),
          keyName: 'Control+P',
          variant: 'paper',
          isDisabled: isBusy,
          onAction: () => void print(null),
        },
        {
          label: text('papers.setAside'),
          keyName: 'Delete',
          variant: 'paper',
          isDisabled: isBusy,
          onAction: () => void setAside.run({ jobId }).then(back),
        },
      ];
  const isReport = paper.kind === 'report';

  if (isApproving) {
    return (
      <ApprovalDialog
        title={text('papers.approve')}
        explanation={text(isReport ? 'papers.approve.report' : 'papers.approve.why')}
        asksReason={false}
        act={isReport ? 'x-report' : 'reprint-gift-card'}
        isBusy={isBusy}
        problem={problem}
        onCancel={() => setApproving(false)}
        onApprove={(approval) => void print(approval)}
      />
    );
  }
  return (
    <Dialog
      title={paperName(text, language, paper)}
      onClose={onBack}
      closeLabel={text('papers.back')}
      actions={actions}
    >
      <Notice
        tone="warning"
        word={text(`papers.${paper.state}`)}
        happened={paperSentence(language, paper) ?? text('papers.unknownReason')}
        money={paperDetail(text, clock, paper)}
        next={text(isAsked ? 'papers.question' : 'papers.next')}
      />
      {problem === null ? null : <Notice tone="refused" {...describe(problem)} />}
    </Dialog>
  );
}
