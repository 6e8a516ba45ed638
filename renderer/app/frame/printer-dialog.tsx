import { useState } from 'react';
import type {
  Approval,
  CallOutput,
  OpenPaper,
  Problem,
  StatusLine,
} from '../../../shared/contract/index.ts';
import { paperSentence } from '../../../shared/i18n/index.ts';
import { formatMoney } from '../../../shared/money/index.ts';
import { ChoiceList, Dialog, Notice, type ScreenAction } from '../../components/index.ts';
import { type Text, type TextKey, useLanguage, useText } from '../../i18n/index.ts';
import { ApprovalDialog, isApprovalNeeded } from '../approval/index.ts';
import { useProblemText } from '../problem-text.ts';
import { useClock, useTill, useTillMutation, useTillQuery } from '../till/index.ts';
import styles from './printer-dialog.module.css';

type Answer = Awaited<ReturnType<ReturnType<typeof useTillMutation<'printing.retry'>>['run']>>;

/** Papers of which somebody has still to say what becomes of them; none while nobody is signed in. */
export function useOpenPapers(): readonly OpenPaper[] {
  const { session } = useTill();
  const isEnabled = session.cashier !== null;
  const papers = useTillQuery('printing.open', {}, { isEnabled });
  return isEnabled ? (papers.value ?? []) : [];
}

/** What the printer's light means, and each paper that is not known to have come out. */
export function PrinterDialog(props: {
  readonly status: StatusLine;
  readonly onClose: () => void;
}) {
  const text = useText();
  const papers = useOpenPapers();
  const [chosen, setChosen] = useState<string | null>(null);
  const paper = papers.find((one) => one.jobId === chosen) ?? null;
  if (paper !== null) {
    return <PaperDialog key={paper.jobId} paper={paper} onBack={() => setChosen(null)} />;
  }
  return (
    <Dialog title={text('printer.name')} onClose={props.onClose}>
      <PrinterNotice printer={props.status.printer} />
      {papers.length === 0 ? null : <Papers papers={papers} onChoose={setChosen} />}
    </Dialog>
  );
}

function PrinterNotice(props: { readonly printer: CallOutput<'printing.state'> }) {
  const text = useText();
  const { kind, light, waitingJobs } = props.printer;
  const topic = kind === 'screen' && light === 'ready' ? 'screen' : light;
  const what: TextKey = `printer.${topic}.what`;
  const next: TextKey = `printer.${topic}.next`;
  return (
    <Notice
      tone={light === 'ready' ? 'info' : 'warning'}
      word={text(`printer.${topic}`)}
      happened={text(what)}
      {...(waitingJobs > 0 ? { money: text('printer.waiting', { count: waitingJobs }) } : {})}
      next={text(next)}
    />
  );
}

function Papers(props: {
  readonly papers: readonly OpenPaper[];
  readonly onChoose: (jobId: string) => void;
}) {
  const text = useText();
  const language = useLanguage();
  const clock = useClock();
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
          name: nameOf(text, language, paper),
          detail: detailOf(text, clock, paper),
          aside: text(`papers.${paper.state}`),
        }))}
      />
    </section>
  );
}

/** One paper: did it come out, shall it be printed, or does nobody need it? None of it pays. */
function PaperDialog(props: { readonly paper: OpenPaper; readonly onBack: () => void }) {
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
      title={nameOf(text, language, paper)}
      onClose={onBack}
      closeLabel={text('papers.back')}
      actions={actions}
    >
      <Notice
        tone="warning"
        word={text(`papers.${paper.state}`)}
        happened={paperSentence(language, paper) ?? text('papers.unknownReason')}
        money={detailOf(text, clock, paper)}
        next={text(isAsked ? 'papers.question' : 'papers.next')}
      />
      {problem === null ? null : <Notice tone="refused" {...describe(problem)} />}
    </Dialog>
  );
}

function nameOf(text: Text, language: ReturnType<typeof useLanguage>, paper: OpenPaper): string {
  const { billerName, amount } = paper;
  if (billerName === null || amount === null) return text(`papers.kind.${kindOf(paper)}`);
  return `${billerName} · ${formatMoney(amount, language)}`;
}

function detailOf(text: Text, clock: ReturnType<typeof useClock>, paper: OpenPaper): string {
  const parts = [
    text(`papers.kind.${kindOf(paper)}`),
    paper.account,
    clock.dateTime(paper.createdAt),
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

const KINDS = ['original', 'shop-copy', 'copy', 'failed', 'pending', 'report'] as const;

function kindOf({ kind }: OpenPaper): (typeof KINDS)[number] {
  return KINDS.find((one) => one === kind) ?? 'report';
}
