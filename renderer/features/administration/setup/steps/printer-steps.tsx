import { useTillMutation } from '../../../../app/index.ts';
import {
  PrinterKindQuestion,
  PrinterTestQuestion,
  toPrinterSettings,
} from '../../../../app/questions/index.ts';
import { useLanguage } from '../../../../i18n/index.ts';
import type { SetupStepProps } from './step-props.ts';

export function PrinterKindStep(props: SetupStepProps) {
  const findPrinters = useTillMutation('setup.findPrinters');
  const search = { ...findPrinters, findPrinters: () => void findPrinters.run({}) };
  return <PrinterKindQuestion {...props} search={search} />;
}

export function PrinterTestStep(props: SetupStepProps) {
  const language = useLanguage();
  const testPrinter = useTillMutation('setup.testPrinter');
  const printer = toPrinterSettings(props.draft);
  const { environment } = props.draft;
  return (
    <PrinterTestQuestion
      printer={printer}
      print={() => testPrinter.run({ environment, printer, language })}
      isPrinting={testPrinter.isPending}
      printerState={testPrinter.value}
      problem={testPrinter.problem}
      onNext={props.onNext}
      onLater={props.onNext}
      onBack={props.onBack}
    />
  );
}
