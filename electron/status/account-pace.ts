import type { ServiceHealth } from '../service/index.ts';

/**
 * How long the account is left alone, in milliseconds. While something happens (its balance changed,
 * or others asked the service) that is `BUSY_MS`; while nothing does, each time is twice as far off,
 * up to the longest. A service in trouble is asked soon, and then ever more seldom too. Every wait is
 * longer or shorter by chance, so that a thousand tills that were opened together, or that lost the
 * service together, do not go on asking together: they ask fewer than ten times a second.
 */
const BUSY_MS = 120_000;
const TROUBLE_MS = 45_000;
const LONGEST_ALONE_MS = 300_000;
const JITTER = 0.2;

export interface AccountPace {
  isDue(now: number, health: ServiceHealth): boolean;
  /** The account answered, or did not. `health` is the service's after that. */
  asked(now: number, health: ServiceHealth, isAsBefore: boolean): void;
}

/** `random` is from 0 to 1. */
export function createAccountPace(random: () => number): AccountPace {
  let askedAt: number | null = null;
  /** The service's last answer to anybody, as it was when the account had answered. */
  let answeredAt: number | null = null;
  let alone = BUSY_MS;
  let inTrouble = TROUBLE_MS;
  let factor = 1;
  return {
    isDue: (now, health) => {
      // A clock that was set back must not keep the account from being asked.
      if (askedAt === null || now < askedAt) return true;
      const isBusy = health.lastAnswerAt !== answeredAt;
      const wait = health.trouble !== null ? inTrouble : isBusy ? BUSY_MS : alone;
      return now - askedAt >= wait * factor;
    },
    asked: (now, health, isAsBefore) => {
      const isBusy = askedAt !== null && !isAsBefore;
      inTrouble =
        health.trouble === null || askedAt === null
          ? TROUBLE_MS
          : Math.min(2 * inTrouble, LONGEST_ALONE_MS);
      alone = isBusy ? BUSY_MS : Math.min(2 * alone, LONGEST_ALONE_MS);
      if (askedAt === null) alone = BUSY_MS;
      askedAt = now;
      answeredAt = health.lastAnswerAt;
      factor = 1 - JITTER + 2 * JITTER * random();
    },
  };
}
