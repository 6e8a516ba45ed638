import { useEffect, useEffectEvent, useState } from 'react';
import type { CallOutput, Payment } from '../../../../shared/contract/index.ts';
import {
  getStateTextKey,
  ProblemNotice,
  useCall,
  useMainNow,
  useScan,
  useTill,
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
  useOnCovered,
} from '../../../components/index.ts';
import { type TextFunction, useLanguage, useText } from '../../../i18n/index.ts';
import { ExportNotice } from './export-notice.tsx';
import {
  createFilterFromScan,
  type HistoryFilterInput,
  toHistoryFilter,
} from './history-filter.ts';
import { HistoryFilters } from './history-filters.tsx';

const PAGE_SIZE = 50;
const MAX_SEARCH_SECONDS = 10;

export interface HistoryListProps {
  readonly filter: HistoryFilterInput;
  readonly onFilterChange: (wanted: HistoryFilterInput) => void;
  readonly onOpen: (paymentId: string) => void;
  readonly onBack: () => void;
}

/** All attempts, newest first, page by page. */
export function HistoryList(props: HistoryListProps) {
  const { filter: wanted, onFilterChange, onOpen, onBack } = props;
  const text = useText();
  const call = useCall();
  const locale = useLanguage();
  const { timeZone } = useTill();
  const now = useMainNow();
  const filter = toHistoryFilter(wanted, { now, timeZone, locale });
  const first = useTillQuery(
    'history.search',
    { filter, cursor: null, limit: PAGE_SIZE },
    { keepPreviousData: true, gcTime: 0 },
  );
  const [more, setMore] = useState<{
    readonly of: string;
    readonly pages: readonly CallOutput<'history.search'>[];
  }>({ of: '', pages: [] });
  const exporting = useTillMutation('history.export');
  const filterKey = JSON.stringify(filter);
  const following = more.of === filterKey ? more.pages : [];
  const pages = first.value === undefined ? [] : [first.value, ...following];
  const payments = pages.flatMap((page) => page.payments);
  // Within one day the time is enough.
  const rows = usePaymentRows(payments, wanted.period === 'today' || wanted.period === 'yesterday');
  const [newest] = payments;
  const next = first.isPlaceholderData ? null : (pages.at(-1)?.next ?? null);

  // An expert presses Enter before the answer comes. Enter then waits for it, because the first row
  // still belongs to another search.
  const isOnItsWay = first.isPlaceholderData || first.isWaiting;
  const [isEntered, setEntered] = useState(false);
  useOnCovered(() => setEntered(false));
  const want = (next: HistoryFilterInput): void => {
    setEntered(false);
    onFilterChange(next);
  };
  useScan((code) => {
    want(createFilterFromScan(code));
    return true;
  });
  const openNewest = useEffectEvent(() => {
    setEntered(false);
    if (newest !== undefined) onOpen(newest.id);
  });
  const isReady = isEntered && !isOnItsWay;
  useEffect(() => {
    if (isReady) openNewest();
  }, [isReady]);

  const readMore = async (): Promise<void> => {
    if (next === null) return;
    const page = await call('history.search', { filter, cursor: next, limit: PAGE_SIZE });
    if (page.ok) setMore({ of: filterKey, pages: [...following, page.value] });
    else first.again();
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
                label: text(exporting.isWaiting ? 'history.exporting' : 'history.export'),
                keyName: 'Control+G' as const,
                onAction: () => void exporting.run({ filter }),
                isDisabled: exporting.isWaiting,
              },
            ]),
        ...(newest === undefined && !isOnItsWay
          ? []
          : [
              {
                label: text('history.openNewest'),
                keyName: 'Enter' as const,
                onAction: () => setEntered(true),
                variant: 'primary' as const,
              },
            ]),
      ]}
    >
      <HistoryFilters wanted={wanted} onWant={want} />
      {first.problem === null ? null : <ProblemNotice problem={first.problem} />}
      {first.isWaiting ? (
        <LoadingIndicator label={text('history.searching')} maxSeconds={MAX_SEARCH_SECONDS} />
      ) : null}
      {payments.length === 0 && !first.isWaiting && first.problem === null ? (
        <EmptyState title={text('history.empty')}>{text('history.emptyMore')}</EmptyState>
      ) : null}
      <ExportNotice exporting={exporting} />
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

function formatState(text: TextFunction, payment: Payment): string {
  if (payment.cancelledBy?.state === 'paid') return text('history.takenBack');
  return text(payment.isNotSent ? 'history.state.not-sent' : getStateTextKey(payment));
}

function usePaymentRows(payments: readonly Payment[], isOneDay: boolean): readonly Choice[] {
  const text = useText();
  const clock = useTimeFormatter();
  const language = useLanguage();
  return payments.map((payment) => ({
    id: payment.id,
    name: payment.billerName,
    detail: [
      isOneDay
        ? clock.time(payment.createdAt)
        : `${clock.day(payment.createdAt)} ${clock.time(payment.createdAt)}`,
      text(`history.kind.${payment.kind}`),
      payment.accountShown,
      formatState(text, payment),
    ].join(' · '),
    aside: formatMoneyInSentence(payment.amount, language),
  }));
}
