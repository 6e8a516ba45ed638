import { formatMoney, type Money } from '../../../shared/money/index.ts';

/**
 * A business day as people write it: `sábado, 21 de noviembre de 2026`. It has no zone of its own.
 */
export function dayWords(day: string, locale: string, weekday: 'long' | 'short'): string {
  const words = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    weekday,
    day: 'numeric',
    month: weekday,
    year: 'numeric',
  }).format(new Date(`${day}T00:00:00Z`));
  return words.charAt(0).toLocaleUpperCase(locale) + words.slice(1);
}

export function totalWords(totals: readonly Money[], locale: string): string {
  return totals.map((total) => formatMoney(total, locale).replaceAll(' ', '\u00a0')).join(' + ');
}
