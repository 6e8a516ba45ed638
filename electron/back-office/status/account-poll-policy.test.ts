import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../tests/support/random.ts';
import { NOTHING_HEARD, type ServiceHealth } from '../../service/index.ts';
import { createAccountPollPolicy } from './account-poll-policy.ts';

const calm = NOTHING_HEARD;
const TILLS = 1_000;
const TICK = 15;

/** How often a thousand tills ask in each second, if they were opened together. */
function fleet(
  seconds: number,
  healthAt: (second: number, askedAt: number) => ServiceHealth,
  isAsBefore: boolean,
): number[] {
  const random = createRandom('fleet').next;
  const asked = Array.from({ length: seconds }, () => 0);
  for (let till = 0; till < TILLS; till += 1) {
    const pace = createAccountPollPolicy(random);
    let last = 0;
    // Each looks at its own seconds: no two programs start at the same one.
    for (let second = Math.floor(random() * TICK); second < seconds; second += TICK) {
      const health = healthAt(second, last);
      if (!pace.isDue(second * 1_000, health)) continue;
      asked[second] = (asked[second] ?? 0) + 1;
      last = second;
      pace.recordPoll(second * 1_000, healthAt(second, second), isAsBefore);
    }
  }
  // The first question of each is its start.
  return asked.slice(TICK);
}

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
/** Of any ten seconds, for each second. */
const worst = (numbers: readonly number[]): number =>
  Math.max(...numbers.map((_, at) => mean(numbers.slice(at, at + 10))));

describe('a thousand tills', () => {
  it('ask the account fewer than ten times a second while all of them are busy', () => {
    const busy = fleet(3_600, (second) => ({ ...calm, lastAnswerAt: second * 1_000 }), false);
    expect(mean(busy)).toBeLessThan(10);
    // From the second quarter of an hour on, they no longer ask together.
    expect(worst(busy.slice(900))).toBeLessThan(15);
  });

  it('ask four times a second while nothing happens', () => {
    const idle = fleet(3_600, (_second, askedAt) => ({ ...calm, lastAnswerAt: askedAt }), true);
    expect(mean(idle)).toBeLessThan(4);
    expect(worst(idle.slice(900))).toBeLessThan(10);
  });

  it('leave a service that all of them lost at once ever more alone', () => {
    const lost: ServiceHealth = { ...calm, trouble: { kind: 'service-silent', seconds: 60 } };
    const asked = fleet(3_600, () => lost, true);
    expect(mean(asked.slice(600))).toBeLessThan(4);
    expect(worst(asked.slice(900))).toBeLessThan(12);
  });
});
