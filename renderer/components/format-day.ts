/** Formats a business day, which has no time zone: `Sábado, 21 de noviembre de 2026`. */
export function formatDay(day: string, locale: string, weekday: 'long' | 'short'): string {
  const text = formatDayInSentence(day, locale, weekday);
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}

/** The same within a sentence: `sábado, 21 de noviembre de 2026`. */
export function formatDayInSentence(
  day: string,
  locale: string,
  weekday: 'long' | 'short' = 'long',
): string {
  return new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    weekday,
    day: 'numeric',
    month: weekday,
    year: 'numeric',
  }).format(new Date(`${day}T00:00:00Z`));
}

/** Days without their year: `16–22 de nov`. */
export function formatDayRange(from: string, to: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
  });
  return format.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`));
}

/** The weekday alone, for a day within a week: `sábado`. */
export function formatWeekdayInSentence(day: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'long' });
  return format.format(new Date(`${day}T00:00:00Z`));
}
