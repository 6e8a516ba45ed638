import type { Result, UnprintedPaper } from '../../../shared/contract/index.ts';
import { describePaperReason } from '../../../shared/i18n/index.ts';
import { Dialog, Notice, type ScreenAction } from '../../components/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { PrintApprovalDialog, usePaperPrinting } from '../printing/index.ts';
import { useTillMutation, useTimeFormatter } from '../till/index.ts';
import { useProblemText } from '../use-problem-text.ts';
import { formatUnprintedPaperDetail, getPaperName } from './paper-names.ts';
import { isInPrintQueue } from './unprinted-papers.ts';

/**
 * Asks about one paper: whether it was printed, should be printed again, or is not needed. None of
 * this makes a payment.
 */
export function UnprintedPaperDialog(props: {
  readonly paper: UnprintedPaper;
  readonly onBack: () => void;
}) {
  const { paper, onBack } = props;
  const { jobId } = paper;
  const text = useText();
  const language = useLanguage();
  const timeFormatter = useTimeFormatter();
  const describe = useProblemText();
  const printing = usePaperPrinting();
  const { problem } = printing;
  const setAside = useTillMutation('printing.dismiss');
  const isBusy = printing.isBusy || setAside.isPending;

  const goBackIfOk = (response: Result<unknown>): void => {
    if (response.ok) onBack();
  };

  const isUnconfirmed = paper.state === 'unconfirmed';
  const isQueued = isInPrintQueue(paper);
  const decisions: readonly ScreenAction[] = isUnconfirmed
    ? [
        {
          label: text('papers.yes'),
          keyName: 'Control+Y',
          variant: 'paper',
          isDisabled: isBusy,
          onAction: () => void printing.confirmPrintResult(jobId, true, goBackIfOk),
        },
        {
          // The paper stays on the list; the next press prints it.
          label: text('papers.no'),
          keyName: 'Control+P',
          variant: 'paper',
          isDisabled: isBusy,
          onAction: () => void printing.confirmPrintResult(jobId, false),
        },
      ]
    : [
        {
          label: text('papers.print'),
          keyName: 'Control+P',
          variant: 'paper',
          isDisabled: isBusy,
          onAction: () => printing.print({ kind: 'job', jobId }, goBackIfOk),
        },
        {
          label: text('papers.notNeeded'),
          keyName: 'Delete',
          variant: 'paper',
          isDisabled: isBusy,
          onAction: () =>
            void setAside.run({ jobId }).then((response) => {
              printing.setProblem(response.ok ? null : response.problem);
              goBackIfOk(response);
            }),
        },
      ];
  const isReport = paper.kind === 'report';

  if (printing.isApprovalNeeded) {
    return (
      <PrintApprovalDialog
        printing={printing}
        title={text('papers.approve')}
        explanation={text(isReport ? 'papers.approve.report' : 'papers.approve.explanation')}
        permission={isReport ? 'x-report' : 'reprint-gift-card'}
      />
    );
  }
  return (
    <Dialog
      title={getPaperName(text, language, paper)}
      onClose={onBack}
      closeLabel={text('papers.back')}
      actions={isQueued ? [] : decisions}
    >
      {isQueued ? (
        <Notice
          tone="info"
          toneText={text(`papers.${paper.state}`)}
          title={text('papers.queued')}
          impact={formatUnprintedPaperDetail(text, timeFormatter, paper)}
          action={text('papers.queuedAction')}
        />
      ) : (
        <Notice
          tone="warning"
          toneText={text(`papers.${paper.state}`)}
          title={describePaperReason(language, paper) ?? text('papers.unknownReason')}
          impact={formatUnprintedPaperDetail(text, timeFormatter, paper)}
          action={text(isUnconfirmed ? 'papers.question' : 'papers.action')}
        />
      )}
      {problem === null ? null : <Notice tone="refused" {...describe(problem)} />}
    </Dialog>
  );
}
