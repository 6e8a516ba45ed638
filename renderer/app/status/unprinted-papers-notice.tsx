import { getPrinterStatusLevel } from '../../../shared/contract/index.ts';
import { Button, Notice, useKeyBindings } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import { useNavigation } from '../navigation.ts';
import { useTillQuery } from '../till/index.ts';
import { usePrintUnprintedPapers, useUnprintedPapers } from './unprinted-papers.ts';

/** At home: papers did not come out. Once the printer is ready again, it offers to print them. */
export function UnprintedPapersNotice() {
  const text = useText();
  const { open } = useNavigation();
  const printer = useTillQuery('till.status', {}).value?.printer;
  const papers = useUnprintedPapers();
  const printing = usePrintUnprintedPapers(papers);
  const isReady = printer !== undefined && getPrinterStatusLevel(printer.light) === 'good';
  const canPrint = isReady && printing.count > 0;
  const label = text('papers.printAll', { n: printing.count });
  useKeyBindings(canPrint ? { 'Control+P': { label, onAction: printing.print } } : {});
  if (printer === undefined || papers.length === 0) return null;
  return (
    <Notice
      tone="warning"
      toneText={text(isReady ? 'printer.name' : `printer.${printer.light}`)}
      title={text('papers.home', { count: papers.length })}
      impact={text(isReady ? 'papers.home.ready' : `printer.${printer.light}.title`)}
      action={text(printing.problem === null ? 'papers.home.action' : 'papers.printAllLeft')}
    >
      <div>
        {canPrint ? (
          <Button keyHint="Control+P" onPress={printing.print} isDisabled={printing.isBusy}>
            {label}
          </Button>
        ) : null}{' '}
        <Button onPress={() => open({ name: 'unresolved' })}>{text('papers.home.open')}</Button>
      </div>
    </Notice>
  );
}
