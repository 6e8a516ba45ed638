import type { Clock } from '../../../platform/index.ts';
import type { BillPaymentService } from '../../../service/index.ts';

/** How long a silent service is waited for: after that, this computer's clock decides. */
const MAX_SERVICE_SILENCE_MS = 60 * 60_000;

/** The time by which a day is judged to be over. Milliseconds since the epoch. */
export interface TrustedTime {
  /** This computer's time, corrected by the service's clock once that is known. For display. */
  now(): number;
  /**
   * The time for deciding that a day is over: the service's own time at its last answer, or `now`
   * after a wait without an answer. This computer's clock may be a day ahead, even suddenly, and a
   * day that is not over would be reported for ever without its end. Null: not known.
   */
  getCertainTime(): number | null;
  /**
   * The service's time is needed and unknown: after an hour from now, by a timer, `now` will do.
   */
  startWait(): void;
  /** It has come, or the wait is over: the next wait is a new one. */
  endWait(): void;
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
    getCertainTime: () => (hasWaited ? now() : told()),
    startWait: () => {
      if (cancel !== null || hasWaited) return;
      cancel = clock.after(MAX_SERVICE_SILENCE_MS, () => {
        cancel = null;
        hasWaited = true;
      });
    },
    endWait: () => {
      cancel?.();
      cancel = null;
      hasWaited = false;
    },
  };
}
