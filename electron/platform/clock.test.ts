import { expect, it } from 'vitest';
import { createUptime, systemClock } from './clock.ts';

it('includes sleep in the uptime whether or not the high-resolution counter stopped', () => {
  let fine = 5000.25;
  let system = 100;
  const uptime = createUptime(
    () => fine,
    () => Math.floor(system),
  );
  const pass = (seconds: number, slept = 0): number => {
    fine += seconds * 1000;
    system += seconds + slept;
    return uptime();
  };
  expect(pass(10)).toBe(10_000);
  let before = pass(0.6);
  expect(before).toBeCloseTo(10_600, 5);
  // Asleep for an hour, which only the system counted.
  const woken = pass(1, 3600);
  expect(Math.abs(woken - 3_611_600)).toBeLessThan(2000);
  before = woken;
  for (let turn = 0; turn < 100; turn += 1) {
    const now = pass(0.37);
    expect(now - before).toBeCloseTo(370, 5);
    before = now;
  }
});

it('the system’s uptime never goes back', () => {
  const first = systemClock.uptime();
  expect(systemClock.uptime()).toBeGreaterThanOrEqual(first);
});
