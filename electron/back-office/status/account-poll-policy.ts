import type { ServiceHealth } from '../../service/index.ts';

/**
 * How long the account is left alone, in milliseconds. While something happens (its balance changed,
 * or others asked the service) that is `BUSY_INTERVAL_MS`; while nothing does, each time is twice as far off,
 * up to the longest. A service in trouble is asked soon, and then ever more seldom too. Every wait is
 * longer or shorter by chance, so that a thousand tills that were opened together, or that lost the
 * service together, do not go on asking together: they ask fewer than ten times a second.
 */
const BUSY_INTERVAL_MS = 120_000;
const MIN_RETRY_INTERVAL_MS = 45_000;
const MAX_INTERVAL_MS = 300_000;
const JITTER_RATIO = 0.2;

export interface AccountPollPolicy {
  isDue(now: number, health: ServiceHealth): boolean;
  /** The account answered, or did not. `health` is the service's after that. */
  recordPoll(now: number, health: ServiceHealth, isAsBefore: boolean): void;
}

/** `random` is from 0 to 1. */
export function createAccountPollPolicy(random: () => number): AccountPollPolicy {
  let askedAt: number | null = null;
  /** The service's last answer to anybody, as it was when the account had answered. */
  let answeredAt: number | null = null;
  let alone = BUSY_INTERVAL_MS;
  let inTrouble = MIN_RETRY_INTERVAL_MS;
  let factor = 1;
  return {
    isDue: (now, health) => {
      // A clock that was set back must not keep the account from being asked.
      if (askedAt === null || now < askedAt) return true;
      const isBusy = health.lastAnswerAt !== answeredAt;
      const wait = health.trouble !== null ? inTrouble : isBusy ? BUSY_INTERVAL_MS : alone;
      return now - askedAt >= wait * factor;
    },
    recordPoll: (now, health, isAsBefore) => {
      const isBusy = askedAt !== null && !isAsBefore;
      inTrouble =
        health.trouble === null || askedAt === null
          ? MIN_RETRY_INTERVAL_MS
          : Math.min(2 * inTrouble, MAX_INTERVAL_MS);
      alone = isBusy ? BUSY_INTERVAL_MS : Math.min(2 * alone, MAX_INTERVAL_MS);
      if (askedAt === null) alone = BUSY_INTERVAL_MS;
      askedAt = now;
      answeredAt = health.lastAnswerAt;
      factor = 1 - JITTER_RATIO + 2 * JITTER_RATIO * random();
    },
  };
}
