import { CLOSE_BY_HAND_AFTER_MS, NOT_PERFORMED_AFTER_MS } from '../../../../shared/rules/index.ts';
import type { PaymentOutcome, PaymentRecord } from '../../../ledger/index.ts';
import {
  computeMsUntilRequestExpiry,
  getLastRequestDate,
  type ResolutionClocks,
} from '../outcome/index.ts';

/** Computes when an unresolved payment is looked up next. Pure. */

const BACKOFF_DELAYS_MS = [2, 3, 5, 8, 12, 20, 30, 45, 60].map((seconds) => seconds * 1000);
/** Between look-ups of payments that the passage of time alone cannot resolve. */
const SLOW_LOOK_UP_DELAY_MS = 5 * 60_000;

/** The back-off delay in milliseconds after this many look-ups, without regard to any deadline. */
export function getLookUpBackoffMs(backoffStep: number): number {
  return (
    BACKOFF_DELAYS_MS[Math.min(backoffStep, BACKOFF_DELAYS_MS.length - 1)] ?? SLOW_LOOK_UP_DELAY_MS
  );
}

/**
 * The delay in milliseconds before the next look-up: the back-off, but at most 1.1 s after the next
 * moment that changes something: the request timeout, certainty, or the permission to close the
 * payment by hand, which the page learns from the look-up's event. `random` is 0 to 1.
 */
export function computeLookUpDelayMs(
  record: PaymentRecord,
  outcome: PaymentOutcome,
  backoffStep: number,
  facts: ResolutionClocks & { readonly random: number; readonly requestTimeoutMs: number },
): number {
  const msUntilExpiry = computeMsUntilRequestExpiry(record, facts);
  const isSlow =
    (msUntilExpiry ?? 0) < 0 &&
    (outcome.state === 'unclear' ||
      outcome.evidence !== null ||
      record.intent.kind === 'cancel' ||
      record.lastLookUp?.result === 'unclear') &&
    backoffStep >= BACKOFF_DELAYS_MS.length;
  const baseDelay = isSlow ? SLOW_LOOK_UP_DELAY_MS : getLookUpBackoffMs(backoffStep);
  const jittered = Math.round(baseDelay * (0.8 + 0.4 * facts.random));
  const lastRequestDate = getLastRequestDate(record) ?? Number.NEGATIVE_INFINITY;
  const msUntilMoments = [
    lastRequestDate + facts.requestTimeoutMs - facts.estimatedServiceTime,
    lastRequestDate + NOT_PERFORMED_AFTER_MS + CLOSE_BY_HAND_AFTER_MS - facts.estimatedServiceTime,
    // Sending again also waits for the timeout by the uptime.
    (facts.quietSince ?? Number.NEGATIVE_INFINITY) + facts.requestTimeoutMs - facts.uptime,
    msUntilExpiry ?? Number.NEGATIVE_INFINITY,
  ].filter((milliseconds) => milliseconds > -100);
  return Math.min(jittered, ...msUntilMoments.map((milliseconds) => milliseconds + 1100));
}
