import { describe, expect, it } from 'vitest';
import { readAccount, readByPattern } from './bill-layout.ts';
import { deriveAccountPlace } from './derive-account-place.ts';
import { isGlnValid } from './gln.ts';
import { SHIPPED_COLLECTORS, SHIPPED_PATTERNS } from './shipped-layouts.ts';

const teach = (...bills: readonly (readonly [string, string])[]) =>
  deriveAccountPlace(
    bills.map(([references, accountNumber]) => ({
      references: references.split(' '),
      accountNumber,
    })),
  );

describe('deriveAccountPlace', () => {
  it('finds the positions that three bills have in common', () => {
    expect(
      teach(
        ['01089123455814612345', '08912345'],
        ['01077771115900000001', '07777111'],
        ['01012345676100000002', '01234567'],
      ),
    ).toEqual({ kind: 'place', place: { reference: 1, from: 3, to: 10 } });
  });

  it('finds the whole of a reference, also of different lengths, and of the second one', () => {
    expect(teach(['123456', '123456'], ['9876', '9876'], ['555', '555'])).toEqual({
      kind: 'place',
      place: { reference: 1, from: 1, to: null },
    });
    expect(teach(['12 345678', '345678'], ['13 999999', '999999'], ['14 1', '1'])).toEqual({
      kind: 'place',
      place: { reference: 2, from: 1, to: null },
    });
  });

  it('finds a place up to the end of references of different lengths', () => {
    expect(teach(['99123456', '123456'], ['9976543', '76543'], ['991', '1'])).toEqual({
      kind: 'place',
      place: { reference: 1, from: 3, to: null },
    });
  });

  it('refuses bills whose account is missing, elsewhere, or at more than one place', () => {
    expect(teach(['123456', '9'], ['9', '9'], ['9', '9'])).toEqual({
      kind: 'not-in-code',
      billNumber: 1,
    });
    expect(teach(['1230', '123'], ['0456', '456'], ['7890', '789'])).toEqual({
      kind: 'different-places',
    });
    expect(teach(['1212', '12'], ['3434', '34'], ['5656', '56'])).toEqual({ kind: 'ambiguous' });
  });
});

describe('the shipped layouts', () => {
  it('has valid and different collectors', () => {
    const glns = SHIPPED_COLLECTORS.flatMap((layout) => layout.glns);
    expect(glns.filter((gln) => !isGlnValid(gln))).toEqual([]);
    expect(new Set(glns).size).toBe(glns.length);
  });

  it.each<[string, string, string]>([
    ['co-enel', '01089123455814612345', '08912345'],
    ['co-acueducto-bogota', '31416521234', '31416521'],
    ['co-etb', '10003054871234', '10003054871234'],
  ])('reads the account of %s', (id, reference, accountNumber) => {
    const layout = SHIPPED_COLLECTORS.find((candidate) => candidate.id === id);
    expect(layout && readAccount([reference], layout.account)).toBe(accountNumber);
    expect(layout && readAccount(['1'], { ...layout.account, to: 8 })).toBeNull();
  });

  it('reads the code of a bill of CFE, and refuses one whose date is none', () => {
    const cfe = SHIPPED_PATTERNS.find(({ id }) => id === 'mx-cfe');
    if (cfe === undefined) throw new Error('no layout of CFE');
    expect(readByPattern('015010000000072612150000005495', cfe)).toEqual({
      accountNumber: '501000000007',
      amount: '549',
      dueDate: '2026-12-15',
    });
    expect(readByPattern('015010000000072613150000005495', cfe)).toBeNull();
    expect(readByPattern('01501000000007261215000000549', cfe)).toBeNull();
  });
});
