import { useState } from 'react';
import {
  assertNever,
  PAPER_NOT_WANTED_REASONS,
  type Tape,
} from '../../../../shared/contract/index.ts';
import { getReceiptTexts } from '../../../../shared/i18n/index.ts';
import { isNextPrintOriginal } from '../../../../shared/rules/index.ts';
import {
  type KeyName,
  PrintApprovalDialog,
  usePaperPrinting,
  useProblemText,
  useTillQuery,
} from '../../../app/index.ts';
import { type PaperAction, PaperActionBar, PrintProgress } from '../../../components/index.ts';
import { type TextFunction, useLanguage, useText } from '../../../i18n/index.ts';
import { formatPaperUnavailableReason } from './original-receipt-status.ts';
import styles from './payment-result.module.css';
import { ReceiptDeliveryDialog } from './receipt-delivery-dialog.tsx';

/** The key that prints. It never moves money, and keys that move money never print. */
const PRINT_KEY: KeyName = 'Control+P';
const CAME_OUT_KEY: KeyName = 'Control+Y';
const WITHOUT_PAPER_KEY: KeyName = 'Control+D';

/**
 * The print status of a receipt, and the actions for it. For a payment without a receipt (`tape` is
 * null), a slip with its state can be printed. `isForMoneyOut`: the receipt is also called a slip.
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
  const describeProblem = useProblemText();
  const printing = usePaperPrinting();
  const { problem, isBusy } = printing;
  const [copyJobId, setCopyJobId] = useState<string | null>(null);
  const [isDeliveryOpen, setDeliveryOpen] = useState(false);
  // The job of a requested copy is polled until its outcome is known.
  const jobId = copyJobId ?? tape?.jobId ?? null;
  const jobQuery = useTillQuery(
    'printing.job',
    { jobId: jobId ?? '-' },
    { enabled: jobId !== null },
  );
  const isCopyLoaded = copyJobId !== null && jobQuery.value?.jobId === copyJobId;
  const currentTape = isCopyLoaded && jobQuery.value ? jobQuery.value : tape;
  const paperKind = isCopyLoaded && !isSlip ? 'copy' : isCalledSlip ? 'slip' : 'receipt';
  const printLabel = text(isCalledSlip ? 'pay.paper.slip' : 'pay.paper.print');

  const print = (): void => {
    if (currentTape !== null && isNextPrintOriginal(currentTape)) {
      printing.print({ kind: 'job', jobId: currentTape.jobId });
    } else {
      printing.print({ kind: isSlip ? 'slip' : 'copy', paymentId }, (answer) => {
        if (answer.ok) setCopyJobId(answer.value.jobId);
      });
    }
  };

  // The delivery methods of the receipt, independent of any copy.
  const methods = isSlip ? [] : (tape?.ways ?? []);
  const usedMethods = isSlip ? [] : [...new Set(tape?.given)];
  const deliveryAction: PaperAction = {
    label: text('receipts.without'),
    keyName: WITHOUT_PAPER_KEY,
    onAction: () => {
      if (!isBusy) setDeliveryOpen(true);
    },
  };

  return (
    <>
      <PaperActionBar
        label={text('pay.paper.label')}
        actions={methods.length === 0 ? createActions() : [...createActions(), deliveryAction]}
      >
        <div role="status" className={styles.paperMessages}>
          <p>
            {problem === null && currentTape !== null
              ? formatPaperState(text, language, currentTape, paperKind)
              : ''}
          </p>
          {problem === null ? null : <PaperProblem {...describeProblem(problem)} />}
          {currentTape?.isTicketCut ? <p>{getReceiptTexts(language).textIsCut}</p> : null}
          {hasMarkedText(currentTape) ? <p>{getReceiptTexts(language).textIsMarked}</p> : null}
          <PrintProgress sentFraction={currentTape?.sentShare ?? null} />
          {usedMethods.length === 0 ? null : (
            <p>
              {text('receipts.given', {
                ways: usedMethods.map((method) => text(`receipts.given.${method}`)).join(', '),
              })}
            </p>
          )}
          {currentTape?.isDrawerKept ? <p>{getReceiptTexts(language).drawerNotOpened}</p> : null}
        </div>
      </PaperActionBar>
      {isDeliveryOpen ? (
        <ReceiptDeliveryDialog
          paymentId={paymentId}
          offeredMethods={methods}
          canShowWhatsAppCode={tape?.canShowWhatsAppCode === true}
          earlierDeliveries={tape?.given ?? []}
          onClose={() => setDeliveryOpen(false)}
        />
      ) : null}
      {printing.isApprovalNeeded ? (
        <PrintApprovalDialog
          printing={printing}
          title={text('pay.gift.reprintTitle')}
          explanation={text('pay.gift.reprintExplanation')}
          permission="reprint-gift-card"
        />
      ) : null}
    </>
  );

  function createActions(): readonly PaperAction[] {
    if (currentTape === null) {
      return [{ label: text('pay.paper.slip'), keyName: PRINT_KEY, onAction: print }];
    }
    // The shop has no printer.
    if (currentTape.isOnScreen) return [];
    switch (currentTape.state) {
      case 'waiting':
      case 'printing':
        return [];
      case 'printed':
      case 'skipped':
        if (isNextPrintOriginal(currentTape)) {
          return [{ label: printLabel, keyName: PRINT_KEY, onAction: print }];
        }
        return [
          {
            label: text(isSlip ? 'pay.paper.slip' : 'pay.paper.copy'),
            keyName: PRINT_KEY,
            onAction: print,
          },
        ];
      case 'refused':
      case 'failed':
        // Nothing was printed, so this is not a reprint.
        return [{ label: printLabel, keyName: PRINT_KEY, onAction: print }];
      case 'unconfirmed':
        return [
          {
            label: text('pay.paper.yes'),
            keyName: CAME_OUT_KEY,
            onAction: () => void printing.confirmPrintResult(currentTape.jobId, true),
          },
          {
            label: text('pay.paper.no'),
            keyName: PRINT_KEY,
            onAction: () => void printing.confirmPrintResult(currentTape.jobId, false),
          },
        ];
      default:
        return assertNever(currentTape.state);
    }
  }
}

/**
 * Whether the ticket text has replaced characters, which needs an explanation. A drawn text is
 * complete.
 */
function hasMarkedText(tape: Tape | null): boolean {
  return tape?.ticketText === 'marked' || tape?.ticketText === 'drawn-marked';
}

function PaperProblem(props: { readonly title: string; readonly action: string }) {
  return (
    <p>
      {props.title} {props.action}
    </p>
  );
}

/** The texts for the kind of paper that was or should be printed. */
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
  paperKind: keyof typeof PAPER_TEXT_KEYS,
): string {
  if (tape.isOnScreen) {
    if (tape.isWithheld) return text('pay.paper.onScreen.withheld');
    return text(paperKind === 'slip' ? 'pay.paper.onScreen.slip' : 'pay.paper.onScreen');
  }
  switch (tape.state) {
    case 'waiting':
    case 'printing':
      return text(PAPER_TEXT_KEYS[paperKind].printing);
    case 'printed':
      return text(PAPER_TEXT_KEYS[paperKind].printed);
    case 'skipped':
      return PAPER_NOT_WANTED_REASONS.some((reason) => reason === tape.reason)
        ? formatPaperUnavailableReason(text, language, tape)
        : text('pay.paper.none');
    case 'refused':
    case 'failed':
      return formatPaperUnavailableReason(text, language, tape);
    case 'unconfirmed':
      return `${formatPaperUnavailableReason(text, language, tape)} ${text(PAPER_TEXT_KEYS[paperKind].question)}`;
    default:
      return assertNever(tape.state);
  }
}
