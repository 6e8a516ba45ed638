import { expect, it } from 'vitest';
import { findClosestLanguageTag, resolveInitialLanguage } from './first-language.ts';

it.each([
  [['es-CO'], 'es-CO'],
  [['es-MX'], 'es-MX'],
  [['es'], 'es-MX'],
  [['es-419'], 'es-MX'],
  [['es-AR', 'en-US'], 'es-MX'],
  [['en'], 'en'],
  [['en-GB', 'es-CO'], 'en'],
  [['EN-us'], 'en'],
  // A later language of the system is preferred to the default.
  [['fr-CA', 'en-CA'], 'en'],
  [['fr-FR'], 'es-MX'],
  [['C'], 'es-MX'],
  [[], 'es-MX'],
] as const)('resolves the system languages %j to %s', (systemLanguages, language) => {
  expect(resolveInitialLanguage(systemLanguages)).toBe(language);
});

it('finds an exact tag first and then a tag of the same language', () => {
  const supported = ['es-MX', 'xx-YY', 'xx-ZZ'] as const;
  expect(findClosestLanguageTag(supported, ['xx'])).toBe('xx-YY');
  expect(findClosestLanguageTag(supported, ['XX-zz'])).toBe('xx-ZZ');
  expect(findClosestLanguageTag(supported, ['xxx', 'es'])).toBe('es-MX');
  expect(findClosestLanguageTag(supported, ['xxx'])).toBeUndefined();
});
