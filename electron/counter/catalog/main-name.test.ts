import { describe, expect, it } from 'vitest';
import { createBiller } from '../../../tests/bench/support/biller-catalog.ts';
import { runToCompletion } from '../../platform/index.ts';
import { createBillerUses } from './biller-uses.ts';
import { toBillerSearchEntry } from './search-entry.ts';
import { buildBillerSearchIndex } from './search-index.ts';

const parseMainName = (name: string, type = 'Utility') =>
  toBillerSearchEntry(createBiller(1, name, type)).mainName;

describe('the main name', () => {
  it.each([
    ['CFE - Comisión Federal de Electricidad', 'Electricity', 'cfe'],
    ['CFE', 'Electricity', 'cfe'],
    ['CFE Calificados', 'Electricity', 'cfe calificados'],
    ['Telcel Tiempo Aire', 'Cell', 'telcel'],
    ['Telcel Amigo', 'Cell', 'telcel amigo'],
    ['AT&T Prepago', 'Cell', 'att'],
    ['Movistar México', 'Cell', 'movistar'],
    ['SKY México (televisión satelital)', 'Cable', 'sky'],
    ['Telmex, S.A.B. de C.V.', 'Landline', 'telmex'],
    ['Caja Popular Mexicana', 'Loan', 'caja popular'],
    ['Agua', 'Water', 'agua'],
    ['Agua y Drenaje de Monterrey', 'Water', 'agua y drenaje de monterrey'],
    ['(CFE) Luz', 'Electricity', 'cfe'],
  ])('shortens the main name of %s', (name, type, main) => {
    expect(parseMainName(name, type).key.split('\u0001')[0]).toBe(main);
  });

  it('returns the alternative names of a biller', () => {
    expect(
      parseMainName('Comisión Federal de Electricidad (CFE)', 'Electricity').aliases,
    ).toContain('cfe');
    expect(parseMainName('Recarga Telcel', 'Cell').aliases).toContain('telcel');
    expect(parseMainName('', 'Cell')).toEqual({ key: '', aliases: [] });
    expect(parseMainName('- / -').aliases).toEqual([]);
  });
});

describe('main billers', () => {
  const billers = [
    createBiller(40, 'CFE - Comisión Federal de Electricidad', 'Electricity'),
    createBiller(41, 'CFE Calificados', 'Electricity'),
    createBiller(42, 'CFE Internet', 'Electricity'),
    createBiller(50, 'Telcel Amigo', 'Cell'),
    createBiller(51, 'Telcel Amigo Sin Límite', 'Cell'),
    createBiller(52, 'Telcel Plan de Renta', 'Mobile'),
    createBiller(53, 'Telcel Tiempo Aire', 'Cell'),
    createBiller(60, 'Claro Colombia', 'Cell', 'CO'),
    createBiller(61, 'Claro Video', 'Internet'),
    createBiller(70, 'Agua de Aquí (SAPA)', 'Water'),
    createBiller(71, 'Sapa Negocios', 'Water'),
  ];
  const now = Date.UTC(2026, 0, 15, 16);
  const index = runToCompletion(buildBillerSearchIndex(billers.map(toBillerSearchEntry)));
  const findIds = (
    text: string,
    options: { readonly used?: readonly number[]; readonly country?: string | null } = {},
  ) => {
    const lastUsedAt = new Date(now).toISOString();
    const rows = (options.used ?? []).map((billerId) => ({ billerId, uses: 100, lastUsedAt }));
    return index
      .search({
        text,
        kinds: ['utility', 'top-up'],
        limit: 8,
        uses: createBillerUses(rows),
        country: options.country === undefined ? 'MX' : options.country,
        now,
      })
      .map(({ biller }) => biller.id);
  };

  it('lists the main biller first if its name is typed, regardless of uses', () => {
    expect(findIds('cfe')).toEqual([40, 41, 42]);
    expect(findIds('cfe', { used: [41] })).toEqual([40, 41, 42]);
    expect(findIds('cfe', { used: [42], country: null })).toEqual([40, 42, 41]);
    expect(findIds('telcel')).toEqual([53, 50, 51, 52]);
    expect(findIds('telcel', { used: [52] })).toEqual([53, 52, 50, 51]);
    expect(findIds('sapa')).toEqual([70, 71]);
  });

  it('lists the main biller before its family and after used billers for an incomplete name', () => {
    expect(findIds('cf')).toEqual([40, 41, 42]);
    expect(findIds('tel', { country: null })).toEqual([53, 50, 51, 52]);
    expect(findIds('telc', { used: [51] })).toEqual([51, 53, 50, 52]);
  });

  it('lists the main biller before its family if the trade is typed', () => {
    expect(findIds('luz')).toEqual([40, 41, 42]);
    expect(findIds('recarga')[0]).toBe(53);
  });

  it('lists the main biller of another country after billers at home', () => {
    expect(findIds('claro')).toEqual([61, 60]);
  });

  it('finds a main biller by its full name beyond the end of the main name', () => {
    expect(findIds('telcel tiempo aire')[0]).toBe(53);
    expect(findIds('telcel tiem')[0]).toBe(53);
    expect(findIds('cfe comision federal de electricidad', { used: [41] })).toEqual([40]);
    expect(findIds('claro colombia')).toEqual([60]);
  });
});
