import { TIME_ZONE_BY_COUNTRY, type VersionCountry } from '../../../shared/rules/index.ts';

/** The zones of these shops, the one of most of them first. */
const TIME_ZONES_BY_COUNTRY: Readonly<Record<VersionCountry, readonly string[]>> = {
  MX: [
    TIME_ZONE_BY_COUNTRY.MX,
    'America/Monterrey',
    'America/Tijuana',
    'America/Ciudad_Juarez',
    'America/Hermosillo',
    'America/Mazatlan',
    'America/Merida',
    'America/Cancun',
  ],
  CO: [TIME_ZONE_BY_COUNTRY.CO],
};

/** They come before the rest of the continent. */
const COMMON_TIME_ZONES = [
  ...Object.values(TIME_ZONES_BY_COUNTRY).flat(),
  'America/Chicago',
  'America/New_York',
];

/** That of the service's version, else that of the language. */
function getCountry(country: VersionCountry | null, language: string): VersionCountry {
  return country ?? (language === 'es-CO' ? 'CO' : 'MX');
}

/**
 * The zone to begin with: the computer's, unless that names no place, as on a computer that nobody
 * set. Then the shop's country decides.
 */
export function getProposedTimeZone(
  machineZone: string,
  country: VersionCountry | null,
  language: string,
): string {
  if (!/^(UTC|UCT|GMT|Etc\/|Zulu|Universal)/.test(machineZone)) return machineZone;
  return TIME_ZONE_BY_COUNTRY[getCountry(country, language)];
}

/** The machine's own zone, the one that is set, those of the shop's country, then of the Americas. */
export function listTimeZones(
  machineZone: string,
  chosen: string,
  country: VersionCountry | null,
  language: string,
): readonly string[] {
  const rest = Intl.supportedValuesOf('timeZone').filter((id) => id.startsWith('America/'));
  const own = TIME_ZONES_BY_COUNTRY[getCountry(country, language)];
  return [...new Set([machineZone, chosen, ...own, ...COMMON_TIME_ZONES, ...rest])];
}
