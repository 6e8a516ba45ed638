/** The regions whose names spell each zone out: other ones say `CST` of some. */
const SPELLED_OUT = [
  { language: 'es', locale: 'es-419', form: /^hora del? (.+)$/ },
  { language: 'en', locale: 'en-001', form: /^(.+) Time$/ },
] as const;

/** A time zone by its place, as people write it: `Ciudad de México`, `Colombia`. */
export function zoneWords(zone: string, language: string): string {
  const { locale, form } =
    SPELLED_OUT.find((one) => language.startsWith(one.language)) ?? SPELLED_OUT[0];
  return form.exec(timeOf(zone, locale))?.[1] ?? placeOf(zone);
}

function timeOf(zone: string, locale: string): string {
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

function placeOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}
