import { QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { CallInput, CallName, CallOutput } from '../../../shared/contract/index.ts';

/**
 * Viewed papers are not cached, because one may show a gift card's code; nor are customers, who are
 * masked for some roles.
 */
const PRIVATE_CALLS = [
  'customers.find',
  'printing.tape',
  'printing.job',
  'printing.recent',
  'printing.forPayment',
] as const satisfies readonly CallName[];

/**
 * Queries are refetched only when main reports a change. Nothing retries, and `networkMode` is
 * `always`: the default would hold a payment back while the machine is offline and send it later
 * without the cashier's knowledge.
 */
export function createQueryClient(): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 5 * 60_000,
      },
      // Inputs are not cached either: they may contain a PIN.
      mutations: { retry: false, networkMode: 'always', gcTime: 0 },
    },
  });
  // Removed when the last screen that shows it closes.
  for (const name of PRIVATE_CALLS) queries.setQueryDefaults([name], { gcTime: 0 });
  return queries;
}

export function getTillQueryKey<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
): unknown[] {
  return [name, input];
}

/** Stores a new value of `till.state`, for every screen at once. */
export function useSetTillState(): (state: CallOutput<'till.state'>) => void {
  const queries = useQueryClient();
  return useCallback(
    (state) => queries.setQueryData(getTillQueryKey('till.state', {}), state),
    [queries],
  );
}

/** Removes viewed papers, so that the next customer cannot see them. */
export function useRemovePrivateQueries(): () => void {
  const queries = useQueryClient();
  return useCallback(() => {
    for (const name of PRIVATE_CALLS) {
      queries.removeQueries({ queryKey: [name] });
    }
  }, [queries]);
}

/** For the lock: data that was read for one cashier is read again for the next. */
export function useResetQueries(): {
  readonly resetPrivateQueries: () => void;
  readonly invalidateAllQueries: () => void;
} {
  const queries = useQueryClient();
  return useMemo(
    () => ({
      resetPrivateQueries: () => {
        for (const name of PRIVATE_CALLS) void queries.resetQueries({ queryKey: [name] });
      },
      invalidateAllQueries: () => void queries.invalidateQueries(),
    }),
    [queries],
  );
}
