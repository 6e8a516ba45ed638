import { describe, expect, it } from 'vitest';
import { matchesMask, validateAccount } from '../rules/index.ts';
import { toBillerRow } from './biller.ts';
import { createTrainingCatalog } from './catalog.ts';
import { FIXED_BILLERS } from './fixed-billers.ts';

const KINDS = ['utility', 'top-up', 'gift-card', 'partner'] as const;
const catalog = createTrainingCatalog(1);
const everyone = KINDS.flatMap((kind) => [...catalog.listBillers(kind)]);

/** An account number that the biller's own digits and mask describe. */
function fittingAccount(digits: string | null, mask: string | null): string {
  if (mask)
    return (mask.split('?')[0] ?? '').replace(/[^9X]/g, '').replace(/9/g, '4').replace(/X/g, 'Ñ');
  return '4'.repeat(Number((digits || '10').split('..')[0]));
}

describe('the catalogue', () => {
  it('is the same for the same seed and another for another', () => {
    const rows = (seed: number): string =>
      JSON.stringify(createTrainingCatalog(seed).listBillers('utility').map(toBillerRow));
    expect(rows(7)).toBe(rows(7));
    expect(rows(7)).not.toBe(rows(8));
  });

  it('has every biller once, in rising order, the fixed ones among them', () => {
    expect(new Set(everyone.map((one) => one.id)).size).toBe(6163);
    for (const kind of KINDS) {
      const ids = catalog.listBillers(kind).map((one) => one.id);
      expect(ids).toEqual([...ids].sort((a, b) => a - b));
    }
    for (const one of FIXED_BILLERS) expect(catalog.listBillers(one.kind)).toContain(one);
    expect(new Set(catalog.listBillers('utility').map((one) => one.name)).size).toBe(5973);
  });

  it('finds what people ask for by name', () => {
    const names = everyone.map((one) => one.name);
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
      expect(names.filter((one) => one.includes(name))).not.toEqual([]);
    }
    expect(names.some((one) => /ñ/.test(one))).toBe(true);
  });

  it('has 100 to 150 utilities of each country but one, and some with neither country nor currency', () => {
    const counts = new Map<string, number>();
    for (const one of catalog.listBillers('utility')) {
      counts.set(one.country, (counts.get(one.country) ?? 0) + 1);
    }
    for (const country of ['MX', 'CO', 'DO', 'GT', 'HN', 'SV']) {
      expect(counts.get(country)).toBeGreaterThanOrEqual(95);
      expect(counts.get(country)).toBeLessThanOrEqual(150);
    }
    expect(counts.get('US')).toBeGreaterThan(3_000);
    expect(counts.get('')).toBeGreaterThan(0);
    expect(everyone.some((one) => one.currency === 'RD')).toBe(true);
  });

  it('has all four payment types in plenty, and every odd field that was seen', () => {
    const utilities = catalog.listBillers('utility');
    for (const [balance, part] of [
      [true, true],
      [true, false],
      [false, true],
      [false, false],
    ]) {
      const some = utilities.filter(
        (one) => one.canCheckBalance === balance && one.supportsPartialPayments === part,
      );
      expect(some.length).toBeGreaterThan(500);
    }
    const has = (test: (one: (typeof everyone)[number]) => boolean): boolean => everyone.some(test);
    expect(has((one) => one.mask === '')).toBe(true);
    expect(has((one) => one.mask === null)).toBe(true);
    expect(has((one) => one.mask?.includes('?') ?? false)).toBe(true);
    expect(has((one) => one.mask?.includes('X') ?? false)).toBe(true);
    expect(has((one) => one.accountNumberDigits === null)).toBe(true);
    expect(has((one) => one.accountNumberDigits === '')).toBe(true);
    expect(has((one) => one.hoursToFulfill === null)).toBe(true);
    expect(has((one) => one.requiresNameOnAccount)).toBe(true);
    expect(has((one) => one.billType === 'bar_code')).toBe(true);
    const topUps = catalog.listBillers('top-up');
    expect(topUps.some((one) => one.amounts === null)).toBe(true);
    expect(topUps.some((one) => typeof one.amounts === 'string')).toBe(true);
    expect(topUps.some((one) => Array.isArray(one.amounts))).toBe(true);
    const inTheseTwo = topUps.filter((one) => ['MX', 'CO'].includes(one.country));
    expect(new Set(inTheseTwo.map((one) => one.accountNumberDigits))).toEqual(new Set(['10']));
  });

  it('takes an account number that fits what a biller says of it', () => {
    for (const biller of everyone) {
      const accountNumber = fittingAccount(biller.accountNumberDigits, biller.mask);
      const checked = validateAccount({ biller, accountNumber, nameOnAccount: 'Peña' });
      expect({ biller: biller.name, accountNumber, ok: checked.ok }).toMatchObject({ ok: true });
    }
  });

  it('writes top-ups without can_check_balance, and numbers as the wire has them', () => {
    const row = catalog.findBiller(13599);
    expect(row && toBillerRow(row)).not.toHaveProperty('can_check_balance');
    expect(row && toBillerRow(row)).toMatchObject({
      available_topup_amounts: expect.arrayContaining(['100.00']),
    });
  });
});

describe('masks', () => {
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
  ])('%s takes %s: %s', (mask, account, fits) => {
    expect(matchesMask(account, mask)).toBe(fits);
  });
});
