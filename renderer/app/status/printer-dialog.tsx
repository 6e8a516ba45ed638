import { useState } from 'react';
import type { CallOutput, StatusLine, UnprintedPaper } from '../../../shared/contract/index.ts';
import { ChoiceList, Dialog, Notice } from '../../components/index.ts';
import { type TextKey, useLanguage, useText } from '../../i18n/index.ts';
import { useTimeFormatter } from '../till/index.ts';
import { UnprintedPaperDialog } from './paper-dialog.tsx';
import { formatUnprintedPaperDetail, getPaperName } from './paper-names.ts';
import styles from './printer-dialog.module.css';
import { usePrintUnprintedPapers, useUnprintedPapers } from './unprinted-papers.ts';

/** Explains the printer's status, and lists each paper that may not have been printed. */
export function PrinterDialog(props: {
  readonly status: StatusLine;
  readonly onClose: () => void;
}) {
  const text = useText();
  const papers = useUnprintedPapers();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const printing = usePrintUnprintedPapers(papers);
  const paper = papers.find(({ jobId }) => jobId === chosenId) ?? null;
  if (paper !== null) {
    return (
      <UnprintedPaperDialog key={paper.jobId} paper={paper} onBack={() => setChosenId(null)} />
    );
  }
  return (
    <Dialog
      title={text('printer.name')}
      onClose={props.onClose}
      actions={
        printing.count === 0
          ? []
          : [
              {
                label: text('papers.printAll', { n: printing.count }),
                keyName: 'Control+P',
                variant: 'primary',
                isDisabled: printing.isBusy,
                onAction: printing.print,
              },
            ]
      }
    >
      <PrinterNotice printer={props.status.printer} paperCount={papers.length} />
      {printing.problem === null ? null : (
        <Notice tone="warning" title={text('papers.printAllLeft')} />
      )}
      {papers.length === 0 ? null : <UnprintedPaperList papers={papers} onChoose={setChosenId} />}
    </Dialog>
  );
}

function PrinterNotice(props: {
  readonly printer: CallOutput<'printing.state'>;
  readonly paperCount: number;
}) {
  const text = useText();
  const { paperCount: count } = props;
  const { kind, light, waitingJobs } = props.printer;
  const topic = kind === 'screen' && light === 'ready' ? 'screen' : light;
  const explanationKey: TextKey = `printer.${topic}.title`;
  const actionKey: TextKey = `printer.${topic}.action`;
  // "Nothing to do" never stands beside a paper that is not out.
  if (light === 'ready' && count > 0) {
    return (
      <Notice
        tone="warning"
        toneText={text(`printer.${topic}`)}
        title={text('printer.ready.papers', { count })}
        action={text('printer.ready.papersAction')}
      />
    );
  }
  return (
    <Notice
      tone={light === 'ready' ? 'info' : 'warning'}
      toneText={text(`printer.${topic}`)}
      title={text(explanationKey)}
      {...(waitingJobs > 0 ? { impact: text('printer.waiting', { count: waitingJobs }) } : {})}
      action={text(actionKey)}
    />
  );
}

function UnprintedPaperList(props: {
  readonly papers: readonly UnprintedPaper[];
  readonly onChoose: (jobId: string) => void;
}) {
  const text = useText();
  const language = useLanguage();
  const timeFormatter = useTimeFormatter();
  const { papers, onChoose } = props;
  return (
    <section className={styles.papers} aria-label={text('papers.title')}>
      <h3 className={styles.title}>{text('papers.open', { count: papers.length })}</h3>
      <ChoiceList
        label={text('papers.title')}
        isAutoFocused
        onChoose={onChoose}
        choices={papers.map((paper) => ({
          id: paper.jobId,
          name: getPaperName(text, language, paper),
          detail: formatUnprintedPaperDetail(text, timeFormatter, paper),
          trailingContent: text(`papers.${paper.state}`),
        }))}
      />
    </section>
  );
}
