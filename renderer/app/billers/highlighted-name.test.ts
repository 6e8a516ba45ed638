import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitAtMatches } from './highlighted-name.tsx';

it('splits a name at its matches', () => {
  expect(splitAtMatches('CFE Calificados', [[0, 3]])).toEqual([
    { startIndex: 0, text: 'CFE', isHighlighted: true },
    { startIndex: 3, text: ' Calificados', isHighlighted: false },
  ]);
  expect(splitAtMatches('Agua', [])).toEqual([
    { startIndex: 0, text: 'Agua', isHighlighted: false },
  ]);
  expect(splitAtMatches('', [[0, 2]])).toEqual([]);
});

it('keeps every character for any matches', () => {
  const ranges = fc.array(fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 40 })), { maxLength: 6 });
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), ranges, (name, matches) => {
      const parts = splitAtMatches(name, matches);
      expect(parts.map((part) => part.text).join('')).toBe(name);
    }),
  );
});
