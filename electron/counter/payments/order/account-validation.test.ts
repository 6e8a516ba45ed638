import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { getAccountHint } from '../../../../shared/rules/index.ts';
import { ANA, createTestBiller, createTestCounter, type TestCounter } from '../testing/index.ts';

let counter: TestCounter | null = null;
afterEach(() => counter?.close());

/** The characters of real masks, and characters that no mask should have. */
const maskCharacter = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('9', '9', '9', '9', 'X') },
  { weight: 3, arbitrary: fc.constantFrom('-', ' ', '(', ')', '/', '.', '+', 'A', 'x', '5', '0') },
  {
    weight: 1,
    arbitrary: fc.oneof(fc.constant('?'), fc.string({ unit: 'grapheme', maxLength: 1 })),
  },
);
const mask = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom('', 'AB-9999', '(999) 999-9999', '999 999 999 999') },
  { weight: 3, arbitrary: fc.array(maskCharacter, { maxLength: 14 }).map((all) => all.join('')) },
);
const digits = fc.oneof(
  fc.constantFrom('', '', '4', '10', '7..15', 'some', '9..3'),
  fc
    .tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 6 }))
    .map(([least, more]) => `${least}..${least + more}`),
);
const character = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...'0123456789') },
  { weight: 2, arbitrary: fc.constantFrom(...'abAB-() /.+') },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 2 }) },
);

/**
 * Numbers as a person copies them: with or without the mask's signs, in upper or lower case, with
 * or without mistakes.
 */
function arbitraryInput(form: string): fc.Arbitrary<string> {
  const valid = fc
    .tuple(fc.boolean(), fc.boolean(), fc.infiniteStream(fc.constantFrom(...'0123456789')))
    .map(([withSigns, isLower, stream]) => {
      const filled = [...form.replace('?', '')]
        .map((sign) => {
          if (/[9X]/.test(sign)) return stream.next().value;
          return withSigns ? sign : '';
        })
        .join('');
      return isLower ? filled.toLowerCase() : filled;
    });
  const mutated = fc
    .tuple(valid, fc.nat(14), fc.array(character, { maxLength: 2 }), fc.nat(2))
    .map(
      ([text, at, inserted, removedCount]) =>
        text.slice(0, at) + inserted.join('') + text.slice(at + removedCount),
    );
  const any = fc.array(character, { maxLength: 16 }).map((all) => all.join(''));
  return fc.oneof(valid, mutated, any);
}

it('accepts an account number in main exactly if the page’s hint accepts it, for 10,000 samples', () => {
  counter = createTestCounter();
  const { billers, payments } = counter;
  const counts = { accepted: 0, refused: 0 };
  const rulesAndInput = fc
    .record({
      mask,
      accountNumberDigits: digits,
      billType: fc.constantFrom('account_number', 'phone_number', 'bar_code'),
    })
    .chain((rules) => fc.tuple(fc.constant(rules), arbitraryInput(rules.mask)));
  fc.assert(
    fc.property(rulesAndInput, ([rules, typed]) => {
      const biller = createTestBiller(rules);
      billers.set(biller.id, biller);
      const main = payments.checkAccount(
        { billerId: biller.id, accountNumber: typed, nameOnAccount: null },
        ANA,
      );
      const page = getAccountHint(biller, typed);
      expect(['fits', 'open'].includes(page.kind), JSON.stringify({ main, page })).toBe(main.ok);
      counts[main.ok ? 'accepted' : 'refused'] += 1;
    }),
    { numRuns: 10_000 },
  );
  // Both results must be frequent.
  expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(1_500);
});
