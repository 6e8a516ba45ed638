import { useTillMutation } from '../../../../app/index.ts';
import {
  PrinterKindQuestion,
  PrinterTestQuestion,
  toPrinterSettings,
} from '../../../../app/questions/index.ts';
import { useLanguage } from '../../../../i18n/index.ts';
import type { SetupStepProps } from './step-props.ts';

export function PrinterKindStep(props: SetupStepProps) {
  const finding = useTillMutation('setup.findPrinters');
  const search = { ...finding, find: () => void finding.run({}) };
  return <PrinterKindQuestion {...props} search={search} />;
}

export function PrinterTestStep(props: SetupStepProps) {
  const language = useLanguage();
  const test = useTillMutation('setup.testPrinter');
  const printer = toPrinterSettings(props.draft);
  const { environment } = props.draft;
  return (
    <PrinterTestQuestion
      printer={printer}
      print={() => test.run({ environment, printer, language })}
      isPrinting={test.isWaiting}
      printed={test.value}
      problem={test.problem}
      onNext={props.onNext}
      onLater={props.onNext}
      onBack={props.onBack}
    />
  );
}
