import { QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { CallInput, CallName, CallOutput } from '../../../shared/contract/index.ts';

/** Papers that were looked at are not kept: on one of them may stand a gift card's code. */
const PAPERS = [
  'printing.tape',
  'printing.job',
  'printing.recent',
  'printing.ofPayment',
] as const satisfies readonly CallName[];

/**
 * Queries are read again only when main says that something changed. Nothing retries, and
 * `networkMode: 'always'` because the default would hold a payment while the machine is offline and
 * send it later, behind the cashier's back.
 */
export function createQueries(): QueryClient {
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
      // What was handed over is not kept either: a PIN may be among it.
      mutations: { retry: false, networkMode: 'always', gcTime: 0 },
    },
  });
  // Gone with the last screen that shows it, whichever key led away from there.
  for (const name of PAPERS) queries.setQueryDefaults([name], { gcTime: 0 });
  return queries;
}

export function tillKey<Name extends CallName>(name: Name, input: CallInput<Name>): unknown[] {
  return [name, input];
}

/** Puts what `till.state` answered in the place of the old state, for every screen at once. */
export function useKeepTillState(): (state: CallOutput<'till.state'>) => void {
  const queries = useQueryClient();
  return useCallback((state) => queries.setQueryData(tillKey('till.state', {}), state), [queries]);
}

/** Nothing of the papers that were looked at is kept for the next customer. */
export function useForgetPapers(): () => void {
  const queries = useQueryClient();
  return useCallback(() => {
    for (const name of PAPERS) {
      queries.removeQueries({ queryKey: [name] });
    }
  }, [queries]);
}

/** At the lock: what was read for one cashier is read anew for whoever comes. */
export function useReadAnew(): { readonly papers: () => void; readonly all: () => void } {
  const queries = useQueryClient();
  return useMemo(
    () => ({
      papers: () => {
        for (const name of PAPERS) void queries.resetQueries({ queryKey: [name] });
      },
      all: () => void queries.invalidateQueries(),
    }),
    [queries],
  );
}
