import { describe, expect, it } from 'vitest';
import { getSampleSize, IS_FULL_RUN, SEED } from '../../support/sampling.ts';
import { type KillRunSize, runKillRun } from './kill-run.ts';

const SIZE: KillRunSize = {
  tills: getSampleSize('killed tills'),
  ...(IS_FULL_RUN
    ? {
        ...{ days: 5, openings: 2, customers: 4, strikes: 30, concurrency: 4 },
        losses: [null, 'failover', 'restore'],
      }
    : { days: 2, openings: 2, customers: 3, strikes: 4, concurrency: 3, losses: [] }),
};

describe.skipIf(process.platform === 'win32')('a chain in which everything is killed', () => {
  it('loses and doubles nothing, and uploads one file a day', {
    timeout: IS_FULL_RUN ? 3_600_000 : 600_000,
  }, async () => {
    const { faults, events, ...counts } = await runKillRun(SEED, SIZE);
    process.stderr.write(`kill run: ${JSON.stringify(counts)}\n`);
    expect(faults, `seed ${SEED}:\n${events.join('\n')}`).toEqual([]);
    // A run without payments or kills would prove nothing.
    expect(counts.inFiles).toBeGreaterThan(0);
    expect(counts.tillKills).toBeGreaterThan(0);
    for (const rows of counts.lostRows) expect(rows).toBeGreaterThan(0);
  });
});
