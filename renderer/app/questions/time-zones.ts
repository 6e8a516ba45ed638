import { TIME_ZONE_BY_COUNTRY, type VersionCountry } from '../../../shared/rules/index.ts';

/** The time zones of these shops, the most common first. */
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

/** Listed before the rest of the continent. */
const COMMON_TIME_ZONES = [
  ...Object.values(TIME_ZONES_BY_COUNTRY).flat(),
  'America/Chicago',
  'America/New_York',
];

/** The country of the service's version, or else of the language. */
function getCountry(country: VersionCountry | null, language: string): VersionCountry {
  return country ?? (language === 'es-CO' ? 'CO' : 'MX');
}

/**
 * The proposed time zone: the computer's, unless it names no place, as on a computer that nobody
 * configured. Then the shop's country decides.
 */
export function getProposedTimeZone(
  computerTimeZone: string,
  country: VersionCountry | null,
  language: string,
): string {
  if (!/^(UTC|UCT|GMT|Etc\/|Zulu|Universal)/.test(computerTimeZone)) return computerTimeZone;
  return TIME_ZONE_BY_COUNTRY[getCountry(country, language)];
}

/**
 * Lists the machine's time zone, the current one, those of the shop's country, and then those of
 * the Americas.
 */
export function listTimeZones(
  computerTimeZone: string,
  currentTimeZone: string,
  country: VersionCountry | null,
  language: string,
): readonly string[] {
  const americanZones = Intl.supportedValuesOf('timeZone').filter((id) =>
    id.startsWith('America/'),
  );
  const countryZones = TIME_ZONES_BY_COUNTRY[getCountry(country, language)];
  return [
    ...new Set([
      computerTimeZone,
      currentTimeZone,
      ...countryZones,
      ...COMMON_TIME_ZONES,
      ...americanZones,
    ]),
  ];
}
