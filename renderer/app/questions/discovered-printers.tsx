import type { DiscoveredPrinter } from '../../../shared/contract/index.ts';
import { ChoiceList, LoadingIndicator, Notice, Screen } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import { ProblemNotice } from '../problem-notice.tsx';
import type { TillMutation } from '../till/index.ts';
import type { PrinterDraft } from './printer-draft.ts';

const MAX_WAIT_SECONDS = 8;

/** The search for printers through main. */
export type PrinterSearch = Pick<
  TillMutation<'setup.findPrinters'>,
  'isPending' | 'value' | 'problem'
> & { readonly findPrinters: () => void };

/** The discovered printers; choosing one returns its address and its probable model. */
export function DiscoveredPrinters(props: {
  readonly search: PrinterSearch;
  readonly onChoose: (changes: Partial<PrinterDraft>) => void;
  readonly onBack: () => void;
}) {
  const { search } = props;
  const text = useText();
  const printers = search.isPending ? [] : (search.value ?? []);
  const formatDetail = (printer: DiscoveredPrinter): string => {
    switch (printer.kind) {
      case 'network':
        return text('printers.network', { address: printer.address });
      case 'path':
        return text('printers.path', { path: printer.path });
      case 'not-shared':
        return text('printers.notShared');
    }
  };
  return (
    <Screen
      title={text('printers.title')}
      {...(printers.length === 0 ? {} : { hint: text('printers.hint') })}
      actions={[
        { label: text('setup.back'), keyName: 'Escape', onAction: props.onBack },
        {
          label: text('printers.searchAgain'),
          keyName: 'F1',
          onAction: search.findPrinters,
          isDisabled: search.isPending,
        },
      ]}
    >
      {search.isPending ? (
        <LoadingIndicator label={text('printers.searching')} maxSeconds={MAX_WAIT_SECONDS} />
      ) : null}
      {search.problem === null ? null : <ProblemNotice problem={search.problem} />}
      {!search.isPending && search.value?.length === 0 ? (
        <Notice
          tone="info"
          title={text('printers.none')}
          impact={text('printers.none.impact')}
          action={text('printers.none.action')}
        />
      ) : null}
      {printers.length === 0 ? null : (
        <ChoiceList
          label={text('printers.title')}
          isAutoFocused
          choices={printers.map((printer, index) => ({
            id: `${index}`,
            name: printer.name,
            detail: formatDetail(printer),
            isDisabled: printer.kind === 'not-shared',
          }))}
          onChoose={(id) => {
            const printer = printers[Number(id)];
            const changes = printer === undefined ? null : toDraftChanges(printer);
            if (changes !== null) props.onChoose(changes);
          }}
        />
      )}
    </Screen>
  );
}

function toDraftChanges(printer: DiscoveredPrinter): Partial<PrinterDraft> | null {
  if (printer.kind === 'not-shared') return null;
  const model = printer.model === null ? {} : { printerModel: printer.model };
  return printer.kind === 'network'
    ? { printerKind: 'network', printerAddress: printer.address, ...model }
    : { printerKind: 'path', printerPath: printer.path, ...model };
}
