import { useState } from 'react';
import type { ChainFilter } from '../../../../shared/contract/index.ts';
import { parseAmount } from '../../../../shared/money/index.ts';
import { ProblemNotice, useMainNow, useTill, useTillMutation } from '../../../app/index.ts';
import {
  AmountFilter,
  FilterField,
  KindFilter,
  Notice,
  type Period,
  PeriodFilter,
  StateFilter,
  toDayRange,
} from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { usePaymentRows } from './chain-formatters.ts';
import { ChainPaymentDialog } from './chain-payment-dialog.tsx';
import { ListView } from './query-view.tsx';
import { PAGE_SIZE, usePagedQuery } from './use-paged-query.ts';

interface ChainHistoryFilter extends Period {
  readonly text: string;
  readonly shop: string;
  readonly amount: string;
  readonly kind: NonNullable<ChainFilter['kind']> | '';
  readonly state: NonNullable<ChainFilter['state']> | '';
}

const EMPTY_FILTER: ChainHistoryFilter = {
  period: 'today',
  day: '',
  text: '',
  shop: '',
  amount: '',
  kind: '',
  state: '',
};
const STATES = ['paid', 'open', 'rejected', 'not-performed', 'by-hand'] as const;

/** Every attempt of every till, newest first, page by page; what is found can be saved as a file. */
export function ChainHistory(props: { readonly onBack: () => void }) {
  const text = useText();
  const filter = useFilter();
  const { first, pages, readMore } = usePagedQuery('chain.search', (cursor) => ({
    filter: filter.value,
    cursor,
    limit: PAGE_SIZE,
  }));
  const exporting = useTillMutation('chain.export');
  const payments = pages.flatMap((page) => page.payments);
  const rows = usePaymentRows(payments);
  const [opened, setOpened] = useState<string | null>(null);
  const payment = payments.find(({ id }) => id === opened);
  return (
    <ListView
      title={text('chain.view.history')}
      label={text('history.list')}
      query={first}
      onBack={props.onBack}
      actions={
        payments.length === 0
          ? []
          : [
              {
                label: text(exporting.isWaiting ? 'history.exporting' : 'history.export'),
                keyName: 'Control+G',
                onAction: () => void exporting.run({ filter: filter.value }),
                isDisabled: exporting.isWaiting,
              },
            ]
      }
      filters={<Filters wanted={filter.wanted} onWant={filter.want} />}
      notices={
        <>
          {exporting.problem === null ? null : <ProblemNotice problem={exporting.problem} />}
          {exporting.value === undefined ? null : (
            <Notice
              tone="info"
              happened={text('history.exported', { count: exporting.value.rows })}
              next={exporting.value.file}
            />
          )}
        </>
      }
      rows={rows}
      empty={{ title: text('history.empty'), more: text('history.emptyMore') }}
      onOpen={setOpened}
      onMore={readMore}
      dialog={
        payment === undefined ? null : (
          <ChainPaymentDialog payment={payment} onClose={() => setOpened(null)} />
        )
      }
    />
  );
}

function useFilter() {
  const language = useLanguage();
  const { timeZone } = useTill();
  const now = useMainNow();
  const [wanted, setWanted] = useState(EMPTY_FILTER);
  const amount = parseAmount(wanted.amount, '', language);
  const orNull = (typed: string): string | null => (typed.trim() === '' ? null : typed.trim());
  const value: ChainFilter = {
    ...toDayRange(wanted, { now, timeZone }),
    text: orNull(wanted.text),
    shop: orNull(wanted.shop),
    kind: wanted.kind === '' ? null : wanted.kind,
    state: wanted.state === '' ? null : wanted.state,
    // An amount that cannot be read does not narrow the list.
    amount: amount.ok ? amount.value.amount : null,
  };
  return {
    wanted,
    value,
    want: (changes: Partial<ChainHistoryFilter>): void => setWanted({ ...wanted, ...changes }),
  };
}

function Filters(props: {
  readonly wanted: ChainHistoryFilter;
  readonly onWant: (changes: Partial<ChainHistoryFilter>) => void;
}) {
  const { wanted, onWant } = props;
  const text = useText();
  return (
    <>
      <FilterField
        label={text('history.text')}
        placeholder={text('history.textHint')}
        value={wanted.text}
        onChange={(typed) => onWant({ text: typed })}
        maxLength={80}
        isAutoFocused
      />
      <FilterField
        label={text('chain.shop')}
        value={wanted.shop}
        onChange={(shop) => onWant({ shop })}
        maxLength={120}
      />
      <PeriodFilter wanted={wanted} onWant={onWant} />
      <StateFilter value={wanted.state} onChange={(state) => onWant({ state })} states={STATES} />
      <KindFilter value={wanted.kind} onChange={(kind) => onWant({ kind })} />
      <AmountFilter value={wanted.amount} onChange={(amount) => onWant({ amount })} />
    </>
  );
}
