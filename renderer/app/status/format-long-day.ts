/** Formats a business day such as `2026-03-14` as “March 14, 2026”, in the page's language. */
export function formatLongDay(day: string, language: string): string {
  const format = new Intl.DateTimeFormat(language, { timeZone: 'UTC', dateStyle: 'long' });
  return format.format(new Date(`${day}T00:00:00Z`));
}
