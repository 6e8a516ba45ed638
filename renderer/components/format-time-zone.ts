import type { TextFunction, TextKey } from '../i18n/index.ts';

/** Chromium has the names of countries alone, and not of these places. */
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

/** The regions whose names spell each zone out: other ones say `CST` of some. */
const ZONE_NAME_FORMATS = [
  { language: 'es', locale: 'es-419', form: /^hora del? (.+)$/ },
  { language: 'en', locale: 'en-001', form: /^(.+) Time$/ },
] as const;

/** A time zone by its place, as people write it: `Ciudad de México`, `Perú`. */
export function formatTimeZone(zone: string, text: TextFunction, language: string): string {
  const named = ZONE_TEXT_KEYS.get(zone);
  if (named !== undefined) return text(named);
  const { locale, form } =
    ZONE_NAME_FORMATS.find((one) => language.startsWith(one.language)) ?? ZONE_NAME_FORMATS[0];
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
    // A zone that this computer does not know.
    return '';
  }
}

function getZoneCity(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}
