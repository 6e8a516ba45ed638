import { useState } from 'react';
import type { ChainPaymentFilter } from '../../../../shared/contract/index.ts';
import { parseAmount } from '../../../../shared/money/index.ts';
import {
  ProblemNotice,
  useMainProcessTimeMs,
  useTill,
  useTillMutation,
  useTimeWithDayFormatter,
} from '../../../app/index.ts';
import {
  AmountFilter,
  MoreFilters,
  Notice,
  PaymentKindFilter,
  PaymentStateFilter,
  PeriodFilter,
  type PeriodSelection,
  TextFilter,
  toDayRange,
} from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { useChainPaymentChoices } from './chain-payment-choices.tsx';
import { ChainPaymentDialog } from './chain-payment-dialog.tsx';
import { QueryListView } from './query-view.tsx';
import { CHAIN_PAGE_SIZE, usePagedQuery } from './use-paged-query.ts';

interface ChainHistoryFilter extends PeriodSelection {
  readonly text: string;
  readonly shop: string;
  readonly amount: string;
  readonly kind: NonNullable<ChainPaymentFilter['kind']> | '';
  readonly state: NonNullable<ChainPaymentFilter['state']> | '';
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
/**
 * Every payment attempt of every till, newest first, page by page. The results can be exported as a
 * file.
 */
export function ChainHistory(props: { readonly onBack: () => void }) {
  const text = useText();
  const filter = useFilter();
  const { first, pages, readMore } = usePagedQuery('chain.search', (cursor) => ({
    filter: filter.value,
    cursor,
    limit: CHAIN_PAGE_SIZE,
  }));
  const exportHistory = useTillMutation('chain.export');
  const payments = pages.flatMap((page) => page.payments);
  const rows = useChainPaymentChoices(payments);
  const formatMoment = useTimeWithDayFormatter();
  const searchedSince = pages.at(-1)?.searchedSince ?? null;
  const [openedId, setOpenedId] = useState<string | null>(null);
  const payment = payments.find(({ id }) => id === openedId);
  return (
    <QueryListView
      title={text('chain.view.history')}
      label={text('history.list')}
      query={first}
      onBack={props.onBack}
      actions={
        payments.length === 0
          ? []
          : [
              {
                label: text(exportHistory.isPending ? 'history.exporting' : 'history.export'),
                keyName: 'Control+G',
                onAction: () => void exportHistory.run({ filter: filter.value }),
                isDisabled: exportHistory.isPending,
              },
            ]
      }
      filters={<Filters filter={filter.wanted} onChange={filter.want} />}
      notices={
        <>
          {exportHistory.problem === null ? null : (
            <ProblemNotice problem={exportHistory.problem} />
          )}
          {exportHistory.value === undefined ? null : (
            <Notice
              tone="info"
              title={text('history.exported', { count: exportHistory.value.rows })}
              action={exportHistory.value.file}
            />
          )}
        </>
      }
      rows={rows}
      empty={{ title: text('history.empty'), more: text('history.emptyMore') }}
      onOpen={setOpenedId}
      onLoadMore={readMore}
      progress={
        searchedSince === null
          ? null
          : text('chain.history.searchedSince', { at: formatMoment(searchedSince) })
      }
      dialog={
        payment === undefined ? null : (
          <ChainPaymentDialog payment={payment} onClose={() => setOpenedId(null)} />
        )
      }
    />
  );
}

function useFilter() {
  const language = useLanguage();
  const { timeZone } = useTill();
  const now = useMainProcessTimeMs();
  const [filter, setWanted] = useState(EMPTY_FILTER);
  const amount = parseAmount(filter.amount, '', language);
  const toNullable = (fieldText: string): string | null =>
    fieldText.trim() === '' ? null : fieldText.trim();
  const value: ChainPaymentFilter = {
    ...toDayRange(filter, { now, timeZone }),
    text: toNullable(filter.text),
    shop: toNullable(filter.shop),
    kind: filter.kind === '' ? null : filter.kind,
    state: filter.state === '' ? null : filter.state,
    // An invalid amount does not narrow the list.
    amount: amount.ok ? amount.value.amount : null,
  };
  return {
    wanted: filter,
    value,
    want: (changes: Partial<ChainHistoryFilter>): void => setWanted({ ...filter, ...changes }),
  };
}

function Filters(props: {
  readonly filter: ChainHistoryFilter;
  readonly onChange: (changes: Partial<ChainHistoryFilter>) => void;
}) {
  const { filter, onChange } = props;
  const text = useText();
  return (
    <>
      <TextFilter
        label={text('history.text')}
        placeholder={text('history.textHint')}
        value={filter.text}
        onChange={(typed) => onChange({ text: typed })}
        maxLength={80}
        isAutoFocused
      />
      <TextFilter
        label={text('chain.shop')}
        value={filter.shop}
        onChange={(shop) => onChange({ shop })}
        maxLength={120}
      />
      <PeriodFilter selection={filter} onChange={onChange} />
      <PaymentStateFilter value={filter.state} onChange={(state) => onChange({ state })} />
      <MoreFilters>
        <PaymentKindFilter value={filter.kind} onChange={(kind) => onChange({ kind })} />
        <AmountFilter value={filter.amount} onChange={(amount) => onChange({ amount })} />
      </MoreFilters>
    </>
  );
}
