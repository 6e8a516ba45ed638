import { describe, expect, it } from 'vitest';
import { validateAccountNumber } from '../../../shared/rules/index.ts';
import { doesAccountNumberMatchMask, validateAccount } from '../rules/index.ts';
import { createTrainingBiller, toWireBiller } from './biller.ts';
import { createTrainingCatalog } from './catalog.ts';
import { FIXED_BILLERS } from './fixed-billers.ts';

const KINDS = ['utility', 'top-up', 'gift-card', 'partner'] as const;
const catalog = createTrainingCatalog(1);
const allBillers = KINDS.flatMap((kind) => [...catalog.listBillers(kind)]);

/** Builds an account number that matches the biller's digits and mask. */
function buildMatchingAccount(digits: string | null, mask: string | null): string {
  if (mask)
    return (mask.split('?')[0] ?? '').replace(/[^9X]/g, '').replace(/9/g, '4').replace(/X/g, 'Ñ');
  return '4'.repeat(Number((digits || '10').split('..')[0]));
}

describe('the catalogue', () => {
  it('generates the same catalogue for the same seed and another one for another seed', () => {
    const getRows = (seed: number): string =>
      JSON.stringify(createTrainingCatalog(seed).listBillers('utility').map(toWireBiller));
    expect(getRows(7)).toBe(getRows(7));
    expect(getRows(7)).not.toBe(getRows(8));
  });

  it('lists every biller once in ascending order, including the fixed ones', () => {
    expect(new Set(allBillers.map((biller) => biller.id)).size).toBe(6178);
    for (const kind of KINDS) {
      const ids = catalog.listBillers(kind).map((biller) => biller.id);
      expect(ids).toEqual([...ids].sort((a, b) => a - b));
    }
    for (const biller of FIXED_BILLERS) expect(catalog.listBillers(biller.kind)).toContain(biller);
    expect(new Set(catalog.listBillers('utility').map((biller) => biller.name)).size).toBe(5988);
  });

  it('lists as many utilities as requested, the fixed ones among them', () => {
    const smallCatalog = createTrainingCatalog(1, 600);
    const utilities = smallCatalog.listBillers('utility');
    expect(utilities).toHaveLength(600);
    for (const biller of FIXED_BILLERS) {
      expect(smallCatalog.listBillers(biller.kind)).toContain(biller);
    }
    expect(new Set(utilities.map(({ country }) => country)).size).toBeGreaterThan(20);
  });

  it('contains the well-known billers by name', () => {
    const names = allBillers.map((biller) => biller.name);
    for (const name of [
      'CFE',
      'Telmex',
      'Telcel',
      'Agua y Drenaje de Monterrey',
      'Izzi',
      'Gas Natural',
      'Vanti',
      'EPM',
      'Acueducto de Bogotá',
      'Infonavit',
    ]) {
      expect(names.filter((candidate) => candidate.includes(name))).not.toEqual([]);
    }
    expect(names.some((name) => /ñ/.test(name))).toBe(true);
  });

  it('generates about 100 to 150 utilities per country except the US, and some without a country', () => {
    const counts = new Map<string, number>();
    for (const biller of catalog.listBillers('utility')) {
      counts.set(biller.country, (counts.get(biller.country) ?? 0) + 1);
    }
    for (const country of ['MX', 'CO', 'DO', 'GT', 'HN', 'SV']) {
      expect(counts.get(country)).toBeGreaterThanOrEqual(95);
      expect(counts.get(country)).toBeLessThanOrEqual(150);
    }
    expect(counts.get('US')).toBeGreaterThan(3_000);
    expect(counts.get('')).toBeGreaterThan(0);
    expect(allBillers.some((biller) => biller.currency === 'RD')).toBe(true);
  });

  it('generates many billers of all four payment types and every unusual field of recorded traffic', () => {
    const utilities = catalog.listBillers('utility');
    for (const [canCheckBalance, acceptsPartialPayment] of [
      [true, true],
      [true, false],
      [false, true],
      [false, false],
    ]) {
      const matching = utilities.filter(
        (biller) =>
          biller.canCheckBalance === canCheckBalance &&
          biller.supportsPartialPayments === acceptsPartialPayment,
      );
      expect(matching.length).toBeGreaterThan(500);
    }
    const hasBiller = (predicate: (biller: (typeof allBillers)[number]) => boolean): boolean =>
      allBillers.some(predicate);
    expect(hasBiller((biller) => biller.mask === '')).toBe(true);
    expect(hasBiller((biller) => biller.mask === null)).toBe(true);
    expect(hasBiller((biller) => biller.mask?.includes('?') ?? false)).toBe(true);
    expect(hasBiller((biller) => biller.mask?.includes('X') ?? false)).toBe(true);
    expect(hasBiller((biller) => biller.accountNumberDigits === null)).toBe(true);
    expect(hasBiller((biller) => biller.accountNumberDigits === '')).toBe(true);
    expect(hasBiller((biller) => biller.hoursToFulfill === null)).toBe(true);
    expect(hasBiller((biller) => biller.requiresNameOnAccount)).toBe(true);
    expect(hasBiller((biller) => biller.billType === 'bar_code')).toBe(true);
    const topUps = catalog.listBillers('top-up');
    expect(topUps.some((biller) => biller.amounts === null)).toBe(true);
    expect(topUps.some((biller) => typeof biller.amounts === 'string')).toBe(true);
    expect(topUps.some((biller) => Array.isArray(biller.amounts))).toBe(true);
    const mexicanAndColombian = topUps.filter((biller) => ['MX', 'CO'].includes(biller.country));
    expect(new Set(mexicanAndColombian.map((biller) => biller.accountNumberDigits))).toEqual(
      new Set(['10']),
    );
  });

  it('accepts an account number that matches the biller’s digits and mask', () => {
    for (const biller of allBillers) {
      const accountNumber = buildMatchingAccount(biller.accountNumberDigits, biller.mask);
      const checked = validateAccount({ biller, accountNumber, nameOnAccount: 'Peña' });
      expect({ biller: biller.name, accountNumber, ok: checked.ok }).toMatchObject({ ok: true });
    }
  });

  it('contains only billers of which the till accepts every length that their digits allow', () => {
    for (const biller of allBillers) {
      const { mask, accountNumberDigits, billType } = biller;
      const rules = { mask: mask ?? '', accountNumberDigits: accountNumberDigits ?? '', billType };
      const [least, most = least] = (accountNumberDigits || '').split('..').map(Number);
      const lengths = accountNumberDigits
        ? Array.from({ length: (most ?? 0) - (least ?? 0) + 1 }, (_, more) => (least ?? 0) + more)
        : [buildMatchingAccount(null, mask).length];
      for (const length of lengths) {
        const account = '4'.repeat(length);
        expect({ biller: biller.name, result: validateAccountNumber(rules, account) }).toEqual({
          biller: biller.name,
          result: { ok: true, value: account },
        });
      }
    }
  });

  it.each([
    ['99999999', '22', '1234567890123456789012', true],
    ['99999999', '22', '12345678', false],
    ['999-999-9999', '7..12', '1234567', true],
    ['999-999-9999', '7..12', '123-456-7890', false],
    ['99999999?99', '8..10', '123456789', true],
    ['9999?9999', '6', 'ABCDEF', false],
  ])(
    'lets the digits decide where the mask cannot hold them: %s, %s, %s',
    (mask, accountNumberDigits, accountNumber, isAccepted) => {
      const real = { id: 12_541, kind: 'utility', name: 'Agua de Saltillo' } as const;
      const biller = createTrainingBiller({
        ...real,
        billerType: 'Water',
        mask,
        accountNumberDigits,
      });
      const checked = validateAccount({ biller, accountNumber, nameOnAccount: null });
      expect(checked.ok).toBe(isAccepted);
    },
  );

  it('writes top-up rows without can_check_balance', () => {
    const row = catalog.findBiller(13599);
    expect(row && toWireBiller(row)).not.toHaveProperty('can_check_balance');
    expect(row && toWireBiller(row)).toMatchObject({
      available_topup_amounts: expect.arrayContaining(['100.00']),
    });
  });
});

describe('matchesMask', () => {
  it.each([
    ['999-999-9999', '818-123-4567', false],
    ['999-999-9999', '8181234567', true],
    ['999-999-9999', '81812345678', false],
    ['99999999?99', '12345678', true],
    ['99999999?99', '123456789', true],
    ['99999999?99', '12345678901', false],
    ['XX999999', 'AÑ123456', true],
    ['XX999999', 'A123456', false],
    ['(99)', '12', true],
    ['(99)', '(12)', false],
    ['AB99', 'AB12', false],
    ['AB99', '12', true],
    ['', 'anything', true],
    [null, 'anything', true],
  ])('matches mask %s against %s: %s', (mask, account, expected) => {
    expect(doesAccountNumberMatchMask(account, mask)).toBe(expected);
  });
});
