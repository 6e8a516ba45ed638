import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { TrainingKeys, TrainingRequest } from '../wire/index.ts';

const SIGNATURE_TTL_MS = 900_000;

/**
 * Whether the request is signed with our key pair, has a Date within 15 minutes of the clock in
 * either direction, and, if a POST or PUT has Content-MD5, whether that matches the body.
 */
export function isSignatureValid(
  request: TrainingRequest,
  keys: TrainingKeys,
  now: number,
): boolean {
  const date = request.headers.date ?? '';
  const sentAt = parseRequestDate(date);
  if (sentAt === null || Math.abs(now - sentAt) > SIGNATURE_TTL_MS) return false;

  const match = /^APIAuth ([^:\s]+):(\S+)$/.exec(request.headers.authorization ?? '');
  if (!match || !isSameText(match[1] ?? '', keys.apiKey)) return false;

  const contentMd5 = request.headers['content-md5'] ?? '';
  const text = [request.headers['content-type'] ?? '', contentMd5, request.target, date].join(',');
  const signature = createHmac('sha1', keys.secretKey).update(text).digest('base64');
  if (!isSameText(match[2] ?? '', signature)) return false;

  const shouldCompareMd5 = contentMd5 !== '' && /^(POST|PUT)$/.test(request.method);
  return (
    !shouldCompareMd5 ||
    isSameText(contentMd5, createHash('md5').update(request.body).digest('base64'))
  );
}

function isSameText(actual: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(actual), digest(expected));
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const HTTP_DATE_PATTERN =
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/;

/**
 * Parses an HTTP date to milliseconds since the epoch; null if it is invalid. A day with one digit
 * is accepted.
 */
export function parseRequestDate(text: string): number | null {
  const match = HTTP_DATE_PATTERN.exec(text);
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
