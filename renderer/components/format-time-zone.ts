import type { TextFunction, TextKey } from '../i18n/index.ts';

/** Chromium has names for countries only, not for these places. */
const ZONE_TEXT_KEYS: ReadonlyMap<string, TextKey> = new Map([
  ['America/Mexico_City', 'zone.mexicoCity'],
  ['America/Bogota', 'zone.bogota'],
  ['America/Ciudad_Juarez', 'zone.ciudadJuarez'],
  ['America/Mazatlan', 'zone.mazatlan'],
  ['America/Merida', 'zone.merida'],
  ['America/Cancun', 'zone.cancun'],
  ['America/Bahia_Banderas', 'zone.bahiaBanderas'],
  ['America/New_York', 'zone.newYork'],
  ['America/Los_Angeles', 'zone.losAngeles'],
]);

/**
 * The locales that spell out each zone's name: other locales abbreviate some, for example to `CST`.
 */
const ZONE_NAME_FORMATS = [
  { language: 'es', locale: 'es-419', form: /^hora del? (.+)$/ },
  { language: 'en', locale: 'en-001', form: /^(.+) Time$/ },
] as const;

/** Formats a time zone by its place: `Ciudad de México`, `Perú`. */
export function formatTimeZone(zone: string, text: TextFunction, language: string): string {
  const textKey = ZONE_TEXT_KEYS.get(zone);
  if (textKey !== undefined) return text(textKey);
  const { locale, form } =
    ZONE_NAME_FORMATS.find((format) => language.startsWith(format.language)) ??
    ZONE_NAME_FORMATS[0];
  return form.exec(getZoneName(zone, locale))?.[1] ?? getZoneCity(zone);
}

function getZoneName(zone: string, locale: string): string {
  try {
    return (
      new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'shortGeneric' })
        .formatToParts(0)
        .find(({ type }) => type === 'timeZoneName')?.value ?? ''
    );
  } catch {
    // This computer does not support the zone.
    return '';
  }
}

function getZoneCity(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}
