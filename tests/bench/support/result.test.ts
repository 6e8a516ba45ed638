import { describe, expect, it } from 'vitest';
import { formatResult, isPassed, type Measurement, toBenchResult } from './result.ts';

const SOUND: Measurement = {
  name: 'a figure',
  samples: { ours: [3, 1, 2], bare: [2, 2, 1] },
  least: 3,
  limit: { of: 'ratio', most: 1.2 },
};

function withOurs(...ours: readonly number[]): Measurement {
  return { ...SOUND, samples: { ...SOUND.samples, ours } };
}

describe('a figure', () => {
  it('compares medians, or another percentile', () => {
    expect(toBenchResult(SOUND)).toMatchObject({ ours: 2, bare: 2, ratio: 1, nonsense: null });
    expect(toBenchResult({ ...SOUND, percent: 95 })).toMatchObject({
      ours: 3,
      bare: 2,
      ratio: 1.5,
    });
  });

  it('passes up to its limit', () => {
    expect(isPassed(toBenchResult(SOUND))).toBe(true);
    expect(isPassed(toBenchResult(withOurs(2.4, 2.4, 2.4)))).toBe(true);
    expect(isPassed(toBenchResult(withOurs(2.5, 2.5, 2.5)))).toBe(false);
    expect(isPassed(toBenchResult({ ...withOurs(5, 5, 5), limit: null }))).toBe(true);
  });

  it('may be limited by what it is, and not by the bare thing', () => {
    const held = (most: number) => toBenchResult({ ...SOUND, limit: { of: 'ours', most } });
    expect(isPassed(held(2))).toBe(true);
    expect(isPassed(held(1.9))).toBe(false);
  });

  it('may pass above its limit where the bare thing is not below it either, and says so', () => {
    const limit = { of: 'ours', most: 1.9, orBare: true } as const;
    const alike = toBenchResult({ ...SOUND, limit });
    expect(isPassed(alike)).toBe(true);
    expect(formatResult(alike)).toContain('(at most 1.9 ms, or as the bare)');
    expect(isPassed(toBenchResult({ ...withOurs(2.1, 2.1, 2.1), limit }))).toBe(false);
    expect(isPassed(toBenchResult({ ...withOurs(1.8, 1.8, 1.8), limit }))).toBe(true);
  });
});

describe('nonsense', () => {
  it.each<[string, Measurement, string]>([
    ['a negative time', withOurs(3, -3.4, 2), 'ours has a sample of -3.4'],
    ['no number', withOurs(3, Number.NaN, 2), 'ours has a sample of NaN'],
    ['no time at all', withOurs(3, 0, 2), 'ours has a sample of 0'],
    ['no end', withOurs(Number.POSITIVE_INFINITY, 1, 2), 'ours has a sample of Infinity'],
    ['too few', withOurs(2, 2), 'ours has 2 samples, and not 3'],
    ['nothing', withOurs(), 'ours has 0 samples, and not 3'],
    [
      'a bare thing of nothing',
      { ...SOUND, samples: { ...SOUND.samples, bare: [0, 0, 0] } },
      'bare has a sample of 0',
    ],
    ['much too fast', withOurs(0.1, 0.1, 0.1), 'the ratio is not between 0.2 and 10'],
    ['much too slow', withOurs(21, 21, 21), 'the ratio is not between 0.2 and 10'],
  ])('is noticed: %s', (_name, measured, reason) => {
    const result = toBenchResult(measured);
    expect(result.nonsense).toBe(reason);
    expect(isPassed(result)).toBe(false);
    expect(formatResult(result)).toContain(`cannot be true: ${reason}`);
    // Also where the figure is only reported.
    expect(isPassed(toBenchResult({ ...measured, limit: null }))).toBe(false);
  });

  it('has a band of its own where ours may be much faster', () => {
    expect(toBenchResult({ ...withOurs(0.1, 0.1, 0.1), sane: [0.01, 10] }).nonsense).toBeNull();
  });
});
