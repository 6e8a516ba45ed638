import { expect, it } from 'vitest';
import { computeCopiesToKeep } from './copy-retention.ts';

const DAY = 86_400_000;
const ZONE = 'America/Mexico_City';
const START = Date.parse('2026-01-01T09:30:00.000Z');

/** The days before the last one of which copies are left after so many nights. */
function after(nights: number, keep: number): number[] {
  let copies: number[] = [];
  for (let night = 0; night < nights; night += 1) {
    copies = [START + night * DAY, ...copies];
    const kept = computeCopiesToKeep(copies, keep, ZONE);
    copies = copies.filter((_, place) => kept.has(place));
  }
  return copies.map((time) => (START + (nights - 1) * DAY - time) / DAY);
}

it('keeps all until there are more than that', () => {
  expect(after(14, 14)).toEqual([...Array(14).keys()]);
});

it.each([100, 365, 800])('after %i nights, fourteen copies reach back for months', (nights) => {
  const ages = after(nights, 14);
  expect(ages).toHaveLength(14);
  expect(ages.slice(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  // One for each week behind them, and then for each month.
  expect(ages.filter((age) => age > 6 && age < 31).length).toBeGreaterThanOrEqual(2);
  expect(ages.at(-1)).toBeGreaterThan(60);
  const gaps = ages.slice(1).map((age, index) => age - (ages[index] ?? 0));
  expect(Math.max(...gaps)).toBeLessThanOrEqual(31);
});

it('keeps the newest where only a few are wanted', () => {
  expect(after(40, 1)).toEqual([0]);
  expect(after(40, 3)).toEqual([0, 1, 2]);
});

it('of many on one day keeps the newest, as many as are wanted', () => {
  const hours = Array.from({ length: 20 }, (_, hour) => START + (20 - hour) * 60_000);
  expect([...computeCopiesToKeep(hours, 5, ZONE)].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4]);
});
