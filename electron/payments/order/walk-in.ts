import { WALK_IN_BILL_LIFE } from '../../../shared/rules/index.ts';
import {
  dueWalkInBills,
  isSavedBill,
  isWalkInBill,
  keepBill,
  markWalkInDeleted,
  rememberWalkInBill,
  setWalkInDeletion,
} from '../../bills/index.ts';
import type { Intent } from '../../ledger/index.ts';
import { isoTime } from '../../platform/index.ts';
import type { PaymentPorts } from '../types.ts';

/**
 * Version 3.3 has no single operations: a walk-in's consultation makes a bill at the service. It is
 * deleted there once it is paid, or when the customer has left without paying; never while a
 * payment of it is not resolved. A bill that existed before the consultation belongs to this till
 * or to another of the chain. It stays, and is remembered as kept, because the consultation itself
 * makes it look new; one of which that cannot be known stays as well. Failures are tried again later
 * and block nothing.
 */
export interface WalkIn {
  remember(billId: string, wasThere: boolean | null): void;
  /** A bill that could not be linked, and that the service keeps: nobody will pay it. */
  rememberFailed(billId: string, wasThere: boolean | null): void;
  /** Runs `work` while no bill is being deleted, so that the bill it receives cannot vanish. */
  undisturbed<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Inside the commit that makes the payment paid. */
  paidInCommit(intent: Intent): void;
  /** Deletes the bills that are due, one after the other. */
  sweep(): Promise<void>;
  start(): void;
  stop(): void;
}

const TRY_AGAIN = 15 * 60_000;
const SWEEP_EVERY = 5 * 60_000;
const AT_ONCE = 20;

export function createWalkIn(
  ports: Pick<PaymentPorts, 'database' | 'clock' | 'service' | 'settings' | 'log'>,
): WalkIn {
  const { database, clock, log } = ports;
  let running: Promise<void> | null = null;
  let cancelTimer: (() => void) | null = null;
  let isStopped = false;
  let holds = 0;

  const later = (milliseconds: number): string => isoTime(clock.now() + milliseconds);

  async function deleteDue(): Promise<void> {
    const service = ports.service();
    if (!service?.capabilities.linkedBills || ports.settings().keepWalkInBills) return;
    for (let count = 0; count < AT_ONCE; count += 1) {
      if (holds > 0) return;
      // Read again each time: meanwhile the next customer may have been given one of them.
      const [billId] = dueWalkInBills(database, isoTime(clock.now()), 1);
      if (billId === undefined) return;
      const answer = await service.deleteBill(billId);
      if (isStopped) return;
      // A bill that no longer exists (404) counts as deleted.
      const isGone =
        answer.ok ||
        (answer.problem.kind === 'service-refused' && answer.problem.httpStatus === 404);
      database.commit(() => {
        if (isGone) markWalkInDeleted(database, billId, isoTime(clock.now()));
        else setWalkInDeletion(database, billId, later(TRY_AGAIN));
      });
    }
  }

  function sweep(): Promise<void> {
    if (isStopped) return Promise.resolve();
    running ??= deleteDue()
      .catch((error: unknown) => log.warn({ error }, 'walk-in bills could not be swept'))
      .finally(() => {
        running = null;
      });
    return running;
  }

  function schedule(): void {
    cancelTimer = clock.after(SWEEP_EVERY, () => {
      void sweep();
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
        if (isOwn) rememberWalkInBill(database, billId, later(0), later(life));
        else keepBill(database, billId, later(0));
      });
    } catch (error) {
      log.warn({ error }, 'a walk-in bill could not be remembered');
    }
  }

  return {
    sweep,
    remember: (billId, wasThere) => remember(billId, wasThere, WALK_IN_BILL_LIFE),
    rememberFailed: (billId, wasThere) => remember(billId, wasThere, 0),
    undisturbed: async (work) => {
      holds += 1;
      try {
        await running;
        return await work();
      } finally {
        holds -= 1;
      }
    },
    paidInCommit: (intent) => {
      if (intent.billId === null || ports.settings().keepWalkInBills) return;
      setWalkInDeletion(database, intent.billId, later(0));
    },
    start: () => {
      schedule();
      void sweep();
    },
    stop: () => {
      isStopped = true;
      cancelTimer?.();
    },
  };
}
