import { expect, it } from 'vitest';
import type { Language } from '../../../shared/contract/index.ts';
import { SERVICE_VERSIONS } from '../../../shared/rules/index.ts';
import { pageTexts } from '../../i18n/index.ts';
import { versionName } from './version-name.ts';

it('calls every version by its number and its country', () => {
  const names = (language: Language) =>
    SERVICE_VERSIONS.map((version) => versionName(pageTexts(language), language, version));
  expect(names('es-MX')).toEqual([
    'Versión 1.6',
    'Versión 3.3',
    'Versión 3 México',
    'Versión 3 Colombia',
  ]);
  expect(names('en')).toEqual([
    'Version 1.6',
    'Version 3.3',
    'Version 3 Mexico',
    'Version 3 Colombia',
  ]);
});
