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
import { SaveNotice, type SectionProps } from '../save-notice.tsx';

type Step = 'kind' | 'place' | 'baud' | 'model' | 'columns' | 'drawer' | 'try';

/** The questions for each kind of printer. */
const STEPS: Readonly<Record<PrinterDraft['printerKind'], readonly Step[]>> = {
  network: ['kind', 'place', 'model', 'columns', 'drawer', 'try'],
  path: ['kind', 'place', 'baud', 'model', 'columns', 'drawer', 'try'],
  pdf: ['kind', 'place', 'columns', 'try'],
  screen: ['kind', 'columns'],
};

export function PrinterSection(props: SectionProps) {
  const [draft, setDraft] = useState(() => toPrinterDraft(props.view.printer));
  const [step, setStep] = useState<Step>('kind');
  const test = useTillMutation('settings.tryPrinter');
  const finding = useTillMutation('settings.findPrinters');
  const { approval } = props;
  const search = { ...finding, find: () => void finding.run({ approval }) };
  const printer = toPrinterSettings(draft);

  const stepsOf = (now: PrinterDraft): readonly Step[] =>
    STEPS[now.printerKind].filter((one) => one !== 'baud' || isSerialPort(now));
  const keep = (now: PrinterDraft, isUntried: boolean): void =>
    props.save({ section: 'printer', printer: toPrinterSettings(now), isUntried });
  // An answer may change the next question, so the questions are read from the changed draft.
  const changed = useRef(draft);
  const change = (changes: Partial<PrinterDraft>): void => {
    changed.current = { ...changed.current, ...changes };
    setDraft(changed.current);
  };
  const move = (by: 1 | -1): void => {
    props.clearProblem();
    test.reset();
    const steps = stepsOf(changed.current);
    const next = steps[steps.indexOf(step) + by];
    if (next !== undefined) setStep(next);
    else if (by === -1) props.onBack();
    else keep(changed.current, false);
  };
  const question: PrinterQuestionProps = {
    draft,
    change,
    onNext: () => move(1),
    onBack: () => move(-1),
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
          print={() => test.run({ printer, approval: props.approval })}
          isPrinting={test.isWaiting}
          printed={test.value}
          problem={test.problem}
          nextLabel="settings.keep"
          laterLabel="settings.keepUntried"
          isBusy={props.isBusy}
          onNext={() => keep(draft, false)}
          onLater={() => keep(draft, true)}
          onBack={question.onBack}
        >
          <SaveNotice {...props} />
        </PrinterTestQuestion>
      );
  }
}

/** Only a serial port has a speed; a device of the printer class and a shared printer have none. */
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
        detail: text(`settings.drawer.${id}.what`),
      }))}
      chosen={props.draft.printerDrawer ?? 'none'}
      onChoose={(id) => {
        props.change({ printerDrawer: id === 'none' ? null : id });
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
        ...BAUD_RATES.map((baud) => ({ id: `${baud}`, name: text('settings.baud.of', { baud }) })),
      ]}
      chosen={`${props.draft.printerBaud ?? 'system'}`}
      onChoose={(id) => {
        props.change({ printerBaud: BAUD_RATES.find((baud) => `${baud}` === id) ?? null });
        props.onNext();
      }}
      onBack={props.onBack}
    />
  );
}
