import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toExtraRows } from './extra-rows.ts';

describe('extra data in rows', () => {
  it('flattens nested objects and lists into rows in the order of the service', () => {
    const extra = {
      meter_number: 'A-1',
      periods: [
        { month: 'enero', kwh: 120 },
        { month: 'febrero', kwh: 98.5 },
      ],
      note: null,
    };
    expect(toExtraRows(extra)).toEqual([
      { label: 'meter number', value: 'A-1' },
      { label: 'periods · 1 · month', value: 'enero' },
      { label: 'periods · 1 · kwh', value: '120' },
      { label: 'periods · 2 · month', value: 'febrero' },
      { label: 'periods · 2 · kwh', value: '98.5' },
    ]);
  });

  it('limits the number and length of extra rows for any data', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (extra) => {
        const rows = toExtraRows(extra);
        expect(rows.length).toBeLessThanOrEqual(100);
        for (const { label, value } of rows) {
          expect(label.length).toBeLessThanOrEqual(400);
          expect(value.length).toBeLessThanOrEqual(400);
        }
      }),
    );
  });

  it('ends with an ellipsis if rows or text are truncated', () => {
    const rows = (count: number) => toExtraRows(Array.from({ length: count }, (_, at) => at));
    expect(rows(100).at(-1)).toEqual({ label: '100', value: '99' });
    expect(rows(5000)).toHaveLength(100);
    expect(rows(5000).at(-1)).toEqual({ label: '…', value: '…' });
    const long = toExtraRows({ note: '𝄞'.repeat(500) })[0]?.value ?? '';
    expect(long.endsWith('𝄞…')).toBe(true);
    expect(long.isWellFormed()).toBe(true);
  });
});
