import { useCallback, useEffect, useRef, useState } from 'react';
import type { LinkedBill, Problem } from '../../../shared/contract/index.ts';
import { useCall } from '../../app/index.ts';

export interface BillPages {
  /** In the service's order; each bill once, even if pages repeat it. */
  readonly bills: readonly LinkedBill[];
  /** How many bills the service has; null if it does not say. */
  readonly total: number | null;
  readonly isReading: boolean;
  readonly problem: Problem | null;
  readonly hasMore: boolean;
  readonly readMore: () => void;
  /** Reads the list again from its first page. */
  readonly again: () => void;
  /** Updates one bill; a bill that is not in the list is added at the top. */
  readonly put: (bill: LinkedBill) => void;
  readonly drop: (billId: string) => void;
}

interface Read {
  readonly bills: readonly LinkedBill[];
  readonly total: number | null;
  /** The next page to read, or null. */
  readonly next: number | null;
  readonly isReading: boolean;
  readonly problem: Problem | null;
}

const NOTHING: Read = { bills: [], total: null, next: 1, isReading: true, problem: null };

/** The service's list, read page by page on request. */
export function useBillPages(): BillPages {
  const call = useCall();
  const [read, setRead] = useState<Read>(NOTHING);
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
              bills: merged(now.bills, answer.value.bills),
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
    isReading: read.isReading,
    problem: read.problem,
    hasMore: read.next !== null && read.bills.length > 0,
    readMore: () => {
      if (read.isReading || read.next === null) return;
      setRead((now) => ({ ...now, isReading: true, problem: null }));
      void ask(read.next);
    },
    again: () => {
      round.current += 1;
      setRead(NOTHING);
      void ask(1);
    },
    put: (bill) =>
      setRead((now) => ({
        ...now,
        bills: now.bills.some((one) => one.id === bill.id)
          ? now.bills.map((one) => (one.id === bill.id ? bill : one))
          : [bill, ...now.bills],
      })),
    drop: (billId) =>
      setRead((now) => ({ ...now, bills: now.bills.filter((one) => one.id !== billId) })),
  };
}

function merged(before: readonly LinkedBill[], page: readonly LinkedBill[]): readonly LinkedBill[] {
  const byId = new Map(before.map((bill) => [bill.id, bill]));
  for (const bill of page) byId.set(bill.id, bill);
  return [...byId.values()];
}
