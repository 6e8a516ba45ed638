import type { Clock } from '../../../platform/index.ts';
import type { BillPaymentService } from '../../../service/index.ts';

/** The longest wait for a service that does not answer. After it, this computer's clock decides. */
const MAX_SERVICE_SILENCE_MS = 60 * 60_000;

/** The time that decides whether a day is over. Milliseconds since the epoch. */
export interface TrustedTime {
  /** This computer's time, corrected by the service's clock once known. For display. */
  now(): number;
  /**
   * The time for deciding that a day is over: the service's own time at its last answer, or `now`
   * after a wait without an answer. This computer's clock may suddenly be a day ahead, and a day
   * reported before its end would lack its last transactions permanently. Null: not known.
   */
  getServiceConfirmedTime(): number | null;
  /**
   * Call when the service's time is needed and unknown: after an hour, measured by a timer, `now`
   * is accepted.
   */
  startWaitingForService(): void;
  /** Call when the time is known or the wait is over: the next `startWaitingForService` starts a new wait. */
  endWaitingForService(): void;
}

export function createTrustedTime(
  clock: Clock,
  service: () => BillPaymentService | null,
): TrustedTime {
  let cancel: (() => void) | null = null;
  let hasWaited = false;

  const getLastAnswerAt = (): number | null => service()?.health.lastAnswerAt ?? null;
  const now = (): number =>
    getLastAnswerAt() === null ? clock.now() : (service()?.getRequestDate() ?? clock.now());
  const getServiceTime = (): number | null => {
    const answeredAt = getLastAnswerAt();
    return answeredAt === null ? null : answeredAt + (now() - clock.now());
  };

  return {
    now,
    getServiceConfirmedTime: () => (hasWaited ? now() : getServiceTime()),
    startWaitingForService: () => {
      if (cancel !== null || hasWaited) return;
      cancel = clock.after(MAX_SERVICE_SILENCE_MS, () => {
        cancel = null;
        hasWaited = true;
      });
    },
    endWaitingForService: () => {
      cancel?.();
      cancel = null;
      hasWaited = false;
    },
  };
}
