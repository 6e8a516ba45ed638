import type { Language } from '../../../shared/contract/index.ts';

/** `21/11/2026 10:42:07` (in English `2026-11-21 10:42:07`) in the shop's zone, from ISO 8601. */
export function shopTime(
  iso: string,
  settings: { readonly timeZone: string; readonly language: Language },
): string {
  const parts = new Map(
    new Intl.DateTimeFormat('en', {
      timeZone: settings.timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
      .formatToParts(new Date(iso))
      .map((part) => [part.type, part.value]),
  );
  const [year, month, day] = [parts.get('year'), parts.get('month'), parts.get('day')];
  const time = `${parts.get('hour')}:${parts.get('minute')}:${parts.get('second')}`;
  return settings.language === 'en'
    ? `${year}-${month}-${day} ${time}`
    : `${day}/${month}/${year} ${time}`;
}
