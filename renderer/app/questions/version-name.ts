import type { Language, ServiceVersion } from '../../../shared/contract/index.ts';
import { getServiceVersionInfo } from '../../../shared/rules/index.ts';
import type { TextFunction } from '../../i18n/index.ts';
import { getCountryName } from '../billers/index.ts';

/** The name of a version: its number, and its country if it has one. */
export function getServiceVersionName(
  text: TextFunction,
  language: Language,
  version: ServiceVersion,
): string {
  const { number, country } = getServiceVersionInfo(version);
  const name = text('setup.version.name', { number });
  return country === null ? name : `${name} ${getCountryName(language, country)}`;
}
