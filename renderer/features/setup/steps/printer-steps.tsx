import { useTillMutation } from '../../../app/index.ts';
import { PrinterTry, printerOf } from '../../../app/questions/index.ts';
import { useLanguage } from '../../../i18n/index.ts';
import type { SetupStepProps } from './step-props.ts';

export function PrinterTryStep(props: SetupStepProps) {
  const language = useLanguage();
  const test = useTillMutation('setup.testPrinter');
  const printer = printerOf(props.draft);
  return (
    <PrinterTry
      printer={printer}
      print={() => test.run({ printer, language })}
      isPrinting={test.isWaiting}
      printed={test.value}
      problem={test.problem}
      onNext={props.onNext}
      onLater={props.onNext}
      onBack={props.onBack}
    />
  );
}
