import { useState } from 'react';
import { useNavigation } from '../../../app/index.ts';
import { EMPTY_HISTORY_FILTER, type HistoryFilterInput } from './history-filter.ts';
import { HistoryList } from './history-list.tsx';
import { HistoryPayment } from './history-payment.tsx';

/** The list, or one payment. The search stays while a payment is open. */
export function History() {
  const { route, goHome } = useNavigation();
  const asked = route.name === 'history' ? route.text : undefined;
  const [wanted, setWanted] = useState<HistoryFilterInput>(
    asked === undefined
      ? EMPTY_HISTORY_FILTER
      : { ...EMPTY_HISTORY_FILTER, text: asked, period: 'all' },
  );
  const [openedId, setOpenedId] = useState<string | null>(
    route.name === 'history' ? (route.paymentId ?? null) : null,
  );
  // Asked for from elsewhere while the history is open, as from the last papers.
  const [followed, setFollowed] = useState(route);
  if (route !== followed) {
    setFollowed(route);
    if (route.name === 'history' && route.paymentId !== undefined) setOpenedId(route.paymentId);
  }
  return openedId === null ? (
    <HistoryList filter={wanted} onFilterChange={setWanted} onOpen={setOpenedId} onBack={goHome} />
  ) : (
    <HistoryPayment
      key={openedId}
      paymentId={openedId}
      onOpen={setOpenedId}
      onBack={() => setOpenedId(null)}
    />
  );
}
