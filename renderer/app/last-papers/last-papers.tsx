import { useState } from 'react';
import type { Tape as Paper } from '../../../shared/contract/index.ts';
import { describePaperReason } from '../../../shared/i18n/index.ts';
import { isNextPrintOriginal } from '../../../shared/rules/index.ts';
import {
  ChoiceList,
  Dialog,
  EmptyState,
  formatMoneyInSentence,
  Notice,
  type ScreenAction,
  Tape,
} from '../../components/index.ts';
import { type TextKey, useLanguage, useText } from '../../i18n/index.ts';
import { useNavigation } from '../navigation.ts';
import { PrintApprovalDialog, usePaperPrinting } from '../printing/index.ts';
import { useTill, useTillQuery, useTimeFormatter } from '../till/index.ts';
import { useProblemText } from '../use-problem-text.ts';
import styles from './last-papers.module.css';

const RECENT_PAPER_COUNT = 3;

export function RecentPapersDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const language = useLanguage();
  const timeFormatter = useTimeFormatter();
  const { environment } = useTill();
  const describe = useProblemText();
  const navigation = useNavigation();
  const papers = useTillQuery('printing.recent', { limit: RECENT_PAPER_COUNT }, { gcTime: 0 });
  const printing = usePaperPrinting();
  const { problem, isBusy } = printing;
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [sentJobId, setSentJobId] = useState<string | null>(null);
  const list = papers.value ?? [];
  // Select the newest paper at the time of opening: a paper queued later must not receive a key
  // meant for it.
  if (chosenId === null && list[0] !== undefined) setChosenId(list[0].jobId);
  const currentPaper = list.find((paper) => paper.jobId === chosenId) ?? null;

  const print = (paper: Paper): void => {
    const { jobId, paymentId } = paper;
    if (paymentId === null) return;
    printing.print(
      isNextPrintOriginal(paper) ? { kind: 'job', jobId } : { kind: 'copy', paymentId },
      (response) => {
        if (response.ok) setSentJobId(jobId);
      },
    );
  };

  if (printing.isApprovalNeeded) {
    return (
      <PrintApprovalDialog
        printing={printing}
        title={text('papers.approve')}
        explanation={text('papers.approve.explanation')}
        permission="reprint-gift-card"
      />
    );
  }
  return (
    <Dialog
      title={text('lastPapers.title')}
      placement="tape"
      onClose={onClose}
      actions={currentPaper === null ? [] : getActions(currentPaper)}
    >
      {papers.value?.length === 0 && papers.isUpToDate ? (
        <EmptyState title={text('lastPapers.none')}>{text('lastPapers.noneMore')}</EmptyState>
      ) : null}
      {list.length === 0 ? null : (
        <ChoiceList
          label={text('lastPapers.title')}
          isAutoFocused
          selectedId={currentPaper?.jobId ?? null}
          choices={list.map((paper) => ({
            id: paper.jobId,
            name: formatName(paper),
            detail: [timeFormatter.time(paper.createdAt), paper.about?.account]
              .filter(Boolean)
              .join(' · '),
            trailingContent: text(
              paper.isOnScreen ? 'lastPapers.onScreen' : `lastPapers.${paper.state}`,
            ),
          }))}
          onChoose={(id) => {
            setSentJobId(null);
            printing.setProblem(null);
            setChosenId(id);
          }}
        />
      )}
      {papers.problem === null ? null : <Notice tone="warning" {...describe(papers.problem)} />}
      {problem === null ? null : <Notice tone="refused" {...describe(problem)} />}
      {currentPaper === null ? null : (
        <>
          <p role="status">{formatStatus(currentPaper)}</p>
          {currentPaper.isWithheld ? null : (
            <div className={styles.paper}>
              <Tape
                lines={currentPaper.lines}
                columns={currentPaper.columns}
                environment={environment}
              />
            </div>
          )}
        </>
      )}
    </Dialog>
  );

  function formatName({ about }: Paper): string {
    return about === null
      ? text('papers.kind.original')
      : `${about.billerName} · ${formatMoneyInSentence(about.amount, language)}`;
  }

  function formatStatus(paper: Paper): string {
    if (sentJobId === paper.jobId) return text('lastPapers.sent');
    const question = paper.state === 'unconfirmed' ? ` ${text('papers.question')}` : '';
    const failureReason = describePaperReason(language, paper);
    if (failureReason !== null) return failureReason + question;
    if (paper.isWithheld) {
      return text(paper.isOnScreen ? 'pay.paper.onScreen.withheld' : 'lastPapers.withheld');
    }
    if (paper.isOnScreen)
      return text(isSlip(paper) ? 'pay.paper.onScreen.slip' : 'pay.paper.onScreen');
    return text(`lastPapers.${paper.state}.${isSlip(paper) ? 'slip' : 'description'}`);
  }

  function getActions(paper: Paper): readonly ScreenAction[] {
    const open: readonly ScreenAction[] =
      paper.paymentId === null
        ? []
        : [
            {
              label: text('lastPapers.open'),
              keyName: 'Control+O',
              variant: 'quiet',
              onAction: () => {
                onClose();
                if (paper.paymentId !== null) {
                  navigation.open({ name: 'history', paymentId: paper.paymentId });
                }
              },
            },
          ];
    // There is no printer.
    if (paper.isOnScreen) return open;
    switch (paper.state) {
      case 'waiting':
      case 'printing':
        return open;
      case 'unconfirmed':
        return [
          ...open,
          {
            label: text('papers.yes'),
            keyName: 'Control+Y',
            variant: 'paper',
            isDisabled: isBusy,
            onAction: () => void printing.confirmPrintResult(paper.jobId, true),
          },
          {
            label: text('papers.no'),
            keyName: 'Control+P',
            variant: 'paper',
            isDisabled: isBusy,
            onAction: () => void printing.confirmPrintResult(paper.jobId, false),
          },
        ];
      default:
        return [
          ...open,
          {
            label: text(getPrintLabelKey(paper)),
            keyName: 'Control+P',
            variant: 'paper',
            isDisabled: isBusy,
            onAction: () => print(paper),
          },
        ];
    }
  }
}

/** True if money was given out, as for the panel beneath a payment. */
function isSlip({ about }: Paper): boolean {
  return about?.isSlip === true;
}

function getPrintLabelKey(paper: Paper): TextKey {
  if (!isNextPrintOriginal(paper)) return 'pay.paper.copy';
  return isSlip(paper) ? 'pay.paper.slip' : 'pay.paper.print';
}
