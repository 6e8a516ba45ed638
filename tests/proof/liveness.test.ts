import { describe, expect, it } from 'vitest';
import { createRandom, type Random } from '../support/random.ts';
import { drawCases, IS_FULL_RUN, SEED } from '../support/sampling.ts';
import { DEAD_PARTS, type DeadPart, runWithDeadParts } from './dead-parts.ts';
import { recordFigures } from './record-figures.ts';

/** Whatever dies for ever, every payment reaches an end or a person. */

/** For each supervisor below. */
const RUNS = IS_FULL_RUN ? 100 : 1;
const TEST_OPTIONS = { timeout: IS_FULL_RUN ? 7_200_000 : 120_000 };
/** One supervisor comes soon; another one is away, so that only time can end a payment meanwhile. */
const SUPERVISOR_COMES_AFTER_HOURS = [1, 48];

interface Parts {
  readonly dead: readonly DeadPart[];
  readonly repaired: readonly DeadPart[];
}

/** Runs with these parts, and writes how many hours pass until nothing is open. */
async function expectNothingOpen(name: string, draw: (random: Random) => Parts): Promise<void> {
  const figures: string[] = [];
  let payments = 0;
  for (const decidesAfterHours of SUPERVISOR_COMES_AFTER_HOURS) {
    const hours: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const seed = `${SEED} ${name}/${decidesAfterHours}/${run}`;
      const parts = draw(createRandom(`parts of ${seed}`));
      const result = await runWithDeadParts(seed, { ...parts, decidesAfterHours });
      expect(result.faults, `${seed}: ${JSON.stringify(parts)}`).toEqual([]);
      hours.push(result.hours ?? Number.POSITIVE_INFINITY);
      payments += result.payments;
    }
    hours.sort((a, b) => a - b);
    figures.push(formatHours(hours[hours.length >> 1]), formatHours(hours.at(-1)));
  }
  expect(payments).toBeGreaterThan(0);
  recordFigures(name, [RUNS * SUPERVISOR_COMES_AFTER_HOURS.length, payments, ...figures]);
}

function formatHours(hours: number | undefined): string {
  return `${hours?.toFixed(1)} h`;
}

describe('what dies for ever', () => {
  it.each(DEAD_PARTS)('leaves no payment open: %s', TEST_OPTIONS, async (part) => {
    await expectNothingOpen(`dead: ${part}`, () => ({ dead: [part], repaired: [] }));
  });

  it('leaves no payment open if only a part of it is repaired', TEST_OPTIONS, async () => {
    await expectNothingOpen('dead: two to five parts, some repaired', (random) => {
      const dead = drawCases(random, DEAD_PARTS, random.between(2, DEAD_PARTS.length - 1));
      return { dead, repaired: drawCases(random, dead, random.between(1, dead.length - 1)) };
    });
  });
});
