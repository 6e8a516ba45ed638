import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type {
  CallName,
  EventName,
  EventPayload,
  StatusLine,
} from '../../../shared/contract/index.ts';
import { getTillQueryKey } from './query-cache.ts';
import { useTillClient } from './till-provider.tsx';

/**
 * Subscribes to an event of main while the component is shown. Events before the mount are lost, so
 * query the state as well.
 */
export function useTillEvent<Name extends EventName>(
  name: Name,
  listener: (payload: EventPayload<Name>) => void,
): void {
  const client = useTillClient();
  const onEvent = useEffectEvent(listener);
  useEffect(() => client.on(name, (payload) => onEvent(payload)), [client, name]);
}

/** Invalidates the queries that main's events concern. Used once, in the app. */
export function useInvalidateQueriesOnTillEvents(): void {
  const queries = useQueryClient();
  const invalidate = (...names: readonly CallName[]): void => {
    for (const name of names) {
      const filter = { queryKey: [name] };
      // A first read in progress may have been answered before the change, and `invalidateQueries`
      // would not repeat it.
      void queries.cancelQueries(filter, { silent: true });
      void queries.invalidateQueries(filter);
    }
  };
  useTillEvent('till.changed', () =>
    // A lock can leave a result to confirm.
    invalidate(
      'till.state',
      'till.status',
      'staff.names',
      'staff.list',
      'cash.state',
      'payments.unresolved',
    ),
  );
  useTillEvent('status.changed', (status) => {
    const statusKey = getTillQueryKey('till.status', {});
    const previous = queries.getQueryData<StatusLine>(statusKey);
    queries.setQueryData(statusKey, status);
    const { fault } = status.service;
    queries.setQueryData(getTillQueryKey('till.connectionFault', {}), { fault });
    // The pending list shows as many rows as the status counts.
    if (previous?.unresolved !== status.unresolved) invalidate('payments.unresolved');
    if (previous?.owed !== status.owed) invalidate('refunds.unsettled');
    if (previous?.unfinishedBaskets.join() !== status.unfinishedBaskets.join()) {
      invalidate('basket.unfinished');
    }
  });
  useTillEvent('catalog.changed', (state) => {
    queries.setQueryData(getTillQueryKey('catalog.state', {}), state);
    invalidate('catalog.search', 'catalog.suggested', 'catalog.biller', 'catalog.rates');
  });
  useTillEvent('customerScreen.changed', (state) =>
    queries.setQueryData(getTillQueryKey('customerScreen.state', {}), state),
  );
  useTillEvent('updates.changed', () => invalidate('updates.state'));
  useTillEvent('backup.changed', () => invalidate('backup.state'));
  useTillEvent('payments.changed', () =>
    invalidate(
      'payments.get',
      'payments.recent',
      'payments.unresolved',
      'refunds.unsettled',
      'payments.current',
      'basket.current',
      'basket.get',
      'basket.unfinished',
      'basket.takeOverCandidate',
      'cash.state',
    ),
  );
  useTillEvent('basket.changed', () =>
    invalidate(
      'basket.current',
      'basket.get',
      'basket.unfinished',
      'basket.takeOverCandidate',
      'cash.state',
    ),
  );
  useTillEvent('cash.changed', () =>
    invalidate('cash.state', 'cash.shiftBlockingPayments', 'cash.closingCount'),
  );
  useTillEvent('claims.changed', () => invalidate('claims.list', 'claims.get', 'claims.ofPayment'));
  useTillEvent('printing.changed', () =>
    invalidate(
      'printing.tape',
      'printing.job',
      'printing.unprintedPapers',
      'printing.forPayment',
      'printing.recent',
      'printing.state',
      // What is printed decides whether money may be handed over.
      'payments.get',
      'payments.recent',
      'payments.unresolved',
      'basket.get',
      'basket.unfinished',
    ),
  );
}
