import type { Language, ServiceVersion } from '../../../shared/contract/index.ts';
import { versionFacts } from '../../../shared/rules/index.ts';
import type { Text } from '../../i18n/index.ts';
import { countryName } from '../billers/index.ts';

/** The name of a version: its number, and its country if it has one. */
export function versionName(text: Text, language: Language, version: ServiceVersion): string {
  const { number, country } = versionFacts(version);
  const name = text('setup.version.name', { number });
  return country === null ? name : `${name} ${countryName(language, country)}`;
}
