import { parseTransactionStatus } from '../../../shared/rules/index.ts';
import type { RefundWatch } from './refund-queries.ts';
import type { ServiceTransactionState } from './service-transaction-state.ts';

/** When the row of a paid payment is read again. Pure; times are milliseconds since the epoch. */

const HOUR = 60 * 60_000;
/** Used if neither the row nor the biller specifies hours. */
const DEFAULT_WATCH_HOURS = 72;
const MAX_WATCH_HOURS = 30 * 24;
/** After the payment, at growing intervals. */
const READ_DELAYS_MS = [1, 4, 12, 24, 48, 96, 192, 384].map((hours) => hours * HOUR);
/** The last read follows the end of the watch within this time, at random. */
const MAX_LAST_READ_JITTER_MS = HOUR / 2;
/** After the end of the watch, while the service's status is not final. */
const UNDECIDED_RETRY_DELAY_MS = 24 * HOUR;
/** The maximum number of reads of one row, for any answers. */
const MAX_READS = 16;

/** How long after its payment a row is watched, in milliseconds; null if it is not watched. */
export function computeRefundWatchDurationMs(hours: number | null): number | null {
  const watchHours = hours ?? DEFAULT_WATCH_HOURS;
  return watchHours > 0 ? Math.min(watchHours, MAX_WATCH_HOURS) * HOUR : null;
}

export function computeFirstRefundReadAt(
  watch: Pick<RefundWatch, 'since' | 'endsAt'>,
  random: number,
): number {
  return computeNextStepAt({ ...watch, now: watch.since }, random);
}

/** The time of the next read after an answer; null if that was the last read. */
export function computeNextRefundReadAt(
  watch: RefundWatch,
  transactionState: ServiceTransactionState,
  now: number,
  random: number,
): number | null {
  const reads = watch.reads + 1;
  if (
    reads >= MAX_READS ||
    transactionState.kind === 'given-back' ||
    transactionState.kind === 'no-status'
  ) {
    return null;
  }
  if (now >= watch.endsAt) {
    return transactionState.kind === 'undecided'
      ? now + addJitter(UNDECIDED_RETRY_DELAY_MS, random)
      : null;
  }
  // After `fulfilled`, the only possible change is a refund, so one last read is enough.
  if (parseTransactionStatus(transactionState.status) === 'fulfilled')
    return computeLastReadAt(watch, random);
  return computeNextStepAt({ ...watch, now }, random);
}

function computeNextStepAt(
  watch: Pick<RefundWatch, 'since' | 'endsAt'> & { readonly now: number },
  random: number,
): number {
  const steps = READ_DELAYS_MS.map((delay) => watch.since + addJitter(delay, random));
  const nextStep = steps.find((step) => step > watch.now + HOUR / 2) ?? Number.POSITIVE_INFINITY;
  return Math.min(nextStep, computeLastReadAt(watch, random));
}

function computeLastReadAt({ endsAt }: Pick<RefundWatch, 'endsAt'>, random: number): number {
  return endsAt + Math.round(MAX_LAST_READ_JITTER_MS * random);
}

function addJitter(milliseconds: number, random: number): number {
  return Math.round(milliseconds * (0.9 + 0.2 * random));
}
