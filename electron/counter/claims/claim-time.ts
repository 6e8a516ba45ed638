import { toDay } from '../../../shared/dates/index.ts';
import { MAX_CLOCK_DIFFERENCE_MS } from '../../../shared/rules/index.ts';
import type { ClaimRow } from './claim-queries.ts';

/** The clocks that say whether a claim is due. Milliseconds since the epoch. */
export interface ClaimClocks {
  /** This computer's clock. */
  readonly computerTime: number;
  /** The service's clock, as its answers gave it; null before the first answer. */
  readonly serviceTime: number | null;
  /** The answers of the service contradict each other about the time. */
  readonly isServiceTimeDisputed: boolean;
  /** When the latest payment in the ledger began. Time does not go back. */
  readonly latestPaymentTime: number | null;
}

export interface ClaimTime {
  /** The latest of these times, so that a clock that is slow hides no claim. */
  readonly latest: number;
  /** The clocks disagree, so that any open claim may be due. */
  readonly isUncertain: boolean;
}

export function toClaimTime(clocks: ClaimClocks): ClaimTime {
  const { computerTime, serviceTime, latestPaymentTime } = clocks;
  const others = [serviceTime, latestPaymentTime].filter((time) => time !== null);
  const isOff =
    serviceTime !== null && Math.abs(serviceTime - computerTime) > MAX_CLOCK_DIFFERENCE_MS;
  const goesBack =
    latestPaymentTime !== null && latestPaymentTime - computerTime > MAX_CLOCK_DIFFERENCE_MS;
  return {
    latest: Math.max(computerTime, ...others),
    isUncertain: clocks.isServiceTimeDisputed || isOff || goesBack,
  };
}

/**
 * Whether somebody should follow the claim up. While the clocks disagree every open claim is due, and
 * so is one that a fast clock opened in the future, because its day may be too late.
 */
export function isClaimDue(
  { state, openedAt, followUpOn }: Pick<ClaimRow, 'state' | 'openedAt' | 'followUpOn'>,
  { latest, isUncertain }: ClaimTime,
  timeZone: string,
): boolean {
  if (state !== 'open') return false;
  return (
    isUncertain ||
    Date.parse(openedAt) > latest + MAX_CLOCK_DIFFERENCE_MS ||
    toDay(latest, timeZone) >= followUpOn
  );
}
