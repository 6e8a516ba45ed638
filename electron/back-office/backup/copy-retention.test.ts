import { expect, it } from 'vitest';
import { computeIndexesOfCopiesToKeep } from './copy-retention.ts';

const DAY = 86_400_000;
const ZONE = 'America/Mexico_City';
const START = Date.parse('2026-01-01T09:30:00.000Z');

/**
 * Returns the ages in days of the copies left after `nights` nightly backups with `keep` copies
 * kept.
 */
function computeKeptAges(nights: number, keep: number): number[] {
  let copies: number[] = [];
  for (let night = 0; night < nights; night += 1) {
    copies = [START + night * DAY, ...copies];
    const keptIndexes = computeIndexesOfCopiesToKeep(copies, keep, ZONE);
    copies = copies.filter((_, index) => keptIndexes.has(index));
  }
  return copies.map((time) => (START + (nights - 1) * DAY - time) / DAY);
}

it('keeps all copies up to the limit', () => {
  expect(computeKeptAges(14, 14)).toEqual([...Array(14).keys()]);
});

it.each([100, 365, 800])(
  'keeps fourteen copies that reach back for months after %i nights',
  (nights) => {
    const ages = computeKeptAges(nights, 14);
    expect(ages).toHaveLength(14);
    expect(ages.slice(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    // After the daily copies: one for each week, then one for each month.
    expect(ages.filter((age) => age > 6 && age < 31).length).toBeGreaterThanOrEqual(2);
    expect(ages.at(-1)).toBeGreaterThan(60);
    const gaps = ages.slice(1).map((age, index) => age - (ages[index] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(31);
  },
);

it('keeps the newest copies when the limit is below eight', () => {
  expect(computeKeptAges(40, 1)).toEqual([0]);
  expect(computeKeptAges(40, 3)).toEqual([0, 1, 2]);
});

it('keeps the newest copies when all are of the same day', () => {
  const hours = Array.from({ length: 20 }, (_, hour) => START + (20 - hour) * 60_000);
  expect([...computeIndexesOfCopiesToKeep(hours, 5, ZONE)].sort((a, b) => a - b)).toEqual([
    0, 1, 2, 3, 4,
  ]);
});
