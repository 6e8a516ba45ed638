import { type ReactNode, useState } from 'react';
import { PRINTER_MODELS } from '../../../shared/contract/index.ts';
import { type TextKey, useText } from '../../i18n/index.ts';
import { ChoiceQuestion } from './choice-question.tsx';
import { DiscoveredPrinters, type PrinterSearch } from './discovered-printers.tsx';
import { FieldsQuestion } from './fields-question.tsx';
import { isPrinterFieldValid, type PaperColumns, type PrinterDraft } from './printer-draft.ts';

export interface PrinterQuestionProps {
  readonly draft: PrinterDraft;
  readonly onChange: (changes: Partial<PrinterDraft>) => void;
  readonly onNext: () => void;
  readonly onBack: () => void;
}

const COLUMN_CHOICES: readonly PaperColumns[] = [42, 48, 32];

export function PrinterKindQuestion(
  props: PrinterQuestionProps & { readonly search: PrinterSearch },
) {
  const text = useText();
  const [isSearching, setSearching] = useState(false);
  if (isSearching) {
    return (
      <DiscoveredPrinters
        search={props.search}
        onChoose={(changes) => {
          props.onChange(changes);
          props.onNext();
        }}
        onBack={() => setSearching(false)}
      />
    );
  }
  return (
    <ChoiceQuestion
      title="setup.printer"
      actions={[
        {
          label: text('printers.find'),
          keyName: 'F1',
          onAction: () => {
            setSearching(true);
            props.search.findPrinters();
          },
        },
      ]}
      choices={(['network', 'path', 'pdf', 'screen'] as const).map((id) => ({
        id,
        name: text(`setup.printer.${id}`),
        detail: text(`setup.printer.${id}.description`),
      }))}
      selectedId={props.draft.printerKind}
      onChoose={(printerKind) => {
        props.onChange({ printerKind });
        props.onNext();
      }}
      onBack={props.onBack}
    />
  );
}

type LocationField = Parameters<typeof isPrinterFieldValid>[0];

function LocationQuestion(
  props: PrinterQuestionProps & {
    readonly name: LocationField;
    readonly title: TextKey;
    readonly label: TextKey;
    readonly hint: TextKey;
    readonly wrong: TextKey;
  },
) {
  const { name, draft } = props;
  return (
    <FieldsQuestion
      title={props.title}
      fields={[{ name, label: props.label, hint: props.hint, invalidText: props.wrong }]}
      values={draft}
      isValid={isPrinterFieldValid}
      onChange={(_, value) => props.onChange({ [name]: value })}
      onComplete={props.onNext}
      onBack={props.onBack}
    />
  );
}

export function PrinterAddressQuestion(props: PrinterQuestionProps) {
  return (
    <LocationQuestion
      {...props}
      name="printerAddress"
      title="setup.printer.address"
      label="setup.printer.addressLabel"
      hint="setup.printer.addressHint"
      wrong="setup.printer.addressWrong"
    />
  );
}

export function PrinterPathQuestion(props: PrinterQuestionProps) {
  return (
    <LocationQuestion
      {...props}
      name="printerPath"
      title="setup.printer.address"
      label="setup.printer.pathLabel"
      hint="setup.printer.pathHint"
      wrong="setup.printer.pathWrong"
    />
  );
}

export function PrinterFolderQuestion(props: PrinterQuestionProps) {
  return (
    <LocationQuestion
      {...props}
      name="printerFolder"
      title="setup.printer.folder"
      label="setup.printer.folderLabel"
      hint="setup.printer.folderHint"
      wrong="setup.printer.folderWrong"
    />
  );
}

export function PrinterModelQuestion(props: PrinterQuestionProps) {
  return (
    <ChoiceQuestion
      title="setup.printer.model"
      listLabel="setup.printer.models"
      choices={PRINTER_MODELS.map((id) => ({
        id,
        // A manufacturer's name is the same in every language.
        name: id.charAt(0).toUpperCase() + id.slice(1),
      }))}
      selectedId={props.draft.printerModel}
      onChoose={(printerModel) => {
        props.onChange({ printerModel });
        props.onNext();
      }}
      onBack={props.onBack}
    />
  );
}

export function PrinterColumnsQuestion(
  props: PrinterQuestionProps & { readonly children?: ReactNode },
) {
  const text = useText();
  return (
    <ChoiceQuestion
      title="setup.printer.columns"
      listLabel="setup.printer.width"
      choices={COLUMN_CHOICES.map((columns) => ({
        id: `${columns}` as const,
        name: text(`setup.printer.columns.${columns}`),
      }))}
      selectedId={`${props.draft.columns}`}
      onChoose={(id) => {
        const columns = COLUMN_CHOICES.find((choice) => `${choice}` === id);
        if (columns !== undefined) props.onChange({ columns });
        props.onNext();
      }}
      onBack={props.onBack}
    >
      {props.children}
    </ChoiceQuestion>
  );
}
