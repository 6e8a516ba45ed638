import type { Clock } from '../../platform/index.ts';
import type { BillPaymentService } from '../../service/index.ts';
import { WINDOW_MS } from './business-day.ts';

/** The time by which a day is judged to be over. Milliseconds since the epoch. */
export interface TrustedTime {
  /** This computer's, mended by the service's clock once that has told it. For showing. */
  now(): number;
  /**
   * What a day may be reported by: the service's own time at its last answer, and where that was
   * waited for in vain, `now`. This computer's clock may be a day ahead, also from one moment to the
   * next, and a day that is not over would be reported for ever without its end. Null: not known.
   */
  sure(): number | null;
  /** The service's time is needed and has not come: an hour from now on, by a timer, is enough. */
  wait(): void;
  /** It has come, or was waited for: the next wait is a new one. */
  rest(): void;
}

export function createTrustedTime(
  clock: Clock,
  service: () => BillPaymentService | null,
): TrustedTime {
  let cancel: (() => void) | null = null;
  let hasWaited = false;

  const answeredAt = (): number | null => service()?.health.lastAnswerAt ?? null;
  const now = (): number =>
    answeredAt() === null ? clock.now() : (service()?.requestDate() ?? clock.now());
  const told = (): number | null => {
    const at = answeredAt();
    return at === null ? null : at + (now() - clock.now());
  };

  return {
    now,
    sure: () => (hasWaited ? now() : told()),
    wait: () => {
      if (cancel !== null || hasWaited) return;
      cancel = clock.after(WINDOW_MS, () => {
        cancel = null;
        hasWaited = true;
      });
    },
    rest: () => {
      cancel?.();
      cancel = null;
      hasWaited = false;
    },
  };
}
