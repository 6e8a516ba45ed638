import { expect, it } from 'vitest';
import type { Language, ServiceVersion } from '../../../shared/contract/index.ts';
import { SERVICE_VERSIONS } from '../../../shared/rules/index.ts';
import { getTextFunction, loadTexts } from '../../i18n/index.ts';
import { getServiceVersionName } from './version-name.ts';

it('names every version by its number and country', async () => {
  await loadTexts('en');
  const name = (language: Language, version: ServiceVersion) =>
    getServiceVersionName(getTextFunction(language), language, version);
  expect(name('es-MX', 'v1.6')).toBe('Versión 1.6');
  expect(name('es-MX', 'v3.mx')).toBe('Versión 3 México');
  expect(name('en', 'v3.mx')).toBe('Version 3 Mexico');
  const allNames = SERVICE_VERSIONS.map((version) => name('en', version));
  expect(new Set(allNames).size).toBe(SERVICE_VERSIONS.length);
});
