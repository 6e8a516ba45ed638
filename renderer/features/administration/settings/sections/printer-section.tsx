import { useRef, useState } from 'react';
import { useTillMutation } from '../../../../app/index.ts';
import {
  type BaudRate,
  ChoiceQuestion,
  PrinterAddressQuestion,
  PrinterColumnsQuestion,
  type PrinterDraft,
  PrinterFolderQuestion,
  PrinterKindQuestion,
  PrinterModelQuestion,
  PrinterPathQuestion,
  type PrinterQuestionProps,
  PrinterTestQuestion,
  toPrinterDraft,
  toPrinterSettings,
} from '../../../../app/questions/index.ts';
import { useText } from '../../../../i18n/index.ts';
import { SaveNotice, type SettingsSectionProps } from '../save-notice.tsx';

type Step = 'kind' | 'place' | 'baud' | 'model' | 'columns' | 'drawer' | 'try';

/** The steps for each kind of printer. */
const STEPS: Readonly<Record<PrinterDraft['printerKind'], readonly Step[]>> = {
  network: ['kind', 'place', 'model', 'columns', 'drawer', 'try'],
  path: ['kind', 'place', 'baud', 'model', 'columns', 'drawer', 'try'],
  pdf: ['kind', 'place', 'columns', 'try'],
  screen: ['kind', 'columns'],
};

export function PrinterSection(props: SettingsSectionProps) {
  const [draft, setDraft] = useState(() => toPrinterDraft(props.settings.printer));
  const [step, setStep] = useState<Step>('kind');
  const testPrinter = useTillMutation('settings.testPrinter');
  const findPrinters = useTillMutation('settings.findPrinters');
  const { approval } = props;
  const search = { ...findPrinters, findPrinters: () => void findPrinters.run({ approval }) };
  const printer = toPrinterSettings(draft);

  const getSteps = (current: PrinterDraft): readonly Step[] =>
    STEPS[current.printerKind].filter((step) => step !== 'baud' || isSerialPort(current));
  const save = (current: PrinterDraft, isUntried: boolean): void =>
    props.save({ printer: toPrinterSettings(current) }, { isUntried });
  // An answer may change the following steps, so they are derived from the updated draft.
  const latestDraft = useRef(draft);
  const onChange = (changes: Partial<PrinterDraft>): void => {
    latestDraft.current = { ...latestDraft.current, ...changes };
    setDraft(latestDraft.current);
  };
  const moveStep = (offset: 1 | -1): void => {
    props.clearProblem();
    testPrinter.reset();
    const steps = getSteps(latestDraft.current);
    const next = steps[steps.indexOf(step) + offset];
    if (next !== undefined) setStep(next);
    else if (offset === -1) props.onBack();
    else save(latestDraft.current, false);
  };
  const question: PrinterQuestionProps = {
    draft,
    onChange,
    onNext: () => moveStep(1),
    onBack: () => moveStep(-1),
  };

  switch (step) {
    case 'kind':
      return <PrinterKindQuestion {...question} search={search} />;
    case 'place':
      return <LocationQuestion {...question} />;
    case 'baud':
      return <BaudQuestion {...question} />;
    case 'model':
      return <PrinterModelQuestion {...question} />;
    case 'columns':
      return (
        <PrinterColumnsQuestion {...question}>
          {draft.printerKind === 'screen' ? <SaveNotice {...props} /> : null}
        </PrinterColumnsQuestion>
      );
    case 'drawer':
      return <DrawerQuestion {...question} />;
    case 'try':
      return (
        <PrinterTestQuestion
          printer={printer}
          print={() => testPrinter.run({ printer, approval: props.approval })}
          isPrinting={testPrinter.isPending}
          printerState={testPrinter.value}
          problem={testPrinter.problem}
          nextLabel="settings.save"
          laterLabel="settings.saveUntested"
          isBusy={props.isBusy}
          onNext={() => save(draft, false)}
          onLater={() => save(draft, true)}
          onBack={question.onBack}
        >
          <SaveNotice {...props} />
        </PrinterTestQuestion>
      );
  }
}

/**
 * Whether the path is a serial port. Only a serial port has a baud rate; a printer-class device and
 * a shared printer have none.
 */
function isSerialPort({ printerPath }: PrinterDraft): boolean {
  return /^(COM\d|\/dev\/(tty|serial|cu))/i.test(printerPath.trim());
}

function LocationQuestion(props: PrinterQuestionProps) {
  switch (props.draft.printerKind) {
    case 'network':
      return <PrinterAddressQuestion {...props} />;
    case 'path':
      return <PrinterPathQuestion {...props} />;
    case 'pdf':
    case 'screen':
      return <PrinterFolderQuestion {...props} />;
  }
}

const DRAWERS = ['none', 'pin-2', 'pin-5'] as const;

function DrawerQuestion(props: PrinterQuestionProps) {
  const text = useText();
  return (
    <ChoiceQuestion
      title="settings.drawer"
      choices={DRAWERS.map((id) => ({
        id,
        name: text(`settings.drawer.${id}`),
        detail: text(`settings.drawer.${id}.description`),
      }))}
      selectedId={props.draft.printerDrawer ?? 'none'}
      onChoose={(id) => {
        props.onChange({ printerDrawer: id === 'none' ? null : id });
        props.onNext();
      }}
      onBack={props.onBack}
    />
  );
}

const BAUD_RATES: readonly BaudRate[] = [9600, 19_200, 38_400, 115_200, 57_600, 4800, 2400, 1200];

function BaudQuestion(props: PrinterQuestionProps) {
  const text = useText();
  return (
    <ChoiceQuestion
      title="settings.baud"
      choices={[
        { id: 'system', name: text('settings.baud.system') },
        ...BAUD_RATES.map((baud) => ({
          id: `${baud}`,
          name: text('settings.baud.value', { baud }),
        })),
      ]}
      selectedId={`${props.draft.printerBaud ?? 'system'}`}
      onChoose={(id) => {
        props.onChange({ printerBaud: BAUD_RATES.find((baud) => `${baud}` === id) ?? null });
        props.onNext();
      }}
      onBack={props.onBack}
    />
  );
}
