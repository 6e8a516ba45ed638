import { type ReactNode, useRef } from 'react';
import type { PrinterSettings, PrinterState, Problem } from '../../../shared/contract/index.ts';
import { LoadingIndicator, Notice, Screen } from '../../components/index.ts';
import { type TextKey, useText } from '../../i18n/index.ts';
import { useProblemText } from '../index.ts';

const MAX_PRINT_SECONDS = 30;

/** Prints a test page and asks whether it was printed. Another key continues without a test. */
export function PrinterTestQuestion(props: {
  readonly printer: PrinterSettings;
  readonly print: () => Promise<unknown>;
  readonly isPrinting: boolean;
  /** The printer's state after the print; undefined before it. */
  readonly printerState: PrinterState | undefined;
  readonly problem: Problem | null;
  readonly nextLabel?: TextKey;
  readonly laterLabel?: TextKey;
  readonly isBusy?: boolean;
  readonly children?: ReactNode;
  readonly onNext: () => void;
  readonly onLater: () => void;
  readonly onBack: () => void;
}) {
  const text = useText();
  const describe = useProblemText();
  const isPrintPending = useRef(false);
  const hasPrinted = props.printerState !== undefined;
  const isPdf = props.printer.kind === 'pdf';
  const isBusy = props.isPrinting || props.isBusy === true;
  // Over a one-way cable, no printer can report whether the page was printed.
  const resultKey = isPdf
    ? 'pdf'
    : props.printerState?.light === 'silent'
      ? 'unconfirmed'
      : 'confirmed';

  const print = async (): Promise<void> => {
    if (isPrintPending.current) return;
    isPrintPending.current = true;
    await props.print();
    isPrintPending.current = false;
  };

  return (
    <Screen
      title={text('setup.printer.test')}
      hint={text(isPdf ? 'setup.printer.test.pdf' : 'setup.printer.test.hint')}
      actions={[
        {
          label: text(hasPrinted ? (props.nextLabel ?? 'setup.next') : 'setup.printer.print'),
          keyName: 'Enter',
          variant: 'primary',
          onAction: hasPrinted ? props.onNext : () => void print(),
          isDisabled: isBusy,
        },
        { label: text('setup.back'), keyName: 'Escape', onAction: props.onBack },
        {
          label: text(
            hasPrinted ? 'setup.printer.print' : (props.laterLabel ?? 'setup.printer.later'),
          ),
          keyName: hasPrinted ? 'Control+P' : 'Control+S',
          onAction: hasPrinted ? () => void print() : props.onLater,
          isDisabled: isBusy && hasPrinted,
        },
      ]}
    >
      {props.isPrinting ? (
        <LoadingIndicator label={text('setup.printer.printing')} maxSeconds={MAX_PRINT_SECONDS} />
      ) : null}
      {props.problem === null ? null : <Notice tone="refused" {...describe(props.problem)} />}
      {hasPrinted && !props.isPrinting && props.problem === null ? (
        <Notice
          tone="info"
          toneText={text('setup.printer.sent')}
          title={text(`setup.printer.sent.${resultKey}`)}
          action={text(isPdf ? 'setup.printer.sent.pdfAction' : 'setup.printer.sent.action')}
        />
      ) : null}
      {props.children}
    </Screen>
  );
}
