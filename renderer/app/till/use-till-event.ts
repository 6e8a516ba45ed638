import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { CallName, EventName, EventPayload } from '../../../shared/contract/index.ts';
import { getTillQueryKey } from './query-cache.ts';
import { useTillClient } from './till-provider.tsx';

/** Listens to an event of main while the component is shown. Ask for the state on mount as well. */
export function useTillEvent<Name extends EventName>(
  name: Name,
  listener: (payload: EventPayload<Name>) => void,
): void {
  const client = useTillClient();
  const onEvent = useEffectEvent(listener);
  useEffect(() => client.on(name, (payload) => onEvent(payload)), [client, name]);
}

/** Renews the queries that main's events concern. Used once, in the app. */
export function useQueryInvalidation(): void {
  const queries = useQueryClient();
  const again = (...names: readonly CallName[]): void => {
    for (const name of names) void queries.invalidateQueries({ queryKey: [name] });
  };
  useTillEvent('till.changed', () =>
    again('till.state', 'till.status', 'staff.names', 'staff.list', 'cash.state'),
  );
  useTillEvent('status.changed', (status) =>
    queries.setQueryData(getTillQueryKey('till.status', {}), status),
  );
  useTillEvent('catalog.changed', (state) => {
    queries.setQueryData(getTillQueryKey('catalog.state', {}), state);
    again('catalog.search', 'catalog.atHand', 'catalog.biller', 'catalog.rates');
  });
  useTillEvent('customerScreen.changed', (state) =>
    queries.setQueryData(getTillQueryKey('customerScreen.state', {}), state),
  );
  useTillEvent('updates.changed', () => again('updates.state'));
  useTillEvent('backup.changed', () => again('backup.state'));
  useTillEvent('payments.changed', () =>
    again(
      'payments.get',
      'payments.recent',
      'payments.unresolved',
      'payments.inHand',
      'basket.current',
      'basket.get',
      'basket.unfinished',
      'basket.toTakeOver',
      'cash.state',
    ),
  );
  useTillEvent('basket.changed', () =>
    again('basket.current', 'basket.get', 'basket.unfinished', 'basket.toTakeOver', 'cash.state'),
  );
  useTillEvent('cash.changed', () => again('cash.state', 'cash.openItems', 'cash.counted'));
  useTillEvent('printing.changed', () =>
    again(
      'printing.tape',
      'printing.job',
      'printing.open',
      'printing.ofPayment',
      'printing.recent',
      'printing.state',
      'payments.get',
      'payments.recent',
    ),
  );
}
