import type { ServiceHealth } from '../../service/index.ts';

/**
 * When to poll the account; intervals are in milliseconds. While there is activity (the balance
 * changed, or other requests reached the service) the interval is `BUSY_INTERVAL_MS`; without
 * activity it doubles each time, up to `MAX_INTERVAL_MS`. A failing service is polled soon, and
 * then also with doubling intervals. Every interval gets random jitter, so that a thousand tills
 * that were opened together, or that lost the service together, do not poll in step: together they
 * send fewer than ten requests per second.
 */
const BUSY_INTERVAL_MS = 120_000;
const MIN_RETRY_INTERVAL_MS = 45_000;
const MAX_INTERVAL_MS = 300_000;
const JITTER_RATIO = 0.2;

export interface AccountPollPolicy {
  isDue(now: number, health: ServiceHealth): boolean;
  /**
   * Call after each poll, successful or not. `health` is the service's health after it;
   * `isBalanceUnchanged`: the balance is unchanged.
   */
  recordPoll(now: number, health: ServiceHealth, isBalanceUnchanged: boolean): void;
}

/** `random` returns a number from 0 to 1. */
export function createAccountPollPolicy(random: () => number): AccountPollPolicy {
  let lastPollAt: number | null = null;
  /** The time of the service's last answer to any request, as known after the last poll. */
  let lastAnswerAt: number | null = null;
  let idleIntervalMs = BUSY_INTERVAL_MS;
  let retryIntervalMs = MIN_RETRY_INTERVAL_MS;
  let factor = 1;
  return {
    isDue: (now, health) => {
      // A clock that was set back must not stop the polling.
      if (lastPollAt === null || now < lastPollAt) return true;
      const isBusy = health.lastAnswerAt !== lastAnswerAt;
      const intervalMs =
        health.problem !== null ? retryIntervalMs : isBusy ? BUSY_INTERVAL_MS : idleIntervalMs;
      return now - lastPollAt >= intervalMs * factor;
    },
    recordPoll: (now, health, isBalanceUnchanged) => {
      const isBusy = lastPollAt !== null && !isBalanceUnchanged;
      retryIntervalMs =
        health.problem === null || lastPollAt === null
          ? MIN_RETRY_INTERVAL_MS
          : Math.min(2 * retryIntervalMs, MAX_INTERVAL_MS);
      idleIntervalMs = isBusy ? BUSY_INTERVAL_MS : Math.min(2 * idleIntervalMs, MAX_INTERVAL_MS);
      if (lastPollAt === null) idleIntervalMs = BUSY_INTERVAL_MS;
      lastPollAt = now;
      lastAnswerAt = health.lastAnswerAt;
      factor = 1 - JITTER_RATIO + 2 * JITTER_RATIO * random();
    },
  };
}
