import type { Language } from '../../../shared/contract/index.ts';
import { formatReceiptTime } from '../../../shared/i18n/index.ts';

/** Creating a format takes far longer than using it. */
const formatCache = new Map<string, Intl.DateTimeFormat>();

function getDateFormat(timeZone: string): Intl.DateTimeFormat {
  const cached = formatCache.get(timeZone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formatCache.set(timeZone, format);
  return format;
}

/** `21/11/2026 10:42:07` (in English `2026-11-21 10:42:07`) in the shop's zone, from ISO 8601. */
export function formatShopTime(
  iso: string,
  settings: { readonly timeZone: string; readonly language: Language },
): string {
  const parts = new Map(
    getDateFormat(settings.timeZone)
      .formatToParts(new Date(iso))
      .map((part) => [part.type, part.value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  const time = [part('hour'), part('minute'), part('second')].join(':');
  const [year, month, day] = [part('year'), part('month'), part('day')];
  return formatReceiptTime(settings.language, { year, month, day, time });
}

/** `21/11/2026` (in English `2026-11-21`), from a day written `2026-11-21`. */
export function formatShopDay(isoDay: string, language: Language): string {
  const [year = '', month = '', day = ''] = isoDay.split('-');
  return formatReceiptTime(language, { year, month, day, time: '' }).trim();
}
