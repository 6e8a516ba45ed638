import type { Problem } from '../../../shared/contract/index.ts';

/** What this run of the program knows of the payments that are not resolved. */
export interface TrackedPayment {
  readonly id: string;
  /** `wire`: the request is out. `unwritten`: its answer is here and not on disk yet. */
  sending: 'no' | 'wire' | 'unwritten';
  /**
   * The look-up under way, which everybody who asks meanwhile shares. Returns why it found nothing,
   * or null.
   */
  lookUpInFlight: Promise<Problem | null> | null;
  /** How often it has been looked up since the last send: what the back-off counts. */
  backoffStep: number;
  /**
   * The uptime of the last send; of this run's first empty look-up if an earlier run sent it; null
   * until either is known.
   */
  quietSince: number | null;
  /**
   * The uptime until which a copy of the request may still be performed, by the slowest clock of the
   * service that a look-up since the last send has told; null until one has told any.
   */
  aliveUntil: number | null;
  /** Its send has ended, and it is looked up. */
  isLookUpStarted: boolean;
  cancelScheduledLookUp: (() => void) | null;
}

export interface PaymentTracker {
  get(id: string): TrackedPayment | null;
  /** The tracked one, made if there is none. */
  getOrCreate(id: string): TrackedPayment;
  delete(id: string): void;
  clear(): void;
  isSending(): boolean;
}

export function createPaymentTracker(): PaymentTracker {
  const all = new Map<string, TrackedPayment>();
  const end = (tracked: TrackedPayment): void => tracked.cancelScheduledLookUp?.();
  return {
    get: (id) => all.get(id) ?? null,
    getOrCreate: (id) => {
      const known = all.get(id);
      if (known) return known;
      const made: TrackedPayment = {
        id,
        sending: 'no',
        lookUpInFlight: null,
        backoffStep: 0,
        quietSince: null,
        aliveUntil: null,
        isLookUpStarted: false,
        cancelScheduledLookUp: null,
      };
      all.set(id, made);
      return made;
    },
    delete: (id) => {
      const known = all.get(id);
      if (known) end(known);
      all.delete(id);
    },
    isSending: () => [...all.values()].some((one) => one.sending !== 'no'),
    clear: () => {
      for (const tracked of all.values()) end(tracked);
      all.clear();
    },
  };
}
