import { describe, expect, it } from 'vitest';
import { createBiller } from '../../../tests/bench/support/biller-catalog.ts';
import { runToCompletion } from '../../platform/index.ts';
import { createBillerUses } from './biller-uses.ts';
import { toSearchEntry } from './search-entry.ts';
import { buildSearchIndex } from './search-index.ts';

const named = (name: string, type = 'Utility') => toSearchEntry(createBiller(1, name, type)).main;

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
    expect(named(name, type).key.split('\u0001')[0]).toBe(main);
  });

  it('returns the alternative names of a biller', () => {
    expect(named('Comisión Federal de Electricidad (CFE)', 'Electricity').others).toContain('cfe');
    expect(named('Recarga Telcel', 'Cell').others).toContain('telcel');
    expect(named('', 'Cell')).toEqual({ key: '', others: [] });
    expect(named('- / -').others).toEqual([]);
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
  const index = runToCompletion(buildSearchIndex(billers.map(toSearchEntry)));
  const found = (
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

  it('come first when their name is typed, whatever the shop uses', () => {
    expect(found('cfe')).toEqual([40, 41, 42]);
    expect(found('cfe', { used: [41] })).toEqual([40, 41, 42]);
    expect(found('cfe', { used: [42], country: null })).toEqual([40, 42, 41]);
    expect(found('telcel')).toEqual([53, 50, 51, 52]);
    expect(found('telcel', { used: [52] })).toEqual([53, 52, 50, 51]);
    expect(found('sapa')).toEqual([70, 71]);
  });

  it('come before their sisters while the name is still typed, after what is used', () => {
    expect(found('cf')).toEqual([40, 41, 42]);
    expect(found('tel', { country: null })).toEqual([53, 50, 51, 52]);
    expect(found('telc', { used: [51] })).toEqual([51, 53, 50, 52]);
  });

  it('come before their sisters when their trade is typed', () => {
    expect(found('luz')).toEqual([40, 41, 42]);
    expect(found('recarga')[0]).toBe(53);
  });

  it('of another country come after those at home', () => {
    expect(found('claro')).toEqual([61, 60]);
  });

  it('are found by their whole name, across the end of the main name', () => {
    expect(found('telcel tiempo aire')[0]).toBe(53);
    expect(found('telcel tiem')[0]).toBe(53);
    expect(found('cfe comision federal de electricidad', { used: [41] })).toEqual([40]);
    expect(found('claro colombia')).toEqual([60]);
  });
});
