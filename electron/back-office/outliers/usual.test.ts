import { expect, it } from 'vitest';
import { createUsual, type WeekValue } from './usual.ts';

const createWeeks = (
  cashierId: string,
  values: readonly number[],
  exposure = 200,
): readonly WeekValue[] => values.map((value) => ({ cashierId, value, exposure }));

const repeat = (values: readonly number[], times: number): number[] =>
  Array.from({ length: times }, () => values).flat();

it('expects the rate of the cashier in the middle for the own number of payments', () => {
  const weeks = [
    ...createWeeks('ana', repeat([1, 2, 3], 10)),
    ...createWeeks('beto', repeat([2], 30)),
    ...createWeeks('elsa', repeat([20], 30)),
  ];
  const getUsual = createUsual(weeks, { kind: 'count' });
  expect(getUsual(200).expected).toBe(2);
  expect(getUsual(50).expected).toBe(0.5);
  expect(getUsual(200).limit).toBeCloseTo(2 + 5 * Math.sqrt(3));
});

it('keeps what is usual in spite of one cashier with a high count all year', () => {
  const honest = ['ana', 'beto', 'caro'].flatMap((id) => createWeeks(id, repeat([1, 2, 3], 17)));
  const getUsual = createUsual([...honest, ...createWeeks('elsa', repeat([30], 51))], {
    kind: 'count',
  });
  expect(getUsual(200)).toMatchObject({ expected: 2 });
  expect(getUsual(200).limit).toBeLessThan(30);
});

it.each([
  ['nothing was ever counted', []],
  ['a single cashier counted little', createWeeks('ana', [0, 1, 0, 0])],
  ['nobody had a payment', createWeeks('ana', [0, 3], 0)],
])('lets no count up to five stand out if %s', (_when, weeks) => {
  for (const exposure of [0, 1, 20, 400])
    expect(createUsual(weeks, { kind: 'count' })(exposure).limit).toBeGreaterThanOrEqual(5);
});

it('raises the limit if the weeks of the shop spread more than by chance', () => {
  const getLimit = (values: readonly number[]): number =>
    createUsual(createWeeks('ana', repeat(values, 13)), { kind: 'count' })(200).limit;
  expect(getLimit([0, 20, 0, 20])).toBeGreaterThan(2 * getLimit([9, 11, 9, 11]));
});

it('lets an amount stand out from the spread of the shop’s weeks, and never below its minimum', () => {
  const getLimit = (values: readonly number[]): number =>
    createUsual(createWeeks('ana', repeat(values, 13), 6), { kind: 'amount', minLimit: 350 })(6)
      .limit;
  expect(getLimit([0, 0, 0, 0])).toBe(350);
  expect(getLimit([40, 60, 50, 50])).toBe(350);
  expect(getLimit([100, 900, 200, 800])).toBeGreaterThan(900);
});
