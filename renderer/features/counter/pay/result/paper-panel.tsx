import { useState } from 'react';
import {
  assertNever,
  PAPER_NOT_WANTED_REASONS,
  type Tape,
} from '../../../../../shared/contract/index.ts';
import { getReceiptTexts } from '../../../../../shared/i18n/index.ts';
import { isPaperToPrint } from '../../../../../shared/rules/index.ts';
import {
  type KeyName,
  PrintApproval,
  usePrinting,
  useProblemText,
  useTillQuery,
} from '../../../../app/index.ts';
import { type PaperAction, PaperNote, PrintProgress } from '../../../../components/index.ts';
import { type TextFunction, useLanguage, useText } from '../../../../i18n/index.ts';
import styles from '../pay.module.css';
import { formatPaperUnavailableReason } from './paper-status.ts';
import { WithoutPaper } from './without-paper.tsx';

/** The key of the paper: it never moves money, and the keys for money never print. */
const PRINT_KEY: KeyName = 'Control+P';
const CAME_OUT_KEY: KeyName = 'Control+Y';
const WITHOUT_PAPER_KEY: KeyName = 'Control+D';

/**
 * Below a printed receipt: its print status, and what can be done about it. A payment without a
 * receipt (null) has a slip with its state. `isForMoneyOut`: its receipt is called a slip as well.
 */
export function PaperPanel(props: {
  readonly paymentId: string;
  readonly tape: Tape | null;
  readonly isSlip?: boolean;
  readonly isForMoneyOut?: boolean;
}) {
  const { paymentId, tape, isSlip = false } = props;
  const isCalledSlip = isSlip || props.isForMoneyOut === true;
  const text = useText();
  const language = useLanguage();
  const describe = useProblemText();
  const printing = usePrinting();
  const { problem, isBusy } = printing;
  const [copyJob, setCopyJob] = useState<string | null>(null);
  const [isWithout, setWithout] = useState(false);
  // A requested copy is followed until it is known whether it came out.
  const jobId = copyJob ?? tape?.jobId ?? null;
  const followed = useTillQuery(
    'printing.job',
    { jobId: jobId ?? '-' },
    { enabled: jobId !== null },
  );
  const isAsked = copyJob !== null && followed.value?.jobId === copyJob;
  const shown = isAsked && followed.value ? followed.value : tape;
  const paper = isAsked && !isSlip ? 'copy' : isCalledSlip ? 'slip' : 'receipt';
  const printIt = text(isCalledSlip ? 'pay.paper.slip' : 'pay.paper.print');

  const doPrint = (): void => {
    if (shown !== null && isPaperToPrint(shown)) {
      printing.print({ as: 'job', jobId: shown.jobId });
    } else {
      printing.print({ as: isSlip ? 'slip' : 'copy', paymentId }, (answer) => {
        if (answer.ok) setCopyJob(answer.value.jobId);
      });
    }
  };

  // Of a receipt, whatever became of a copy of it.
  const ways = isSlip ? [] : (tape?.ways ?? []);
  const given = isSlip ? [] : [...new Set(tape?.given)];
  const without: PaperAction = {
    label: text('receipts.without'),
    keyName: WITHOUT_PAPER_KEY,
    onAction: () => {
      if (!isBusy) setWithout(true);
    },
  };

  return (
    <>
      <PaperNote
        label={text('pay.paper.label')}
        actions={ways.length === 0 ? actionsOf() : [...actionsOf(), without]}
      >
        <div role="status" className={styles.paperMessages}>
          <p>
            {problem === null && shown !== null
              ? formatPaperState(text, language, shown, paper)
              : ''}
          </p>
          {problem === null ? null : <PaperProblem {...describe(problem)} />}
          {shown?.isTicketCut ? <p>{getReceiptTexts(language).textIsCut}</p> : null}
          {hasMarkedText(shown) ? <p>{getReceiptTexts(language).textIsMarked}</p> : null}
          <PrintProgress sentShare={shown?.sentShare ?? null} />
          {given.length === 0 ? null : (
            <p>
              {text('receipts.given', {
                ways: given.map((way) => text(`receipts.given.${way}`)).join(', '),
              })}
            </p>
          )}
          {shown?.isDrawerKept ? <p>{getReceiptTexts(language).drawerKept}</p> : null}
        </div>
      </PaperNote>
      {isWithout ? (
        <WithoutPaper
          paymentId={paymentId}
          ways={ways}
          given={tape?.given ?? []}
          onClose={() => setWithout(false)}
        />
      ) : null}
      {printing.isApproving ? (
        <PrintApproval
          printing={printing}
          title={text('pay.gift.againTitle')}
          explanation={text('pay.gift.againWhy')}
          act="reprint-gift-card"
        />
      ) : null}
    </>
  );

  function actionsOf(): readonly PaperAction[] {
    if (shown === null) {
      return [{ label: text('pay.paper.slip'), keyName: PRINT_KEY, onAction: doPrint }];
    }
    // There is nothing to print it on.
    if (shown.isOnScreen) return [];
    switch (shown.state) {
      case 'waiting':
      case 'printing':
        return [];
      case 'printed':
      case 'skipped':
        if (isPaperToPrint(shown)) {
          return [{ label: printIt, keyName: PRINT_KEY, onAction: doPrint }];
        }
        return [
          {
            label: text(isSlip ? 'pay.paper.slip' : 'pay.paper.copy'),
            keyName: PRINT_KEY,
            onAction: doPrint,
          },
        ];
      case 'refused':
      case 'failed':
        // Nothing came out that could be printed again.
        return [{ label: printIt, keyName: PRINT_KEY, onAction: doPrint }];
      case 'unconfirmed':
        return [
          {
            label: text('pay.paper.yes'),
            keyName: CAME_OUT_KEY,
            onAction: () => void printing.confirm(shown.jobId, true),
          },
          {
            label: text('pay.paper.no'),
            keyName: PRINT_KEY,
            onAction: () => void printing.confirm(shown.jobId, false),
          },
        ];
      default:
        return assertNever(shown.state);
    }
  }
}

/** Only a marked text needs words; a drawn one is complete. */
function hasMarkedText(tape: Tape | null): boolean {
  return tape?.ticketText === 'marked' || tape?.ticketText === 'drawn-marked';
}

function PaperProblem(props: { readonly happened: string; readonly next: string }) {
  return (
    <p>
      {props.happened} {props.next}
    </p>
  );
}

/** What came out, or should. */
const PAPER_TEXT_KEYS = {
  receipt: {
    printing: 'pay.paper.printing',
    printed: 'pay.paper.printed',
    question: 'pay.paper.question',
  },
  slip: {
    printing: 'pay.paper.printing.slip',
    printed: 'pay.paper.printed.slip',
    question: 'pay.paper.question.slip',
  },
  copy: {
    printing: 'pay.paper.copySent',
    printed: 'pay.paper.copyPrinted',
    question: 'pay.paper.question',
  },
} as const;

function formatPaperState(
  text: TextFunction,
  language: Parameters<typeof getReceiptTexts>[0],
  tape: Tape,
  paper: keyof typeof PAPER_TEXT_KEYS,
): string {
  if (tape.isOnScreen) {
    if (tape.isWithheld) return text('pay.paper.onScreen.withheld');
    return text(paper === 'slip' ? 'pay.paper.onScreen.slip' : 'pay.paper.onScreen');
  }
  switch (tape.state) {
    case 'waiting':
    case 'printing':
      return text(PAPER_TEXT_KEYS[paper].printing);
    case 'printed':
      return text(PAPER_TEXT_KEYS[paper].printed);
    case 'skipped':
      return PAPER_NOT_WANTED_REASONS.some((one) => one === tape.reason)
        ? formatPaperUnavailableReason(text, language, tape)
        : text('pay.paper.none');
    case 'refused':
    case 'failed':
      return formatPaperUnavailableReason(text, language, tape);
    case 'unconfirmed':
      return `${formatPaperUnavailableReason(text, language, tape)} ${text(PAPER_TEXT_KEYS[paper].question)}`;
    default:
      return assertNever(tape.state);
  }
}
