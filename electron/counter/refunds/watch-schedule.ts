import { parseTransactionStatus } from '../../../shared/rules/index.ts';
import type { RowFinding } from './row-finding.ts';

/** When the row of a paid payment is read again. Pure; milliseconds, moments since the epoch. */

const HOUR = 60 * 60_000;
/** What a service that names no hours may take. */
const DEFAULT_WATCH_HOURS = 72;
const MAX_WATCH_HOURS = 30 * 24;
/** Hours after the payment, farther and farther apart. */
const READ_DELAYS_MS = [1, 4, 12, 24, 48, 96, 192, 384].map((hours) => hours * HOUR);
/** The last reading comes so long after the end at most, at a moment of its own. */
const MAX_LAST_READ_JITTER_MS = HOUR / 2;
/** Later than the end, as long as the service has not said its last word. */
const UNDECIDED_RETRY_DELAY_MS = 24 * HOUR;
/** However the service answers, nobody reads one row more often. */
const MAX_READS = 16;

export interface RowWatch {
  readonly paymentId: string;
  readonly since: number;
  readonly endsAt: number;
  readonly nextAt: number;
  /** How often the service has answered. */
  readonly reads: number;
}

/** Until when it may still turn, in ms after it was paid; null if it cannot any more. */
export function computeWatchDuration(hours: number | null): number | null {
  const asked = hours ?? DEFAULT_WATCH_HOURS;
  return asked > 0 ? Math.min(asked, MAX_WATCH_HOURS) * HOUR : null;
}

export function computeFirstReadAt(
  watch: Pick<RowWatch, 'since' | 'endsAt'>,
  random: number,
): number {
  return computeNextStepAt({ ...watch, now: watch.since }, random);
}

/** After an answer: when it is read next; null if that was the last time. */
export function computeNextReadAt(
  watch: RowWatch,
  finding: RowFinding,
  now: number,
  random: number,
): number | null {
  const reads = watch.reads + 1;
  if (reads >= MAX_READS || finding.says === 'given-back' || finding.says === 'no-status') {
    return null;
  }
  if (now >= watch.endsAt) {
    return finding.says === 'undecided' ? now + addJitter(UNDECIDED_RETRY_DELAY_MS, random) : null;
  }
  // The service has said its last word but one: what remains is whether it takes it back.
  if (parseTransactionStatus(finding.status) === 'fulfilled')
    return computeLastReadAt(watch, random);
  return computeNextStepAt({ ...watch, now }, random);
}

function computeNextStepAt(
  watch: Pick<RowWatch, 'since' | 'endsAt'> & { readonly now: number },
  random: number,
): number {
  const steps = READ_DELAYS_MS.map((after) => watch.since + addJitter(after, random));
  const next = steps.find((step) => step > watch.now + HOUR / 2) ?? Number.POSITIVE_INFINITY;
  return Math.min(next, computeLastReadAt(watch, random));
}

function computeLastReadAt({ endsAt }: Pick<RowWatch, 'endsAt'>, random: number): number {
  return endsAt + Math.round(MAX_LAST_READ_JITTER_MS * random);
}

function addJitter(milliseconds: number, random: number): number {
  return Math.round(milliseconds * (0.9 + 0.2 * random));
}
