import type { PaymentOutcome, PaymentRecord } from '../../../ledger/index.ts';
import {
  computeMsUntilCertain,
  getLastRequestDate,
  type ResolutionClocks,
} from '../outcome/index.ts';

/** When a payment that is not resolved is looked up next. Pure. */

const BACKOFF_DELAYS_MS = [2, 3, 5, 8, 12, 20, 30, 45, 60].map((seconds) => seconds * 1000);
/** Between look-ups of payments that no lapse of time concludes. */
const SLOW_LOOK_UP_DELAY_MS = 5 * 60_000;

/** The pause after the look-up of this number, however the moments lie. */
export function getBackoffDelay(step: number): number {
  return BACKOFF_DELAYS_MS[Math.min(step, BACKOFF_DELAYS_MS.length - 1)] ?? SLOW_LOOK_UP_DELAY_MS;
}

/**
 * The pause before the next look-up: by the back-off, but not later than the moment that decides
 * something. `random` is 0 to 1.
 */
export function computeLookUpDelay(
  record: PaymentRecord,
  outcome: PaymentOutcome,
  step: number,
  facts: ResolutionClocks & { readonly random: number; readonly requestTimeout: number },
): number {
  const wait = computeMsUntilCertain(record, facts);
  const isSlow =
    wait !== null &&
    wait < 0 &&
    (outcome.state === 'unclear' || outcome.evidence !== null || record.intent.kind === 'cancel') &&
    step >= BACKOFF_DELAYS_MS.length;
  const usual = isSlow ? SLOW_LOOK_UP_DELAY_MS : getBackoffDelay(step);
  const jittered = Math.round(usual * (0.8 + 0.4 * facts.random));
  const sent = getLastRequestDate(record);
  const timedOut =
    sent === null ? Number.NEGATIVE_INFINITY : sent + facts.requestTimeout - facts.correctedTime;
  const untilMoment = [timedOut, wait ?? timedOut]
    .filter((one) => one > -100)
    .map((one) => one + 1100);
  return Math.min(jittered, ...untilMoment);
}
