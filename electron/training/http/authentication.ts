import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { TrainingKeys, TrainingRequest } from '../wire/index.ts';

const SIGNATURE_TTL_MS = 900_000;

/**
 * True for a request that is signed by our key pair, dated within 15 minutes on either side of the
 * clock, and whose Content-MD5, if a POST or PUT sends it, matches its body.
 */
export function isAuthentic(request: TrainingRequest, keys: TrainingKeys, now: number): boolean {
  const date = request.headers.date ?? '';
  const sentAt = parseHttpDate(date);
  if (sentAt === null || Math.abs(now - sentAt) > SIGNATURE_TTL_MS) return false;

  const match = /^APIAuth ([^:\s]+):(\S+)$/.exec(request.headers.authorization ?? '');
  if (!match || !isSameText(match[1] ?? '', keys.apiKey)) return false;

  const contentMd5 = request.headers['content-md5'] ?? '';
  const text = [request.headers['content-type'] ?? '', contentMd5, request.target, date].join(',');
  const checksum = createHmac('sha1', keys.secretKey).update(text).digest('base64');
  if (!isSameText(match[2] ?? '', checksum)) return false;

  const isCompared = contentMd5 !== '' && /^(POST|PUT)$/.test(request.method);
  return (
    !isCompared || isSameText(contentMd5, createHash('md5').update(request.body).digest('base64'))
  );
}

function isSameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const HTTP_DATE =
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/;

/** Milliseconds since the epoch, or null. A day of one digit is read. */
export function parseHttpDate(text: string): number | null {
  const match = HTTP_DATE.exec(text);
  if (!match) return null;
  const [, day, monthName = '', year, hour, minute, second] = match;
  const month = MONTHS.indexOf(monthName);
  if (month < 0) return null;
  const time = Date.UTC(
    Number(year),
    month,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  return new Date(time).getUTCDate() === Number(day) ? time : null;
}
