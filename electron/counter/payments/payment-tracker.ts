import type { Problem } from '../../../shared/contract/index.ts';

/** In-memory state of a payment that is not resolved, in this run of the program. */
export interface TrackedPayment {
  readonly id: string;
  /** `wire`: the request is in flight. `unwritten`: its answer arrived and is not on disk yet. */
  sendState: 'no' | 'wire' | 'unwritten';
  /**
   * The look-up in flight, shared by all concurrent callers. Resolves to the problem if it failed,
   * null otherwise.
   */
  lookUpInFlight: Promise<Problem | null> | null;
  /** The number of look-ups since the last send: the step of the back-off. */
  backoffStep: number;
  /**
   * The uptime of the last send, in milliseconds; of this run's first empty look-up if an earlier
   * run sent it; null until either is known.
   */
  quietSince: number | null;
  /**
   * The uptime in milliseconds until which the service may still perform a copy of the request, by
   * the slowest service clock seen in a look-up since the last send; null until a look-up returns a
   * usable time.
   */
  requestExpiryUptime: number | null;
  /** A look-up of this run started after the timeout of the last send, and was answered. */
  isLookedUpAfterTimeout: boolean;
  /** Its send is completed, and look-ups have started. */
  isLookUpStarted: boolean;
  cancelScheduledLookUp: (() => void) | null;
}

export interface PaymentTracker {
  getTracked(id: string): TrackedPayment | null;
  /** Creates the tracked payment if there is none. */
  getOrCreateTracked(id: string): TrackedPayment;
  stopTracking(id: string): void;
  clear(): void;
  isAnySending(): boolean;
  /**
   * Whether a cashier has the payment on the screen: from the send until the cashier leaves it or the
   * session ends. Never after a restart. Independent of the tracked payment, which ends with the
   * outcome.
   */
  isAttended(id: string): boolean;
  markAttended(id: string): void;
  markUnattended(id: string): void;
  markAllUnattended(): void;
}

export function createPaymentTracker(): PaymentTracker {
  const trackedById = new Map<string, TrackedPayment>();
  const attendedIds = new Set<string>();
  return {
    getTracked: (id) => trackedById.get(id) ?? null,
    getOrCreateTracked: (id) => {
      const existing = trackedById.get(id);
      if (existing) return existing;
      const tracked: TrackedPayment = {
        id,
        sendState: 'no',
        lookUpInFlight: null,
        backoffStep: 0,
        quietSince: null,
        requestExpiryUptime: null,
        isLookedUpAfterTimeout: false,
        isLookUpStarted: false,
        cancelScheduledLookUp: null,
      };
      trackedById.set(id, tracked);
      return tracked;
    },
    stopTracking: (id) => {
      trackedById.get(id)?.cancelScheduledLookUp?.();
      trackedById.delete(id);
    },
    isAnySending: () => [...trackedById.values()].some((tracked) => tracked.sendState !== 'no'),
    isAttended: (id) => attendedIds.has(id),
    markAttended: (id) => void attendedIds.add(id),
    markUnattended: (id) => void attendedIds.delete(id),
    markAllUnattended: () => attendedIds.clear(),
    clear: () => {
      for (const tracked of trackedById.values()) tracked.cancelScheduledLookUp?.();
      trackedById.clear();
    },
  };
}
