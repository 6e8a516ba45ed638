import type { OpenPaper, Result } from '../../../shared/contract/index.ts';
import { describePaperReason } from '../../../shared/i18n/index.ts';
import { Dialog, Notice, type ScreenAction } from '../../components/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { PrintApproval, usePrinting } from '../printing/index.ts';
import { useTillMutation, useTimeFormatter } from '../till/index.ts';
import { useProblemText } from '../use-problem-text.ts';
import { formatPaperDetail, getPaperName } from './paper-names.ts';

/**
 * Asks about one paper: did it come out, print it again, or is it not needed? None of this pays.
 */
export function PaperDialog(props: { readonly paper: OpenPaper; readonly onBack: () => void }) {
  const { paper, onBack } = props;
  const { jobId } = paper;
  const text = useText();
  const language = useLanguage();
  const clock = useTimeFormatter();
  const describe = useProblemText();
  const printing = usePrinting();
  const { problem } = printing;
  const setAside = useTillMutation('printing.setAside');
  const isBusy = printing.isBusy || setAside.isWaiting;

  const back = (answer: Result<unknown>): void => {
    if (answer.ok) onBack();
  };

  const isAsked = paper.state === 'unconfirmed';
  const actions: readonly ScreenAction[] = isAsked
    ? [
        {
          label: text('papers.yes'),
          keyName: 'Control+Y',
          variant: 'paper',
          isDisabled: isBusy,
          onAction: () => void printing.confirm(jobId, true, back),
        },
        {
          // The paper stays on the list; the next press prints it.
          label: text('papers.no'),
          keyName: 'Control+P',
          variant: 'paper',
          isDisabled: isBusy,
          onAction: () => void printing.confirm(jobId, false),
        },
      ]
    : [
        {
          label: text('papers.print'),
          keyName: 'Control+P',
          variant: 'paper',
          isDisabled: isBusy,
          onAction: () => printing.print({ as: 'job', jobId }, back),
        },
        {
          label: text('papers.setAside'),
          keyName: 'Delete',
          variant: 'paper',
          isDisabled: isBusy,
          onAction: () =>
            void setAside.run({ jobId }).then((answer) => {
              printing.setProblem(answer.ok ? null : answer.problem);
              back(answer);
            }),
        },
      ];
  const isReport = paper.kind === 'report';

  if (printing.isApproving) {
    return (
      <PrintApproval
        printing={printing}
        title={text('papers.approve')}
        explanation={text(isReport ? 'papers.approve.report' : 'papers.approve.why')}
        act={isReport ? 'x-report' : 'reprint-gift-card'}
      />
    );
  }
  return (
    <Dialog
      title={getPaperName(text, language, paper)}
      onClose={onBack}
      closeLabel={text('papers.back')}
      actions={actions}
    >
      <Notice
        tone="warning"
        word={text(`papers.${paper.state}`)}
        happened={describePaperReason(language, paper) ?? text('papers.unknownReason')}
        money={formatPaperDetail(text, clock, paper)}
        next={text(isAsked ? 'papers.question' : 'papers.next')}
      />
      {problem === null ? null : <Notice tone="refused" {...describe(problem)} />}
    </Dialog>
  );
}
