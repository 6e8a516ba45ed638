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
  [Array.from({ length: 13 }, (_unused, index) => `test ${index}`), ['es-MX', 'en']],
] as const;

it.each(MATRICES)(
  'drawPairs: draws each of %j and each of %j in every run, and every pair over many seeds',
  (rows, columns) => {
    const seenPairs = new Set<string>();
    for (let seed = 0; seed < 400; seed += 1) {
      const pairs = drawPairs(createRandom(`seed ${seed}`), rows, columns);
      expect(pairs).toHaveLength(Math.max(rows.length, columns.length));
      expect(new Set(pairs.map(([row]) => row)).size).toBe(rows.length);
      expect(new Set(pairs.map(([, column]) => column)).size).toBe(columns.length);
      for (const pair of pairs) seenPairs.add(pair.join());
    }
    expect(seenPairs.size).toBe(rows.length * columns.length);
  },
);

it('drawPairs: draws the same pairs for the same seed', () => {
  const draw = () => drawPairs(createRandom('one seed'), ['a', 'b', 'c', 'd'], [1, 2, 3]);
  expect(draw()).toEqual(draw());
});

it('drawCases: draws the requested number of cases in their order, and each case over many seeds', () => {
  const cases = ['reload', 'crash', 'close', 'quit'];
  const seenPairs = new Set<string>();
  for (let seed = 0; seed < 100; seed += 1) {
    const drawnCases = drawCases(createRandom(`seed ${seed}`), cases, 2);
    expect(drawnCases).toHaveLength(2);
    expect(cases.filter((caseName) => drawnCases.includes(caseName))).toEqual(drawnCases);
    for (const drawnCase of drawnCases) seenPairs.add(drawnCase);
  }
  expect(seenPairs.size).toBe(cases.length);
});
