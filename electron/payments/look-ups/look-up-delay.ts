import type { PaymentOutcome, PaymentRecord } from '../../ledger/index.ts';
import { type Clocks, lastRequestDate, untilCertain } from '../outcome/index.ts';

/** When a payment that is not resolved is looked up next. Pure. */

const STEPS = [2, 3, 5, 8, 12, 20, 30, 45, 60].map((seconds) => seconds * 1000);
/** Between look-ups of payments that no lapse of time concludes. */
const SLOW = 5 * 60_000;

/** The pause after the look-up of this number, however the moments lie. */
export function stepAfter(step: number): number {
  return STEPS[Math.min(step, STEPS.length - 1)] ?? SLOW;
}

/**
 * The pause before the next look-up: by the back-off, but not later than the moment that decides
 * something. `random` is 0 to 1.
 */
export function lookUpDelay(
  record: PaymentRecord,
  outcome: PaymentOutcome,
  step: number,
  facts: Clocks & { readonly random: number; readonly requestTimeout: number },
): number {
  const wait = untilCertain(record, facts);
  const isSlow =
    wait !== null &&
    wait < 0 &&
    (outcome.state === 'unclear' || outcome.evidence !== null || record.intent.kind === 'cancel') &&
    step >= STEPS.length;
  const usual = isSlow ? SLOW : stepAfter(step);
  const jittered = Math.round(usual * (0.8 + 0.4 * facts.random));
  const sent = lastRequestDate(record);
  const timedOut =
    sent === null ? Number.NEGATIVE_INFINITY : sent + facts.requestTimeout - facts.correctedTime;
  const untilMoment = [timedOut, wait ?? timedOut]
    .filter((one) => one > -100)
    .map((one) => one + 1100);
  return Math.min(jittered, ...untilMoment);
}
