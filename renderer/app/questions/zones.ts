import { type VersionCountry, ZONE_OF_COUNTRY } from '../../../shared/rules/index.ts';

/** The zones of these shops, the one of most of them first. */
const OF_COUNTRY: Readonly<Record<VersionCountry, readonly string[]>> = {
  MX: [
    ZONE_OF_COUNTRY.MX,
    'America/Monterrey',
    'America/Tijuana',
    'America/Ciudad_Juarez',
    'America/Hermosillo',
    'America/Mazatlan',
    'America/Merida',
    'America/Cancun',
  ],
  CO: [ZONE_OF_COUNTRY.CO],
};

/** They come before the rest of the continent. */
const COMMON = [...Object.values(OF_COUNTRY).flat(), 'America/Chicago', 'America/New_York'];

/** That of the service's version, else that of the language. */
function countryOf(country: VersionCountry | null, language: string): VersionCountry {
  return country ?? (language === 'es-CO' ? 'CO' : 'MX');
}

/**
 * The zone to begin with: the computer's, unless that names no place, as on a computer that nobody
 * set. Then the shop's country decides.
 */
export function proposedZone(
  machineZone: string,
  country: VersionCountry | null,
  language: string,
): string {
  if (!/^(UTC|UCT|GMT|Etc\/|Zulu|Universal)/.test(machineZone)) return machineZone;
  return ZONE_OF_COUNTRY[countryOf(country, language)];
}

/** The machine's own zone, the one that is set, those of the shop's country, then of the Americas. */
export function zonesFor(
  machineZone: string,
  chosen: string,
  country: VersionCountry | null,
  language: string,
): readonly string[] {
  const rest = Intl.supportedValuesOf('timeZone').filter((id) => id.startsWith('America/'));
  const own = OF_COUNTRY[countryOf(country, language)];
  return [...new Set([machineZone, chosen, ...own, ...COMMON, ...rest])];
}
