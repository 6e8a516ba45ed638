import { type VersionCountry, ZONE_OF_COUNTRY } from '../../../shared/rules/index.ts';

/** The zones of most of these shops; they come before the rest of the continent. */
const COMMON = [
  ...Object.values(ZONE_OF_COUNTRY),
  'America/Monterrey',
  'America/Tijuana',
  'America/Ciudad_Juarez',
  'America/Hermosillo',
  'America/Mazatlan',
  'America/Merida',
  'America/Cancun',
  'America/Chicago',
  'America/New_York',
];

/**
 * The zone to begin with: the computer's, unless that names no place, as on a computer that nobody
 * set. Then the shop's country decides: that of the service's version, else that of the language.
 */
export function proposedZone(
  machineZone: string,
  country: VersionCountry | null,
  language: string,
): string {
  if (!/^(UTC|UCT|GMT|Etc\/|Zulu|Universal)/.test(machineZone)) return machineZone;
  return ZONE_OF_COUNTRY[country ?? (language === 'es-CO' ? 'CO' : 'MX')];
}

/** The machine's own zone, the one that is set, the common ones, then the rest of the Americas. */
export function zonesFor(machineZone: string, chosen: string): readonly string[] {
  const rest = Intl.supportedValuesOf('timeZone').filter((id) => id.startsWith('America/'));
  return [...new Set([machineZone, chosen, ...COMMON, ...rest])];
}
