import { expect, it } from 'vitest';
import { createRandom } from './random.ts';
import { drawCases, drawPairs } from './sampling.ts';

const MATRICES = [
  [
    ['v1.6', 'v3.3', 'v3.mx', 'v3.co'],
    ['es-MX', 'es-CO', 'en'],
  ],
  [
    ['v1.6', 'v3.3'],
    ['es-MX', 'es-CO', 'en'],
  ],
  [['one'], ['es-MX', 'en']],
  [Array.from({ length: 13 }, (_none, n) => `test ${n}`), ['es-MX', 'en']],
] as const;

it.each(MATRICES)('draws each of %j and each of %j, and in time every pair', (rows, columns) => {
  const seen = new Set<string>();
  for (let seed = 0; seed < 400; seed += 1) {
    const pairs = drawPairs(createRandom(`seed ${seed}`), rows, columns);
    expect(pairs).toHaveLength(Math.max(rows.length, columns.length));
    expect(new Set(pairs.map(([row]) => row)).size).toBe(rows.length);
    expect(new Set(pairs.map(([, column]) => column)).size).toBe(columns.length);
    for (const pair of pairs) seen.add(pair.join());
  }
  expect(seen.size).toBe(rows.length * columns.length);
});

it('draws the same for the same seed', () => {
  const draw = () => drawPairs(createRandom('one seed'), ['a', 'b', 'c', 'd'], [1, 2, 3]);
  expect(draw()).toEqual(draw());
});

it('draws so many cases in their order, and in time each of them', () => {
  const cases = ['reload', 'crash', 'close', 'quit'];
  const seen = new Set<string>();
  for (let seed = 0; seed < 100; seed += 1) {
    const drawn = drawCases(createRandom(`seed ${seed}`), cases, 2);
    expect(drawn).toHaveLength(2);
    expect(cases.filter((one) => drawn.includes(one))).toEqual(drawn);
    for (const one of drawn) seen.add(one);
  }
  expect(seen.size).toBe(cases.length);
});
