import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatRowNumber, updateTypedName } from './typed-name.ts';

const createPeople = (...names: readonly string[]) =>
  names.map((name) => ({ id: name, name, role: 'cashier' as const }));

function getChosenId(names: readonly string[], keys: string): string | null {
  let typed = '';
  for (const key of keys) {
    const next = updateTypedName(createPeople(...names), typed, key);
    if (next.chosenId !== null) return next.chosenId;
    typed = next.typedText;
  }
  return null;
}

it.each([
  [['Ana', 'Luis'], 'l', 'Luis'],
  [['Ana', 'Andrea', 'Luis'], 'an', null],
  [['Ana', 'Andrea', 'Luis'], 'and', 'Andrea'],
  [['Ana', 'Andrea', 'Luis'], '2', 'Andrea'],
  [['Ángela', 'Luis'], 'a', 'Ángela'],
  [['Ana', 'Luis'], 'xl', 'Luis'],
  [['Ana', 'Luis'], 'x', null],
  [[], 'a', null],
] as const)('maps the names %j and the keys %s to %s', (names, keys, chosen) => {
  expect(getChosenId(names, keys)).toBe(chosen);
});

it('selects any of up to 99 names by its complete number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99 }), fc.nat(), (count, anyNumber) => {
      const names = Array.from({ length: count }, () => 'Ana');
      const list = names.map((name, index) => ({
        id: String(index),
        name,
        role: 'cashier' as const,
      }));
      const index = anyNumber % count;
      let typed = '';
      let chosen: string | null = null;
      const keys = formatRowNumber(index, count);
      expect(keys.length).toBeLessThanOrEqual(2);
      for (const key of keys) {
        const next = updateTypedName(list, typed, key);
        typed = next.typedText;
        chosen = next.chosenId;
      }
      expect(chosen).toBe(String(index));
    }),
    // The tenth of ten: no other number begins with the same digit.
    { examples: [[10, 9]] },
  );
});
