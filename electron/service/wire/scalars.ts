/**
 * Reads single fields of the service's JSON tolerantly: a field that is not what it should be is
 * null, never an error. Numbers arrive as `JsonNumber`; some services write them as text.
 */
import { z } from 'zod';
import { createMoney, isDecimal, type Money } from '../../../shared/money/index.ts';
import { MAX_STORED_TEXT_BYTES, truncateForStorage } from '../../../shared/rules/index.ts';
import { getNumberSource, toPlainDecimal } from './exact-json.ts';

/** A text; of one that is too long to be of use, its beginning. */
export function parseText(value: unknown): string | null {
  return typeof value === 'string' ? truncateForStorage(value, MAX_STORED_TEXT_BYTES) : null;
}

/** A text with all of it. */
export function parseWholeText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** A number or the text of one, as a plain decimal with every digit kept. */
export function parseDecimal(value: unknown): string | null {
  const source = getNumberSource(value) ?? parseText(value)?.trim();
  if (source === undefined) return null;
  const plain = toPlainDecimal(source);
  return plain !== null && isDecimal(plain) ? plain : null;
}

/** A whole number that is exact in JavaScript. */
export function parseInteger(value: unknown): number | null {
  // As its text would be read, where -0 is 0.
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value || 0 : null;
  const decimal = parseDecimal(value);
  if (decimal === null) return null;
  const number = Number(decimal);
  return Number.isSafeInteger(number) ? number : null;
}

/** An id, integer or text; kept as text so that no digit is lost. */
export function parseId(value: unknown): string | null {
  const source = getNumberSource(value);
  if (source !== null) return /^-?\d{1,64}$/.test(source) ? source : null;
  const text = parseText(value)?.trim();
  return text !== undefined && text !== '' && text.length <= 64 ? text : null;
}

export function parseBoolean(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (value === 'true') return true;
  return value === 'false' ? false : null;
}

const INSTANT =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(?:(Z|UTC)|([+-]\d\d):?(\d\d))?$/;

/** A time as ISO 8601 in UTC. Without a zone it is UTC, never this machine's zone. */
export function parseInstant(value: unknown): string | null {
  const match = INSTANT.exec(parseText(value)?.trim() ?? '');
  if (!match) return null;
  const [, date, time, , hours, minutes] = match;
  const zone = hours === undefined ? 'Z' : `${hours}:${minutes}`;
  const found = Date.parse(`${date}T${time}${zone}`);
  const iso = Number.isNaN(found) ? null : new Date(found).toISOString();
  return iso !== null && /^\d{4}-/.test(iso) ? iso : null;
}

/** A currency code as the service writes it (`RD`). */
export function parseCurrency(value: unknown): string | null {
  const text = parseText(value)?.trim();
  return text !== undefined && text !== '' && text.length <= 8 ? text : null;
}

export function toMoneyOrNull(amount: string | null, currency: string): Money | null {
  return amount === null ? null : createMoney(amount, currency);
}

/** A field that may be missing, null or of another type: it is then null. */
export function optionalField<Value>(read: (value: unknown) => Value | null) {
  return z.unknown().optional().transform(read);
}

/** A field without which the object cannot be used. */
export function requiredField<Value>(read: (value: unknown) => Value | null) {
  return z
    .unknown()
    .optional()
    .transform((value, context): Value => {
      const found = read(value);
      if (found !== null) return found;
      context.addIssue({ code: 'custom', message: 'missing or of another type' });
      return z.NEVER;
    });
}
