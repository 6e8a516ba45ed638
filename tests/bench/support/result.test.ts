import { describe, expect, it } from 'vitest';
import { formatResult, isPassed, type Measurement, toBenchResult } from './result.ts';

const VALID_MEASUREMENT: Measurement = {
  name: 'a figure',
  samples: { ours: [3, 1, 2], bare: [2, 2, 1] },
  minSamples: 3,
  limit: { of: 'ratio', most: 1.2 },
};

function createMeasurement(...ours: readonly number[]): Measurement {
  return { ...VALID_MEASUREMENT, samples: { ...VALID_MEASUREMENT.samples, ours } };
}

describe('benchmark result', () => {
  it('compares medians by default or another percentile', () => {
    expect(toBenchResult(VALID_MEASUREMENT)).toMatchObject({
      ours: 2,
      bare: 2,
      ratio: 1,
      nonsense: null,
    });
    expect(toBenchResult({ ...VALID_MEASUREMENT, percent: 95 })).toMatchObject({
      ours: 3,
      bare: 2,
      ratio: 1.5,
    });
  });

  it('passes a result up to its limit', () => {
    expect(isPassed(toBenchResult(VALID_MEASUREMENT))).toBe(true);
    expect(isPassed(toBenchResult(createMeasurement(2.4, 2.4, 2.4)))).toBe(true);
    expect(isPassed(toBenchResult(createMeasurement(2.5, 2.5, 2.5)))).toBe(false);
    expect(isPassed(toBenchResult({ ...createMeasurement(5, 5, 5), limit: null }))).toBe(true);
  });

  it('limits our value instead of the ratio', () => {
    const limitOurs = (limit: number) =>
      toBenchResult({ ...VALID_MEASUREMENT, limit: { of: 'ours', most: limit } });
    expect(isPassed(limitOurs(2))).toBe(true);
    expect(isPassed(limitOurs(1.9))).toBe(false);
  });

  it('passes a result above its limit when the bare value is not lower, and reports it', () => {
    const limit = { of: 'ours', most: 1.9, orBare: true } as const;
    const result = toBenchResult({ ...VALID_MEASUREMENT, limit });
    expect(isPassed(result)).toBe(true);
    expect(formatResult(result)).toContain('(at most 1.9 ms, or as the bare)');
    expect(isPassed(toBenchResult({ ...createMeasurement(2.1, 2.1, 2.1), limit }))).toBe(false);
    expect(isPassed(toBenchResult({ ...createMeasurement(1.8, 1.8, 1.8), limit }))).toBe(true);
  });
});

describe('benchmark result without a bare equivalent', () => {
  const limitAlone = (most: number): Measurement => ({
    ...VALID_MEASUREMENT,
    samples: { ours: [3, 1, 2], bare: null },
    limit: { of: 'ours', most },
  });

  it('passes up to its limit, and is reported without a ratio', () => {
    expect(isPassed(toBenchResult(limitAlone(2)))).toBe(true);
    expect(isPassed(toBenchResult(limitAlone(1.9)))).toBe(false);
    expect(formatResult(toBenchResult(limitAlone(1.9)))).toBe(
      'a figure: ours 2.000 ms (at most 1.9 ms); too much',
    );
  });

  it('rejects an implausible sample, and a limit of the ratio', () => {
    const negative = { ...limitAlone(2), samples: { ours: [1, -1, 2], bare: null } };
    expect(toBenchResult(negative).nonsense).toBe('ours has a sample of -1');
    const ofRatio = { ...limitAlone(2), limit: { of: 'ratio', most: 2 } } as const;
    expect(isPassed(toBenchResult(ofRatio))).toBe(false);
  });
});

describe('implausible measurement', () => {
  it.each<[string, Measurement, string]>([
    ['a negative time', createMeasurement(3, -3.4, 2), 'ours has a sample of -3.4'],
    ['no number', createMeasurement(3, Number.NaN, 2), 'ours has a sample of NaN'],
    ['no time at all', createMeasurement(3, 0, 2), 'ours has a sample of 0'],
    ['no end', createMeasurement(Number.POSITIVE_INFINITY, 1, 2), 'ours has a sample of Infinity'],
    ['too few', createMeasurement(2, 2), 'ours has 2 samples, and not 3'],
    ['nothing', createMeasurement(), 'ours has 0 samples, and not 3'],
    [
      'a bare thing of nothing',
      { ...VALID_MEASUREMENT, samples: { ...VALID_MEASUREMENT.samples, bare: [0, 0, 0] } },
      'bare has a sample of 0',
    ],
    ['much too fast', createMeasurement(0.1, 0.1, 0.1), 'the ratio is not between 0.2 and 10'],
    ['much too slow', createMeasurement(21, 21, 21), 'the ratio is not between 0.2 and 10'],
  ])('rejects an implausible measurement: %s', (_name, measurement, reason) => {
    const result = toBenchResult(measurement);
    expect(result.nonsense).toBe(reason);
    expect(isPassed(result)).toBe(false);
    expect(formatResult(result)).toContain(`cannot be true: ${reason}`);
    // Also if the result is only reported.
    expect(isPassed(toBenchResult({ ...measurement, limit: null }))).toBe(false);
  });

  it('accepts a plausible range of its own when ours may be much faster', () => {
    expect(
      toBenchResult({ ...createMeasurement(0.1, 0.1, 0.1), plausibleRatio: [0.01, 10] }).nonsense,
    ).toBeNull();
  });
});
