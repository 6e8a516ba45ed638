import { useState } from 'react';
import { useNavigation } from '../../../app/index.ts';
import { EMPTY_HISTORY_FILTER, type HistoryFilterInput } from './history-filter.ts';
import { HistoryList } from './history-list.tsx';
import { HistoryPayment } from './history-payment.tsx';

/** The list, or one payment. The filter stays while a payment is open. */
export function HistoryPage() {
  const { route, goHome } = useNavigation();
  const requestedText = route.name === 'history' ? route.text : undefined;
  const [filterInput, setFilterInput] = useState<HistoryFilterInput>(
    requestedText === undefined
      ? EMPTY_HISTORY_FILTER
      : { ...EMPTY_HISTORY_FILTER, text: requestedText, period: 'all' },
  );
  const [openedId, setOpenedId] = useState<string | null>(
    route.name === 'history' ? (route.paymentId ?? null) : null,
  );
  // Another part of the page, such as the list of recent papers, can open a payment while the
  // history is open.
  const [lastRoute, setLastRoute] = useState(route);
  if (route !== lastRoute) {
    setLastRoute(route);
    if (route.name === 'history' && route.paymentId !== undefined) setOpenedId(route.paymentId);
  }
  return openedId === null ? (
    <HistoryList
      filter={filterInput}
      onFilterChange={setFilterInput}
      onOpen={setOpenedId}
      onBack={goHome}
    />
  ) : (
    <HistoryPayment
      key={openedId}
      paymentId={openedId}
      onOpen={setOpenedId}
      onBack={() => setOpenedId(null)}
    />
  );
}
