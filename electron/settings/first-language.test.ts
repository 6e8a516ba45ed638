import { expect, it } from 'vitest';
import { findNearestTag, resolveFirstLanguage } from './first-language.ts';

it.each([
  [['es-CO'], 'es-CO'],
  [['es-MX'], 'es-MX'],
  [['es'], 'es-MX'],
  [['es-419'], 'es-MX'],
  [['es-AR', 'en-US'], 'es-MX'],
  [['en'], 'en'],
  [['en-GB', 'es-CO'], 'en'],
  [['EN-us'], 'en'],
  // The next of the system's languages is better than one that nobody asked for.
  [['fr-CA', 'en-CA'], 'en'],
  [['fr-FR'], 'es-MX'],
  [['C'], 'es-MX'],
  [[], 'es-MX'],
] as const)('of a system that speaks %j is %s', (ofSystem, language) => {
  expect(resolveFirstLanguage(ofSystem)).toBe(language);
});

it('a new language is known without being named here', () => {
  const known = ['es-MX', 'xx-YY', 'xx-ZZ'] as const;
  expect(findNearestTag(known, ['xx'])).toBe('xx-YY');
  expect(findNearestTag(known, ['XX-zz'])).toBe('xx-ZZ');
  expect(findNearestTag(known, ['xxx', 'es'])).toBe('es-MX');
  expect(findNearestTag(known, ['xxx'])).toBeUndefined();
});
