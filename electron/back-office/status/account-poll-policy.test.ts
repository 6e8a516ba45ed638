import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../tests/support/random.ts';
import { INITIAL_HEALTH, type ServiceHealth } from '../../service/index.ts';
import { createAccountPollPolicy } from './account-poll-policy.ts';

const healthy = INITIAL_HEALTH;
const TILLS = 1_000;
const TICK = 15;

/** The number of requests in each second of a thousand tills opened together. */
function simulateFleet(
  seconds: number,
  healthAt: (second: number, lastPolledAt: number) => ServiceHealth,
  isBalanceUnchanged: boolean,
): number[] {
  const random = createRandom('fleet').next;
  const requestCounts = Array.from({ length: seconds }, () => 0);
  for (let till = 0; till < TILLS; till += 1) {
    const policy = createAccountPollPolicy(random);
    let lastPoll = 0;
    // Each till checks at its own seconds, because no two programs start at the same time.
    for (let second = Math.floor(random() * TICK); second < seconds; second += TICK) {
      const health = healthAt(second, lastPoll);
      if (!policy.isDue(second * 1_000, health)) continue;
      requestCounts[second] = (requestCounts[second] ?? 0) + 1;
      lastPoll = second;
      policy.recordPoll(second * 1_000, healthAt(second, second), isBalanceUnchanged);
    }
  }
  // The first request of each till is its start.
  return requestCounts.slice(TICK);
}

const computeMean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
/** The highest mean per second of any ten seconds. */
const computeWorst = (numbers: readonly number[]): number =>
  Math.max(...numbers.map((_, index) => computeMean(numbers.slice(index, index + 10))));

describe('account poll policy', () => {
  it('polls the account fewer than ten times a second with a thousand busy tills', () => {
    const busy = simulateFleet(
      3_600,
      (second) => ({ ...healthy, lastAnswerAt: second * 1_000 }),
      false,
    );
    expect(computeMean(busy)).toBeLessThan(10);
    // From the second quarter of an hour on, their requests are no longer in step.
    expect(computeWorst(busy.slice(900))).toBeLessThan(15);
  });

  it('polls the account fewer than four times a second with a thousand idle tills', () => {
    const idle = simulateFleet(
      3_600,
      (_second, lastPolledAt) => ({ ...healthy, lastAnswerAt: lastPolledAt }),
      true,
    );
    expect(computeMean(idle)).toBeLessThan(4);
    expect(computeWorst(idle.slice(900))).toBeLessThan(10);
  });

  it('polls a lost service less and less often with a thousand tills', () => {
    const lost: ServiceHealth = { ...healthy, problem: { kind: 'service-silent', seconds: 60 } };
    const requestCounts = simulateFleet(3_600, () => lost, true);
    expect(computeMean(requestCounts.slice(600))).toBeLessThan(4);
    expect(computeWorst(requestCounts.slice(900))).toBeLessThan(12);
  });
});
