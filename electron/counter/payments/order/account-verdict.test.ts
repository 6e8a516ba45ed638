import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { getAccountHint } from '../../../../shared/rules/index.ts';
import { ANA, type TestCounter, testBiller, testCounter } from '../testing/index.ts';

let counter: TestCounter | null = null;
afterEach(() => counter?.close());

/** What real masks are made of, and what no mask should have. */
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
 * As a person copies a number of this form: with or without its signs, in any case, not always
 * right.
 */
function typedFor(form: string): fc.Arbitrary<string> {
  const written = fc
    .tuple(fc.boolean(), fc.boolean(), fc.infiniteStream(fc.constantFrom(...'0123456789')))
    .map(([withSigns, isLower, stream]) => {
      const filled = [...form.replace('?', '')]
        .map((one) => {
          if (/[9X]/.test(one)) return stream.next().value;
          return withSigns ? one : '';
        })
        .join('');
      return isLower ? filled.toLowerCase() : filled;
    });
  const changed = fc
    .tuple(written, fc.nat(14), fc.array(character, { maxLength: 2 }), fc.nat(2))
    .map(([text, at, put, away]) => text.slice(0, at) + put.join('') + text.slice(at + away));
  const any = fc.array(character, { maxLength: 16 }).map((all) => all.join(''));
  return fc.oneof(written, changed, any);
}

it('main accepts a number exactly where the page says that it fits, over 10,000 of them', () => {
  counter = testCounter();
  const { billers, payments } = counter;
  const seen = { accepted: 0, refused: 0 };
  const asked = fc
    .record({
      mask,
      accountNumberDigits: digits,
      billType: fc.constantFrom('account_number', 'phone_number', 'bar_code'),
    })
    .chain((rules) => fc.tuple(fc.constant(rules), typedFor(rules.mask)));
  fc.assert(
    fc.property(asked, ([rules, typed]) => {
      const biller = testBiller(rules);
      billers.set(biller.id, biller);
      const main = payments.checkAccount(
        { billerId: biller.id, accountNumber: typed, nameOnAccount: null },
        ANA,
      );
      const page = getAccountHint(biller, typed);
      expect(['fits', 'open'].includes(page.kind), JSON.stringify({ main, page })).toBe(main.ok);
      seen[main.ok ? 'accepted' : 'refused'] += 1;
    }),
    { numRuns: 10_000 },
  );
  // Neither side of the verdict is rare.
  expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(1_500);
});
