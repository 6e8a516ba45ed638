import { useRef } from 'react';
import { PRINTER_MODELS } from '../../../../shared/contract/index.ts';
import { useProblemText, useTillMutation } from '../../../app/index.ts';
import { Notice, Screen, Waiting } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { type Columns, printerOf } from '../draft.ts';
import { ChoiceStep } from './choice-step.tsx';
import { FieldsStep } from './fields-step.tsx';
import type { StepProps } from './step-props.ts';

const WIDTHS: readonly Columns[] = [42, 48, 32];
const LONGEST_PRINT_SECONDS = 30;

export function PrinterStep(props: StepProps) {
  const text = useText();
  return (
    <ChoiceStep
      title="setup.printer"
      choices={(['network', 'path', 'pdf', 'screen'] as const).map((id) => ({
        id,
        name: text(`setup.printer.${id}`),
        detail: text(`setup.printer.${id}.what`),
      }))}
      chosen={props.draft.printerKind}
      onChoose={(printerKind) => {
        props.change({ printerKind });
        props.onNext();
      }}
      onBack={props.onBack}
    />
  );
}

export function PrinterAddressStep(props: StepProps) {
  return (
    <FieldsStep
      {...props}
      title="setup.printer.address"
      fields={[
        {
          name: 'printerAddress',
          label: 'setup.printer.addressLabel',
          hint: 'setup.printer.addressHint',
          wrong: 'setup.printer.addressWrong',
        },
      ]}
    />
  );
}

export function PrinterPathStep(props: StepProps) {
  return (
    <FieldsStep
      {...props}
      title="setup.printer.address"
      fields={[
        {
          name: 'printerPath',
          label: 'setup.printer.pathLabel',
          hint: 'setup.printer.pathHint',
          wrong: 'setup.printer.pathWrong',
        },
      ]}
    />
  );
}

export function PrinterFolderStep(props: StepProps) {
  return (
    <FieldsStep
      {...props}
      title="setup.printer.folder"
      fields={[
        {
          name: 'printerFolder',
          label: 'setup.printer.folderLabel',
          hint: 'setup.printer.folderHint',
          wrong: 'setup.printer.folderWrong',
        },
      ]}
    />
  );
}

export function PrinterModelStep(props: StepProps) {
  return (
    <ChoiceStep
      title="setup.printer.model"
      listLabel="setup.printer.models"
      choices={PRINTER_MODELS.map((id) => ({
        id,
        // A maker's name is written the same in every language.
        name: id.charAt(0).toUpperCase() + id.slice(1),
      }))}
      chosen={props.draft.printerModel}
      onChoose={(printerModel) => {
        props.change({ printerModel });
        props.onNext();
      }}
      onBack={props.onBack}
    />
  );
}

export function PrinterColumnsStep(props: StepProps) {
  const text = useText();
  return (
    <ChoiceStep
      title="setup.printer.columns"
      listLabel="setup.printer.width"
      choices={WIDTHS.map((columns) => ({
        id: `${columns}` as const,
        name: text(`setup.printer.columns.${columns}`),
      }))}
      chosen={`${props.draft.columns}`}
      onChoose={(id) => {
        const columns = WIDTHS.find((one) => `${one}` === id);
        if (columns !== undefined) props.change({ columns });
        props.onNext();
      }}
      onBack={props.onBack}
    />
  );
}

export function PrinterTryStep(props: StepProps) {
  const text = useText();
  const language = useLanguage();
  const describe = useProblemText();
  const test = useTillMutation('setup.testPrinter');
  const isPrinting = useRef(false);
  const hasPrinted = test.value !== undefined;
  const isPdf = props.draft.printerKind === 'pdf';
  // At the end of a cable that goes one way nobody says whether it came out.
  const sent = isPdf ? 'pdf' : test.value?.light === 'silent' ? 'unheard' : 'heard';

  const print = async (): Promise<void> => {
    if (isPrinting.current) return;
    isPrinting.current = true;
    await test.run({ printer: printerOf(props.draft), language });
    isPrinting.current = false;
  };

  return (
    <Screen
      title={text('setup.printer.try')}
      hint={text(isPdf ? 'setup.printer.try.pdf' : 'setup.printer.try.hint')}
      actions={[
        hasPrinted
          ? {
              label: text('setup.next'),
              keyName: 'Enter',
              variant: 'primary',
              onAction: props.onNext,
            }
          : {
              label: text('setup.printer.print'),
              keyName: 'Enter',
              variant: 'primary',
              onAction: () => void print(),
              isDisabled: test.isWaiting,
            },
        { label: text('setup.back'), keyName: 'Escape', onAction: props.onBack },
        hasPrinted
          ? {
              label: text('setup.printer.print'),
              keyName: 'F6',
              onAction: () => void print(),
              isDisabled: test.isWaiting,
            }
          : { label: text('setup.printer.later'), keyName: 'F6', onAction: props.onNext },
      ]}
    >
      {test.isWaiting ? (
        <Waiting what={text('setup.printer.printing')} longestSeconds={LONGEST_PRINT_SECONDS} />
      ) : null}
      {test.problem === null ? null : <Notice tone="refused" {...describe(test.problem)} />}
      {hasPrinted && !test.isWaiting ? (
        <Notice
          tone="info"
          word={text('setup.printer.sent')}
          happened={text(`setup.printer.sent.${sent}`)}
          next={text(isPdf ? 'setup.printer.sent.pdfNext' : 'setup.printer.sent.next')}
        />
      ) : null}
    </Screen>
  );
}
