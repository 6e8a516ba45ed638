import fc from 'fast-check';
import { expect, it } from 'vitest';
import { getAccountHint } from './account-hint.ts';

it('returns `fits` only for numbers of digits in the range', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 1, max: 64 }),
      (least, more, count) => {
        const hint = getAccountHint(
          {
            accountNumberDigits: `${least}..${least + more}`,
            mask: '',
            billType: 'account_number',
          },
          '7'.repeat(count),
        );
        const expected = count < least ? 'count' : count > least + more ? 'too-long' : 'fits';
        expect(hint.kind).toBe(expected);
      },
    ),
  );
});
