import { useState } from 'react';
import {
  type Approval,
  assertNever,
  type Problem,
  type Tape,
} from '../../../../shared/contract/index.ts';
import { paperSentence, receiptWords } from '../../../../shared/i18n/index.ts';
import {
  ApprovalDialog,
  isApprovalNeeded,
  type KeyName,
  useProblemText,
  useTillMutation,
  useTillQuery,
} from '../../../app/index.ts';
import { HowFar, type PaperAction, PaperNote } from '../../../components/index.ts';
import { type Text, useLanguage, useText } from '../../../i18n/index.ts';
import styles from '../pay.module.css';

/** The keys of the paper: no key of these moves money, and none of money's keys prints. */
const PRINT_KEY: KeyName = 'Control+P';
const CAME_OUT_KEY: KeyName = 'Control+Y';

/**
 * What stands beneath a printed receipt: how the paper is, and what can be done about it. A payment
 * without a receipt (null) has a slip that says how it stands.
 */
export function PaperPanel(props: {
  readonly paymentId: string;
  readonly tape: Tape | null;
  readonly isSlip?: boolean;
}) {
  const { paymentId, tape, isSlip = false } = props;
  const text = useText();
  const language = useLanguage();
  const describe = useProblemText();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [copyJob, setCopyJob] = useState<string | null>(null);
  const [isApproving, setApproving] = useState(false);
  const copy = useTillMutation('printing.copy');
  const slip = useTillMutation('printing.slip');
  const retry = useTillMutation('printing.retry');
  const confirm = useTillMutation('printing.confirm');
  // A copy that was asked for is followed until it is known whether it came out.
  const jobId = copyJob ?? tape?.jobId ?? null;
  const followed = useTillQuery(
    'printing.job',
    { jobId: jobId ?? '-' },
    { isEnabled: jobId !== null },
  );
  const isAsked = copyJob !== null && followed.value?.jobId === copyJob;
  const shown = isAsked && followed.value ? followed.value : tape;
  const isCopy = isAsked && !isSlip;
  const isBusy = copy.isWaiting || slip.isWaiting || retry.isWaiting || confirm.isWaiting;

  const once = (run: () => Promise<{ readonly problem: Problem | null }>) => () => {
    if (isBusy) return;
    setProblem(null);
    void run().then((answer) => setProblem(answer.problem));
  };
  /** Without an approval where none is needed: main says where one is. */
  const print = async (approval: Approval | null): Promise<void> => {
    const toRetry = shown !== null && isToRetry(shown) ? shown.jobId : null;
    const answer =
      toRetry !== null
        ? await retry.run({ jobId: toRetry, approval })
        : await (isSlip ? slip.run({ paymentId }) : copy.run({ paymentId, approval }));
    if (answer.ok && toRetry === null) setCopyJob(answer.value.jobId);
    const needsApproval = isApprovalNeeded(answer, approval);
    setProblem(answer.ok || needsApproval ? null : answer.problem);
    setApproving(needsApproval || (approval !== null && !answer.ok));
  };
  const doPrint = (): void => {
    if (!isBusy) void print(null);
  };
  const doConfirm = (confirmed: string, cameOut: boolean) =>
    once(async () => problemOf(await confirm.run({ jobId: confirmed, cameOut })));

  return (
    <>
      <PaperNote label={text('pay.paper.label')} actions={actionsOf()}>
        <div role="status" className={styles.paperWords}>
          <p>
            {problem === null && shown !== null ? stateWords(text, language, shown, isCopy) : ''}
          </p>
          {problem === null ? null : <ProblemWords {...describe(problem)} />}
          {isMarked(shown) ? <p>{receiptWords(language).textIsMarked}</p> : null}
          <HowFar sentShare={shown?.sentShare ?? null} />
          {shown?.isDrawerKept ? <p>{receiptWords(language).drawerKept}</p> : null}
        </div>
      </PaperNote>
      {isApproving ? (
        <ApprovalDialog
          title={text('pay.gift.againTitle')}
          explanation={text('pay.gift.againWhy')}
          asksReason={false}
          isBusy={isBusy}
          problem={problem}
          onCancel={() => setApproving(false)}
          onApprove={(approval) => void print(approval)}
        />
      ) : null}
    </>
  );

  function actionsOf(): readonly PaperAction[] {
    if (shown === null) {
      return [{ label: text('pay.paper.slip'), keyName: PRINT_KEY, onAction: doPrint }];
    }
    switch (shown.state) {
      case 'waiting':
      case 'printing':
        return [];
      case 'printed':
      case 'skipped':
        return [
          {
            label: text(isSlip ? 'pay.paper.slip' : 'pay.paper.copy'),
            keyName: PRINT_KEY,
            onAction: doPrint,
          },
        ];
      case 'refused':
      case 'failed':
        return [{ label: text('pay.paper.again'), keyName: PRINT_KEY, onAction: doPrint }];
      case 'unconfirmed':
        return [
          {
            label: text('pay.paper.yes'),
            keyName: CAME_OUT_KEY,
            onAction: doConfirm(shown.jobId, true),
          },
          {
            label: text('pay.paper.no'),
            keyName: PRINT_KEY,
            onAction: doConfirm(shown.jobId, false),
          },
        ];
      default:
        return assertNever(shown.state);
    }
  }
}

/** What the cashier is told: a text that was drawn as it is needs no words. */
function isMarked(tape: Tape | null): boolean {
  return tape?.ticketText === 'marked' || tape?.ticketText === 'drawn-marked';
}

function isToRetry({ state }: Tape): boolean {
  return state === 'refused' || state === 'failed';
}

function ProblemWords(props: { readonly happened: string; readonly next: string }) {
  return (
    <p>
      {props.happened} {props.next}
    </p>
  );
}

function problemOf(
  answer: { readonly ok: true } | { readonly ok: false; readonly problem: Problem },
): { readonly problem: Problem | null } {
  return { problem: answer.ok ? null : answer.problem };
}

function stateWords(
  text: Text,
  language: Parameters<typeof receiptWords>[0],
  tape: Tape,
  isCopy: boolean,
): string {
  switch (tape.state) {
    case 'waiting':
    case 'printing':
      return text(isCopy ? 'pay.paper.copySent' : 'pay.paper.printing');
    case 'printed':
      return text(isCopy ? 'pay.paper.copyPrinted' : 'pay.paper.printed');
    case 'skipped':
      return text('pay.paper.none');
    case 'refused':
    case 'failed':
      return reasonWords(text, language, tape);
    case 'unconfirmed':
      return `${reasonWords(text, language, tape)} ${text('pay.paper.question')}`;
    default:
      return assertNever(tape.state);
  }
}

function reasonWords(text: Text, language: Parameters<typeof receiptWords>[0], tape: Tape): string {
  return paperSentence(language, tape) ?? text('pay.paper.unknownReason');
}
