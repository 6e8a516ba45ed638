import { expect, it } from 'vitest';
import { getSystemLanguages } from './system-languages.ts';

it.each([
  [{ LANG: 'es_CO.UTF-8' }, ['es-CO']],
  [{ LANG: 'en_US.UTF-8', LC_ALL: 'es_MX' }, ['es-MX']],
  [{ LANG: 'C.UTF-8', LANGUAGE: 'es_CO:es:en' }, ['es-CO', 'es', 'en']],
  [{ LANG: 'ca_ES@valencia', LC_MESSAGES: '' }, ['ca-ES']],
  [{ LANG: 'C.UTF-8' }, []],
  [{ LC_ALL: 'POSIX' }, []],
  [{}, []],
])('reads from the variables %j the languages %j', (environment, tags) => {
  expect(getSystemLanguages(environment, 'linux')).toEqual(tags);
});

it('uses Node’s default locale if there are no such variables', () => {
  expect(getSystemLanguages({}, 'win32')).toEqual([Intl.DateTimeFormat().resolvedOptions().locale]);
});
