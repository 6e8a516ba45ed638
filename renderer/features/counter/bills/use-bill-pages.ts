import { useCallback, useEffect, useRef, useState } from 'react';
import type { LinkedBill, Problem } from '../../../../shared/contract/index.ts';
import { useTillCall } from '../../../app/index.ts';

export interface SavedBillPages {
  /** The bills in the service's order; each bill once, even if pages repeat it. */
  readonly bills: readonly LinkedBill[];
  /** The number of bills at the service; null if it does not report it. */
  readonly total: number | null;
  readonly isFetching: boolean;
  readonly problem: Problem | null;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => void;
  /** Reads the list again from its first page. */
  readonly refetch: () => void;
  /** Updates one bill; a bill that is not in the list is added at the top. */
  readonly updateBill: (bill: LinkedBill) => void;
  readonly removeBill: (billId: string) => void;
}

interface BillPagesState {
  readonly bills: readonly LinkedBill[];
  readonly total: number | null;
  /** The next page to read, or null. */
  readonly nextPage: number | null;
  readonly isFetching: boolean;
  readonly problem: Problem | null;
}

const INITIAL_STATE: BillPagesState = {
  bills: [],
  total: null,
  nextPage: 1,
  isFetching: true,
  problem: null,
};

/** The service's list of saved bills, read page by page on request. */
export function useSavedBillPages(): SavedBillPages {
  const call = useTillCall();
  const [state, setState] = useState<BillPagesState>(INITIAL_STATE);
  /** Incremented by a refetch; responses to earlier requests are ignored. */
  const generation = useRef(0);

  const fetchPage = useCallback(
    async (page: number): Promise<void> => {
      const requestGeneration = generation.current;
      const answer = await call('bills.list', { page });
      if (generation.current !== requestGeneration) return;
      setState((current) =>
        answer.ok
          ? {
              bills: mergePages(current.bills, answer.value.bills),
              total: answer.value.totalBills,
              nextPage: answer.value.hasNext ? page + 1 : null,
              isFetching: false,
              problem: null,
            }
          : { ...current, isFetching: false, problem: answer.problem },
      );
    },
    [call],
  );

  useEffect(() => {
    void fetchPage(1);
    return () => {
      generation.current += 1;
    };
  }, [fetchPage]);

  return {
    bills: state.bills,
    total: state.total,
    isFetching: state.isFetching,
    problem: state.problem,
    hasNextPage: state.nextPage !== null && state.bills.length > 0,
    fetchNextPage: () => {
      if (state.isFetching || state.nextPage === null) return;
      setState((current) => ({ ...current, isFetching: true, problem: null }));
      void fetchPage(state.nextPage);
    },
    refetch: () => {
      generation.current += 1;
      setState(INITIAL_STATE);
      void fetchPage(1);
    },
    updateBill: (bill) =>
      setState((current) => ({
        ...current,
        bills: current.bills.some((currentBill) => currentBill.id === bill.id)
          ? current.bills.map((currentBill) => (currentBill.id === bill.id ? bill : currentBill))
          : [bill, ...current.bills],
      })),
    removeBill: (billId) =>
      setState((current) => ({
        ...current,
        bills: current.bills.filter((currentBill) => currentBill.id !== billId),
      })),
  };
}

function mergePages(
  currentBills: readonly LinkedBill[],
  page: readonly LinkedBill[],
): readonly LinkedBill[] {
  const byId = new Map(currentBills.map((bill) => [bill.id, bill]));
  for (const bill of page) byId.set(bill.id, bill);
  return [...byId.values()];
}
