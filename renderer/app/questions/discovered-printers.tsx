import type { DiscoveredPrinter } from '../../../shared/contract/index.ts';
import { ChoiceList, LoadingIndicator, Notice, Screen } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import { ProblemNotice } from '../problem-notice.tsx';
import type { TillMutation } from '../till/index.ts';
import type { PrinterDraft } from './printer-draft.ts';

const MAX_WAIT_SECONDS = 8;

/** How this screen asks main for the printers that are there. */
export type PrinterSearch = Pick<
  TillMutation<'setup.findPrinters'>,
  'isWaiting' | 'value' | 'problem'
> & { readonly find: () => void };

/** The printers that are there; choosing one answers where it is, and which make it seems to be. */
export function DiscoveredPrinters(props: {
  readonly search: PrinterSearch;
  readonly onChoose: (changes: Partial<PrinterDraft>) => void;
  readonly onBack: () => void;
}) {
  const { search } = props;
  const text = useText();
  const found = search.isWaiting ? [] : (search.value ?? []);
  const detailOf = (one: DiscoveredPrinter): string => {
    switch (one.kind) {
      case 'network':
        return text('printers.network', { address: one.address });
      case 'path':
        return text('printers.path', { path: one.path });
      case 'not-shared':
        return text('printers.notShared');
    }
  };
  return (
    <Screen
      title={text('printers.title')}
      {...(found.length === 0 ? {} : { hint: text('printers.hint') })}
      actions={[
        { label: text('setup.back'), keyName: 'Escape', onAction: props.onBack },
        {
          label: text('printers.again'),
          keyName: 'F1',
          onAction: search.find,
          isDisabled: search.isWaiting,
        },
      ]}
    >
      {search.isWaiting ? (
        <LoadingIndicator label={text('printers.searching')} maxSeconds={MAX_WAIT_SECONDS} />
      ) : null}
      {search.problem === null ? null : <ProblemNotice problem={search.problem} />}
      {!search.isWaiting && search.value?.length === 0 ? (
        <Notice
          tone="info"
          happened={text('printers.none')}
          money={text('printers.none.money')}
          next={text('printers.none.next')}
        />
      ) : null}
      {found.length === 0 ? null : (
        <ChoiceList
          label={text('printers.title')}
          isAutoFocused
          choices={found.map((one, at) => ({
            id: `${at}`,
            name: one.name,
            detail: detailOf(one),
            isDisabled: one.kind === 'not-shared',
          }))}
          onChoose={(id) => {
            const one = found[Number(id)];
            const changes = one === undefined ? null : toDraftChanges(one);
            if (changes !== null) props.onChoose(changes);
          }}
        />
      )}
    </Screen>
  );
}

function toDraftChanges(one: DiscoveredPrinter): Partial<PrinterDraft> | null {
  if (one.kind === 'not-shared') return null;
  const model = one.model === null ? {} : { printerModel: one.model };
  return one.kind === 'network'
    ? { printerKind: 'network', printerAddress: one.address, ...model }
    : { printerKind: 'path', printerPath: one.path, ...model };
}
