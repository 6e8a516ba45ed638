import type { Problem } from '../../shared/contract/index.ts';

/** What this run of the program knows of the payments that are not resolved. */
export interface Tracked {
  readonly id: string;
  /** `wire`: the request is out. `unwritten`: its answer is here and not on disk yet. */
  sending: 'no' | 'wire' | 'unwritten';
  /**
   * The look-up under way, which everybody who asks meanwhile shares. Returns why it found nothing,
   * or null.
   */
  lookingUp: Promise<Problem | null> | null;
  /** How often it has been looked up since the last send: what the back-off counts. */
  step: number;
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
  isBegun: boolean;
  cancelLookUp: (() => void) | null;
}

export interface Tracking {
  get(id: string): Tracked | null;
  /** The tracked one, made if there is none. */
  of(id: string): Tracked;
  drop(id: string): void;
  dropAll(): void;
  isSending(): boolean;
}

export function createTracking(): Tracking {
  const all = new Map<string, Tracked>();
  const end = (tracked: Tracked): void => tracked.cancelLookUp?.();
  return {
    get: (id) => all.get(id) ?? null,
    of: (id) => {
      const known = all.get(id);
      if (known) return known;
      const made: Tracked = {
        id,
        sending: 'no',
        lookingUp: null,
        step: 0,
        quietSince: null,
        aliveUntil: null,
        isBegun: false,
        cancelLookUp: null,
      };
      all.set(id, made);
      return made;
    },
    drop: (id) => {
      const known = all.get(id);
      if (known) end(known);
      all.delete(id);
    },
    isSending: () => [...all.values()].some((one) => one.sending !== 'no'),
    dropAll: () => {
      for (const tracked of all.values()) end(tracked);
      all.clear();
    },
  };
}
