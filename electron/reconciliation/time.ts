import type { Clock } from '../platform/index.ts';
import type { BillPaymentService } from '../service/index.ts';

/** The time by which a day is judged to be over. */
export interface TrustedTime {
  /** Milliseconds since the epoch, mended by the service's clock. */
  now(): number;
  /**
   * Whether the service has told the time since the start. Until it has, this computer's clock may
   * be a day ahead, and a day that is not over would be reported for ever without its end.
   */
  isConfirmed(): boolean;
}

export function createTrustedTime(
  clock: Clock,
  service: () => BillPaymentService | null,
): TrustedTime {
  const isConfirmed = (): boolean => (service()?.health.lastAnswerAt ?? null) !== null;
  return {
    isConfirmed,
    now: () => (isConfirmed() ? (service()?.stamp() ?? clock.now()) : clock.now()),
  };
}
