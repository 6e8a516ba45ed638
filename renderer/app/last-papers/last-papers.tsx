import { useState } from 'react';
import type { Tape as Paper } from '../../../shared/contract/index.ts';
import { describePaperReason } from '../../../shared/i18n/index.ts';
import { isPaperToPrint } from '../../../shared/rules/index.ts';
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
import { PrintApproval, usePrinting } from '../printing/index.ts';
import { useTill, useTillQuery, useTimeFormatter } from '../till/index.ts';
import { useProblemText } from '../use-problem-text.ts';
import styles from './last-papers.module.css';

const RECENT_PAPER_COUNT = 3;

export function LastPapers({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const language = useLanguage();
  const clock = useTimeFormatter();
  const { environment } = useTill();
  const describe = useProblemText();
  const navigation = useNavigation();
  const papers = useTillQuery('printing.recent', { limit: RECENT_PAPER_COUNT }, { gcTime: 0 });
  const printing = usePrinting();
  const { problem, isBusy } = printing;
  const [chosen, setChosen] = useState<string | null>(null);
  const [sent, setSent] = useState<string | null>(null);
  const list = papers.value ?? [];
  // The newest of when it was pulled: what is queued meanwhile takes no key that was meant for it.
  if (chosen === null && list[0] !== undefined) setChosen(list[0].jobId);
  const paper = list.find((one) => one.jobId === chosen) ?? null;

  const print = (one: Paper): void => {
    const { jobId, paymentId } = one;
    if (paymentId === null) return;
    printing.print(
      isPaperToPrint(one) ? { as: 'job', jobId } : { as: 'copy', paymentId },
      (answer) => {
        if (answer.ok) setSent(jobId);
      },
    );
  };

  if (printing.isApproving) {
    return (
      <PrintApproval
        printing={printing}
        title={text('papers.approve')}
        explanation={text('papers.approve.why')}
        act="reprint-gift-card"
      />
    );
  }
  return (
    <Dialog
      title={text('lastPapers.title')}
      place="tape"
      onClose={onClose}
      actions={paper === null ? [] : actionsOf(paper)}
    >
      {papers.value?.length === 0 ? (
        <EmptyState title={text('lastPapers.none')}>{text('lastPapers.noneMore')}</EmptyState>
      ) : null}
      {list.length === 0 ? null : (
        <ChoiceList
          label={text('lastPapers.title')}
          isAutoFocused
          selectedId={paper?.jobId ?? null}
          choices={list.map((one) => ({
            id: one.jobId,
            name: nameOf(one),
            detail: [clock.time(one.createdAt), one.about?.account].filter(Boolean).join(' · '),
            aside: text(one.isOnScreen ? 'lastPapers.onScreen' : `lastPapers.${one.state}`),
          }))}
          onChoose={(id) => {
            setSent(null);
            printing.setProblem(null);
            setChosen(id);
          }}
        />
      )}
      {papers.problem === null ? null : <Notice tone="warning" {...describe(papers.problem)} />}
      {problem === null ? null : <Notice tone="refused" {...describe(problem)} />}
      {paper === null ? null : (
        <>
          <p role="status">{wordsOf(paper)}</p>
          {paper.isWithheld ? null : (
            <div className={styles.paper}>
              <Tape lines={paper.lines} columns={paper.columns} environment={environment} />
            </div>
          )}
        </>
      )}
    </Dialog>
  );

  function nameOf({ about }: Paper): string {
    return about === null
      ? text('papers.kind.original')
      : `${about.billerName} · ${formatMoneyInSentence(about.amount, language)}`;
  }

  function wordsOf(one: Paper): string {
    if (sent === one.jobId) return text('lastPapers.sent');
    const question = one.state === 'unconfirmed' ? ` ${text('papers.question')}` : '';
    const why = describePaperReason(language, one);
    if (why !== null) return why + question;
    if (one.isWithheld) {
      return text(one.isOnScreen ? 'pay.paper.onScreen.withheld' : 'lastPapers.withheld');
    }
    if (one.isOnScreen) return text(isSlip(one) ? 'pay.paper.onScreen.slip' : 'pay.paper.onScreen');
    return text(`lastPapers.${one.state}.${isSlip(one) ? 'slip' : 'what'}`);
  }

  function actionsOf(one: Paper): readonly ScreenAction[] {
    const open: readonly ScreenAction[] =
      one.paymentId === null
        ? []
        : [
            {
              label: text('lastPapers.open'),
              keyName: 'Control+O',
              variant: 'quiet',
              onAction: () => {
                onClose();
                if (one.paymentId !== null) {
                  navigation.open({ name: 'history', paymentId: one.paymentId });
                }
              },
            },
          ];
    // There is nothing to print it on.
    if (one.isOnScreen) return open;
    switch (one.state) {
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
            onAction: () => void printing.confirm(one.jobId, true),
          },
          {
            label: text('papers.no'),
            keyName: 'Control+P',
            variant: 'paper',
            isDisabled: isBusy,
            onAction: () => void printing.confirm(one.jobId, false),
          },
        ];
      default:
        return [
          ...open,
          {
            label: text(getPrintLabelKey(one)),
            keyName: 'Control+P',
            variant: 'paper',
            isDisabled: isBusy,
            onAction: () => print(one),
          },
        ];
    }
  }
}

/** Where money went out, as the panel beneath a payment calls its paper. */
function isSlip({ about }: Paper): boolean {
  return about?.isSlip === true;
}

function getPrintLabelKey(one: Paper): TextKey {
  if (!isPaperToPrint(one)) return 'pay.paper.copy';
  return isSlip(one) ? 'pay.paper.slip' : 'pay.paper.print';
}
