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
 * Version 3.3 has no single operations: a walk-in's consultation makes a bill at the service. It is
 * deleted there once it is paid, or when the customer has left without paying; never while a
 * payment of it is not resolved. A bill that existed before the consultation belongs to this till
 * or to another of the chain. It stays, and is remembered as kept, because the consultation itself
 * makes it look new; one of which that cannot be known stays as well. Failures are tried again later
 * and block nothing.
 */
export interface WalkInBills {
  recordBill(billId: string, wasThere: boolean | null): void;
  /** A bill that could not be linked, and that the service keeps: nobody will pay it. */
  recordFailedBill(billId: string, wasThere: boolean | null): void;
  /** Runs `work` while no bill is being deleted, so that the bill it receives cannot vanish. */
  undisturbed<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Inside the commit that makes the payment paid. */
  recordPaidInCommit(intent: Intent): void;
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
  let running: Promise<void> | null = null;
  let cancelTimer: (() => void) | null = null;
  let isStopped = false;
  let holds = 0;

  const later = (milliseconds: number): string => toIsoTime(clock.now() + milliseconds);

  async function deleteDue(): Promise<void> {
    const service = ports.service();
    if (!service?.capabilities.linkedBills || ports.settings().keepWalkInBills) return;
    for (let count = 0; count < SWEEP_BATCH_LIMIT; count += 1) {
      if (holds > 0) return;
      // Read again each time: meanwhile the next customer may have been given one of them.
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
        else scheduleWalkInBillDeletion(database, billId, later(RETRY_DELAY_MS));
      });
    }
  }

  function deleteDueBills(): Promise<void> {
    if (isStopped) return Promise.resolve();
    running ??= deleteDue()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'walk-in-bills: deleting due bills failed'),
      )
      .finally(() => {
        running = null;
      });
    return running;
  }

  function schedule(): void {
    cancelTimer = clock.after(SWEEP_INTERVAL_MS, () => {
      void deleteDueBills();
      if (!isStopped) schedule();
    });
  }

  function remember(billId: string, wasThere: boolean | null, life: number): void {
    if (ports.settings().keepWalkInBills) return;
    try {
      if (isSavedBill(database, billId)) return;
      // An older bill is a walk-in's only if an earlier consultation of this till made it.
      const isOwn = wasThere === false || isWalkInBill(database, billId);
      // Where nobody can say whose it is, nothing is deleted and nothing is kept for good.
      if (!isOwn && wasThere === null) return;
      database.commit(() => {
        if (isOwn) upsertWalkInBill(database, billId, later(0), later(life));
        else markBillSaved(database, billId, later(0));
      });
    } catch (error) {
      log.warn({ err: error }, 'walk-in-bills: recording bill failed');
    }
  }

  return {
    deleteDueBills,
    recordBill: (billId, wasThere) => remember(billId, wasThere, WALK_IN_BILL_TTL_MS),
    recordFailedBill: (billId, wasThere) => remember(billId, wasThere, 0),
    undisturbed: async (work) => {
      holds += 1;
      try {
        await running;
        return await work();
      } finally {
        holds -= 1;
      }
    },
    recordPaidInCommit: (intent) => {
      if (intent.billId === null || ports.settings().keepWalkInBills) return;
      scheduleWalkInBillDeletion(database, intent.billId, later(0));
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
