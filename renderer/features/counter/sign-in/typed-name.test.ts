import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatRowNumber, updateTypedName } from './typed-name.ts';

const people = (...names: readonly string[]) =>
  names.map((name) => ({ id: name, name, role: 'cashier' as const }));

function typedOut(names: readonly string[], keys: string): string | null {
  let typed = '';
  for (const key of keys) {
    const next = updateTypedName(people(...names), typed, key);
    if (next.chosenId !== null) return next.chosenId;
    typed = next.typed;
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
] as const)('%j and the keys %s mean %s', (names, keys, chosen) => {
  expect(typedOut(names, keys)).toBe(chosen);
});

it('two digits always choose, however many there are', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99 }), fc.nat(), (count, any) => {
      const names = Array.from({ length: count }, () => 'Ana');
      const list = names.map((name, index) => ({
        id: String(index),
        name,
        role: 'cashier' as const,
      }));
      const index = any % count;
      let typed = '';
      let chosen: string | null = null;
      const keys = formatRowNumber(index, count);
      expect(keys.length).toBeLessThanOrEqual(2);
      for (const key of keys) {
        const next = updateTypedName(list, typed, key);
        typed = next.typed;
        chosen = next.chosenId;
      }
      expect(chosen).toBe(String(index));
    }),
    // The tenth of ten: no other number begins as hers does.
    { examples: [[10, 9]] },
  );
});
