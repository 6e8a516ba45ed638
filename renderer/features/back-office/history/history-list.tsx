import { useEffect, useEffectEvent, useState } from 'react';
import type { CallOutput, Payment } from '../../../../shared/contract/index.ts';
import {
  getPaymentStateTextKey,
  getPaymentStateTone,
  ProblemNotice,
  useMainProcessTimeMs,
  useScanHandler,
  useTill,
  useTillCall,
  useTillMutation,
  useTillQuery,
  useTimeFormatter,
} from '../../../app/index.ts';
import {
  Button,
  type Choice,
  ChoiceList,
  EmptyState,
  formatMoneyInSentence,
  LoadingIndicator,
  Screen,
  ToneLabel,
  useOnLock,
} from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { HistoryExportNotice } from './export-notice.tsx';
import {
  createHistoryFilterFromScan,
  type HistoryFilterInput,
  toHistoryFilter,
} from './history-filter.ts';
import { HistoryFilters } from './history-filters.tsx';

const PAGE_SIZE = 50;
const MAX_SEARCH_SECONDS = 10;

export interface HistoryListProps {
  readonly filter: HistoryFilterInput;
  readonly onFilterChange: (filterInput: HistoryFilterInput) => void;
  readonly onOpen: (paymentId: string) => void;
  readonly onBack: () => void;
}

/** All payment attempts, newest first, page by page. */
export function HistoryList(props: HistoryListProps) {
  const { filter: filterInput, onFilterChange, onOpen, onBack } = props;
  const text = useText();
  const call = useTillCall();
  const locale = useLanguage();
  const { timeZone } = useTill();
  const now = useMainProcessTimeMs();
  const filter = toHistoryFilter(filterInput, { now, timeZone, locale });
  const first = useTillQuery(
    'history.search',
    { filter, cursor: null, limit: PAGE_SIZE },
    { keepPreviousData: true, gcTime: 0 },
  );
  const [followingPages, setFollowingPages] = useState<{
    readonly filterKey: string;
    readonly pages: readonly CallOutput<'history.search'>[];
  }>({ filterKey: '', pages: [] });
  const exportHistory = useTillMutation('history.export');
  const filterKey = JSON.stringify(filter);
  const pagesAfterFirst = followingPages.filterKey === filterKey ? followingPages.pages : [];
  const pages = first.value === undefined ? [] : [first.value, ...pagesAfterFirst];
  const payments = pages.flatMap((page) => page.payments);
  // Rows of a single day show only the time.
  const rows = usePaymentRows(
    payments,
    filterInput.period === 'today' || filterInput.period === 'yesterday',
  );
  const [newest] = payments;
  const next = first.isPlaceholderData ? null : (pages.at(-1)?.next ?? null);

  // An experienced cashier presses Enter before the response arrives. Enter then waits for the
  // response, because the first row still belongs to the previous search.
  const isPending = first.isPlaceholderData || first.isPending;
  const [isEnterPressed, setEnterPressed] = useState(false);
  useOnLock(() => setEnterPressed(false));
  const changeFilter = (newFilter: HistoryFilterInput): void => {
    setEnterPressed(false);
    onFilterChange(newFilter);
  };
  useScanHandler((code) => {
    changeFilter(createHistoryFilterFromScan(code));
    return true;
  });
  const openNewest = useEffectEvent(() => {
    setEnterPressed(false);
    if (newest !== undefined) onOpen(newest.id);
  });
  const shouldOpenNewest = isEnterPressed && !isPending;
  useEffect(() => {
    if (shouldOpenNewest) openNewest();
  }, [shouldOpenNewest]);

  const readMore = async (): Promise<void> => {
    if (next === null) return;
    const page = await call('history.search', { filter, cursor: next, limit: PAGE_SIZE });
    if (page.ok) setFollowingPages({ filterKey, pages: [...pagesAfterFirst, page.value] });
    else first.refetch();
  };

  return (
    <Screen
      title={text('history.title')}
      actions={[
        { label: text('history.back'), keyName: 'Escape', onAction: onBack },
        ...(newest === undefined
          ? []
          : [
              {
                label: text(exportHistory.isPending ? 'history.exporting' : 'history.export'),
                keyName: 'Control+G' as const,
                onAction: () => void exportHistory.run({ filter }),
                isDisabled: exportHistory.isPending,
              },
            ]),
        ...(newest === undefined && !isPending
          ? []
          : [
              {
                label: text('history.openNewest'),
                keyName: 'Enter' as const,
                onAction: () => setEnterPressed(true),
                variant: 'primary' as const,
              },
            ]),
      ]}
    >
      <HistoryFilters filter={filterInput} onFilterChange={changeFilter} />
      {first.problem === null ? null : <ProblemNotice problem={first.problem} />}
      {first.isPending || (payments.length === 0 && isPending) ? (
        <LoadingIndicator label={text('history.searching')} maxSeconds={MAX_SEARCH_SECONDS} />
      ) : null}
      {payments.length === 0 && first.isUpToDate ? (
        <EmptyState title={text('history.empty')}>{text('history.emptyMore')}</EmptyState>
      ) : null}
      <HistoryExportNotice exportMutation={exportHistory} />
      {payments.length === 0 ? null : (
        <ChoiceList label={text('history.list')} choices={rows} onChoose={onOpen} />
      )}
      {next === null ? null : (
        <div>
          <Button onPress={() => void readMore()}>{text('history.more')}</Button>
        </div>
      )}
    </Screen>
  );
}

function usePaymentRows(payments: readonly Payment[], isOneDay: boolean): readonly Choice[] {
  const text = useText();
  const clock = useTimeFormatter();
  const language = useLanguage();
  // The total, as on the receipt; money that left the drawer has a sign.
  const formatTotal = ({ due, handOver }: Payment): string => {
    const amount = formatMoneyInSentence(due, language);
    return handOver === 'done' ? text('history.moneyOut', { amount }) : amount;
  };
  return payments.map((payment) => ({
    id: payment.id,
    name: payment.billerName,
    detail: (
      <>
        <ToneLabel tone={getPaymentStateTone(payment)}>
          {text(getPaymentStateTextKey(payment))}
        </ToneLabel>
        {[
          '',
          isOneDay
            ? clock.time(payment.createdAt)
            : `${clock.day(payment.createdAt)} ${clock.time(payment.createdAt)}`,
          text(`history.kind.${payment.kind}`),
          payment.accountShown,
        ].join(' · ')}
      </>
    ),
    trailingContent: formatTotal(payment),
  }));
}
