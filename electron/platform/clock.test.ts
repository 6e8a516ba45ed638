import { expect, it } from 'vitest';
import { createUptimeMsReaderIncludingSleep, systemClock } from './clock.ts';

it('includes sleep in the uptime whether or not the high-resolution counter stopped', () => {
  let fine = 5000.25;
  let system = 100;
  const uptime = createUptimeMsReaderIncludingSleep(
    () => fine,
    () => Math.floor(system),
  );
  const advance = (seconds: number, sleptSeconds = 0): number => {
    fine += seconds * 1000;
    system += seconds + sleptSeconds;
    return uptime();
  };
  expect(advance(10)).toBe(10_000);
  let before = advance(0.6);
  expect(before).toBeCloseTo(10_600, 5);
  // The machine sleeps for an hour, which only the system uptime counts.
  const afterSleep = advance(1, 3600);
  expect(Math.abs(afterSleep - 3_611_600)).toBeLessThan(2000);
  before = afterSleep;
  for (let turn = 0; turn < 100; turn += 1) {
    const now = advance(0.37);
    expect(now - before).toBeCloseTo(370, 5);
    before = now;
  }
});

it('never decreases the uptime between two reads', () => {
  const first = systemClock.uptime();
  expect(systemClock.uptime()).toBeGreaterThanOrEqual(first);
});
