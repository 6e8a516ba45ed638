import { WALK_IN_BILL_TTL_MS } from '../../../../shared/rules/index.ts';
import type { Intent } from '../../../ledger/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import {
  isSavedBill,
  isWalkInBill,
  listDueWalkInBills,
  markBillSaved,
  markWalkInBillDeleted,
  scheduleWalkInBillDeletion,
  upsertWalkInBill,
} from '../../bills/index.ts';
import type { PaymentPorts } from '../types.ts';

/**
 * Deletes walk-in bills at the service. Version 3.3 has no single operations, so a walk-in's
 * consultation creates a bill. It is deleted once it is paid, or when the customer has left without
 * paying; never while a payment of it is unresolved. A bill that existed before the consultation
 * may belong to another till of the chain. Unless an earlier consultation of this till created it,
 * it is not deleted, and it is recorded as saved, because the consultation itself makes it look
 * new. A bill of unknown origin is not deleted either. A failed deletion is retried later and
 * blocks nothing.
 */
export interface WalkInBills {
  /** `existedBefore`: the bill existed before the consultation; null if that is unknown. */
  recordConsultedBill(billId: string, existedBefore: boolean | null): void;
  /** Records a bill that could not be linked but remains at the service: it will never be paid. */
  recordUnpayableBill(billId: string, existedBefore: boolean | null): void;
  /** Runs `work` while no bill is being deleted, so that the bill it receives cannot vanish. */
  runWithDeletionPaused<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Call it inside the commit in which the payment becomes paid. */
  keepPaidBillInCommit(intent: Intent): void;
  /** Deletes the bills that are due, one after the other. */
  deleteDueBills(): Promise<void>;
  start(): void;
  stop(): void;
}

const RETRY_DELAY_MS = 15 * 60_000;
const SWEEP_INTERVAL_MS = 5 * 60_000;
const SWEEP_BATCH_LIMIT = 20;

export function createWalkInBills(
  ports: Pick<PaymentPorts, 'database' | 'clock' | 'service' | 'settings' | 'log'>,
): WalkInBills {
  const { database, clock, log } = ports;
  let sweep: Promise<void> | null = null;
  let cancelTimer: (() => void) | null = null;
  let isStopped = false;
  let holdCount = 0;

  const computeTimeAfter = (milliseconds: number): string => toIsoTime(clock.now() + milliseconds);

  async function deleteDue(): Promise<void> {
    const service = ports.service();
    if (!service?.capabilities.hasLinkedBills || ports.settings().keepWalkInBills) return;
    for (let count = 0; count < SWEEP_BATCH_LIMIT; count += 1) {
      if (holdCount > 0) return;
      // Read again each time: a consultation may have returned one of them to the next customer.
      const [billId] = listDueWalkInBills(database, toIsoTime(clock.now()), 1);
      if (billId === undefined) return;
      const answer = await service.deleteBill(billId);
      if (isStopped) return;
      // A bill that no longer exists (404) counts as deleted.
      const isGone =
        answer.ok ||
        (answer.problem.kind === 'service-refused' && answer.problem.httpStatus === 404);
      database.commit(() => {
        if (isGone) markWalkInBillDeleted(database, billId, toIsoTime(clock.now()));
        else scheduleWalkInBillDeletion(database, billId, computeTimeAfter(RETRY_DELAY_MS));
      });
    }
  }

  function deleteDueBills(): Promise<void> {
    if (isStopped) return Promise.resolve();
    sweep ??= deleteDue()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'walk-in-bills: deleting due bills failed'),
      )
      .finally(() => {
        sweep = null;
      });
    return sweep;
  }

  function schedule(): void {
    cancelTimer = clock.after(SWEEP_INTERVAL_MS, () => {
      void deleteDueBills();
      if (!isStopped) schedule();
    });
  }

  function saveBill(billId: string, existedBefore: boolean | null, timeToLiveMs: number): void {
    if (ports.settings().keepWalkInBills) return;
    try {
      if (isSavedBill(database, billId)) return;
      // A bill that existed before is a walk-in bill only if an earlier consultation of this till
      // created it.
      const isOwn = existedBefore === false || isWalkInBill(database, billId);
      // If its origin is unknown, the bill is neither deleted nor marked as saved.
      if (!isOwn && existedBefore === null) return;
      database.commit(() => {
        if (isOwn)
          upsertWalkInBill(database, billId, computeTimeAfter(0), computeTimeAfter(timeToLiveMs));
        else markBillSaved(database, billId, computeTimeAfter(0));
      });
    } catch (error) {
      log.warn({ err: error }, 'walk-in-bills: recording bill failed');
    }
  }

  return {
    deleteDueBills,
    recordConsultedBill: (billId, existedBefore) =>
      saveBill(billId, existedBefore, WALK_IN_BILL_TTL_MS),
    recordUnpayableBill: (billId, existedBefore) => saveBill(billId, existedBefore, 0),
    runWithDeletionPaused: async (work) => {
      holdCount += 1;
      try {
        await sweep;
        return await work();
      } finally {
        holdCount -= 1;
      }
    },
    keepPaidBillInCommit: (intent) => {
      if (intent.billId === null || ports.settings().keepWalkInBills) return;
      scheduleWalkInBillDeletion(database, intent.billId, computeTimeAfter(0));
    },
    start: () => {
      schedule();
      void deleteDueBills();
    },
    stop: () => {
      isStopped = true;
      cancelTimer?.();
    },
  };
}
