import { QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { CallInput, CallName, CallOutput } from '../../../shared/contract/index.ts';

/**
 * Viewed papers are not kept, because one of them may show a gift card's code; nor are customers,
 * who are shown masked to some.
 */
const UNCACHED_CALLS = [
  'customers.find',
  'printing.tape',
  'printing.job',
  'printing.recent',
  'printing.ofPayment',
] as const satisfies readonly CallName[];

/**
 * Queries are repeated only when main says that something changed. Nothing retries, and
 * `networkMode` is `always`: the default would hold a payment back while the machine is offline and
 * send it later, behind the cashier's back.
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
      // Inputs are not kept either: they may contain a PIN.
      mutations: { retry: false, networkMode: 'always', gcTime: 0 },
    },
  });
  // Forgotten with the last screen that shows it, whichever key closed that screen.
  for (const name of UNCACHED_CALLS) queries.setQueryDefaults([name], { gcTime: 0 });
  return queries;
}

export function getTillQueryKey<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
): unknown[] {
  return [name, input];
}

/** Stores a new answer to `till.state`, for every screen at once. */
export function useSetTillState(): (state: CallOutput<'till.state'>) => void {
  const queries = useQueryClient();
  return useCallback(
    (state) => queries.setQueryData(getTillQueryKey('till.state', {}), state),
    [queries],
  );
}

/** Forgets viewed papers, so that the next customer sees none of them. */
export function useRemoveUncachedQueries(): () => void {
  const queries = useQueryClient();
  return useCallback(() => {
    for (const name of UNCACHED_CALLS) {
      queries.removeQueries({ queryKey: [name] });
    }
  }, [queries]);
}

/** At the lock: what was read for one cashier is read again for the next. */
export function useResetQueries(): { readonly papers: () => void; readonly all: () => void } {
  const queries = useQueryClient();
  return useMemo(
    () => ({
      papers: () => {
        for (const name of UNCACHED_CALLS) void queries.resetQueries({ queryKey: [name] });
      },
      all: () => void queries.invalidateQueries(),
    }),
    [queries],
  );
}
