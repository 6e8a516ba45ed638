import { useCallback, useEffect, useRef, useState } from 'react';
import type { LinkedBill, Problem } from '../../../../shared/contract/index.ts';
import { useCall } from '../../../app/index.ts';

export interface BillPages {
  /** In the service's order; each bill once, even if pages repeat it. */
  readonly bills: readonly LinkedBill[];
  /** How many bills the service has; null if it does not say. */
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
  readonly next: number | null;
  readonly isReading: boolean;
  readonly problem: Problem | null;
}

const INITIAL_STATE: BillPagesState = {
  bills: [],
  total: null,
  next: 1,
  isReading: true,
  problem: null,
};

/** The service's list, read page by page on request. */
export function useBillPages(): BillPages {
  const call = useCall();
  const [read, setRead] = useState<BillPagesState>(INITIAL_STATE);
  /** Answers from before a fresh start are dropped. */
  const round = useRef(0);

  const ask = useCallback(
    async (page: number): Promise<void> => {
      const mine = round.current;
      const answer = await call('bills.list', { page });
      if (round.current !== mine) return;
      setRead((now) =>
        answer.ok
          ? {
              bills: mergePages(now.bills, answer.value.bills),
              total: answer.value.totalBills,
              next: answer.value.hasNext ? page + 1 : null,
              isReading: false,
              problem: null,
            }
          : { ...now, isReading: false, problem: answer.problem },
      );
    },
    [call],
  );

  useEffect(() => {
    void ask(1);
    return () => {
      round.current += 1;
    };
  }, [ask]);

  return {
    bills: read.bills,
    total: read.total,
    isFetching: read.isReading,
    problem: read.problem,
    hasNextPage: read.next !== null && read.bills.length > 0,
    fetchNextPage: () => {
      if (read.isReading || read.next === null) return;
      setRead((now) => ({ ...now, isReading: true, problem: null }));
      void ask(read.next);
    },
    refetch: () => {
      round.current += 1;
      setRead(INITIAL_STATE);
      void ask(1);
    },
    updateBill: (bill) =>
      setRead((now) => ({
        ...now,
        bills: now.bills.some((one) => one.id === bill.id)
          ? now.bills.map((one) => (one.id === bill.id ? bill : one))
          : [bill, ...now.bills],
      })),
    removeBill: (billId) =>
      setRead((now) => ({ ...now, bills: now.bills.filter((one) => one.id !== billId) })),
  };
}

function mergePages(
  before: readonly LinkedBill[],
  page: readonly LinkedBill[],
): readonly LinkedBill[] {
  const byId = new Map(before.map((bill) => [bill.id, bill]));
  for (const bill of page) byId.set(bill.id, bill);
  return [...byId.values()];
}
