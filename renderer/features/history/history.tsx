import { useState } from 'react';
import { useNavigation } from '../../app/index.ts';
import { NOTHING_WANTED, type WantedPayments } from './filter.ts';
import { HistoryList } from './history-list.tsx';
import { HistoryPayment } from './history-payment.tsx';

/** The list, or one payment of it. What was looked for stays while one is open. */
export function History() {
  const { place, goHome } = useNavigation();
  const asked = place.name === 'history' ? place.text : undefined;
  const [wanted, setWanted] = useState<WantedPayments>(
    asked === undefined ? NOTHING_WANTED : { ...NOTHING_WANTED, text: asked, period: 'all' },
  );
  const [openedId, setOpenedId] = useState<string | null>(
    place.name === 'history' ? (place.paymentId ?? null) : null,
  );
  return openedId === null ? (
    <HistoryList wanted={wanted} onWant={setWanted} onOpen={setOpenedId} onBack={goHome} />
  ) : (
    <HistoryPayment
      key={openedId}
      paymentId={openedId}
      onOpen={setOpenedId}
      onBack={() => setOpenedId(null)}
    />
  );
}
