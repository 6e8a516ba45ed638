/**
 * Parses single fields of the service's JSON tolerantly: an invalid field becomes null, never an
 * error. Numbers are `JsonNumber`; some services send them as text.
 */
import { z } from 'zod';
import { createMoney, type Money } from '../../../shared/money/index.ts';
import {
  MAX_STORED_TEXT_BYTES,
  normalizeExternalId,
  truncateForStorage,
} from '../../../shared/rules/index.ts';
import { getNumberSource, toPlainDecimal } from './exact-json.ts';

/** Parses a text; a text that is too long to be useful is truncated. */
export function parseTruncatedText(value: unknown): string | null {
  return typeof value === 'string' ? truncateForStorage(value, MAX_STORED_TEXT_BYTES) : null;
}

/** Parses a text without truncation. */
export function parseUntruncatedText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Parses a number, or a text that contains one, to a plain decimal with every digit. */
export function parseDecimal(value: unknown): string | null {
  const source = getNumberSource(value) ?? parseTruncatedText(value)?.trim();
  return source === undefined ? null : toPlainDecimal(source);
}

/** Parses an integer that JavaScript represents exactly. */
export function parseInteger(value: unknown): number | null {
  const decimal = parseDecimal(value);
  if (decimal === null) return null;
  const number = Number(decimal);
  return Number.isSafeInteger(number) ? number : null;
}

/** Parses an id, integer or text, to text, so that no digit is lost. */
export function parseId(value: unknown): string | null {
  const source = getNumberSource(value);
  if (source !== null) return /^-?\d{1,64}$/.test(source) ? source : null;
  const text = parseTruncatedText(value)?.trim();
  return text !== undefined && text !== '' && text.length <= 64 ? text : null;
}

/**
 * Parses a transaction's status. A status of another type, such as a number, is present and
 * unknown, which is not the same as missing.
 */
export function parseTransactionStatus(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return parseTruncatedText(value) ?? getNumberSource(value) ?? 'unreadable';
}

/** Parses an external_id to our own spelling of it. */
export function parseExternalId(value: unknown): string | null {
  const id = parseId(value);
  return id === null ? null : normalizeExternalId(id);
}

export function parseBoolean(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (value === 'true') return true;
  return value === 'false' ? false : null;
}

const INSTANT_PATTERN =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(?:(Z|UTC)|([+-]\d\d):?(\d\d))?$/;

/** Parses a time to ISO 8601 in UTC. A time without a zone is UTC, never this machine's zone. */
export function parseIsoTime(value: unknown): string | null {
  const match = INSTANT_PATTERN.exec(parseTruncatedText(value)?.trim() ?? '');
  if (!match) return null;
  const [, date, time, , hours, minutes] = match;
  const zone = hours === undefined ? 'Z' : `${hours}:${minutes}`;
  const instant = Date.parse(`${date}T${time}${zone}`);
  const iso = Number.isNaN(instant) ? null : new Date(instant).toISOString();
  return iso !== null && /^\d{4}-/.test(iso) ? iso : null;
}

/** Parses a currency code as the service writes it (`RD`). */
export function parseCurrency(value: unknown): string | null {
  const text = parseTruncatedText(value)?.trim();
  return text !== undefined && text !== '' && text.length <= 8 ? text : null;
}

export function toMoneyOrNull(amount: string | null, currency: string): Money | null {
  return amount === null ? null : createMoney(amount, currency);
}

/** A schema for a field that may be missing, null or of another type: it then becomes null. */
export function optionalField<Value>(parse: (value: unknown) => Value | null) {
  return z.unknown().optional().transform(parse);
}

/** A schema for a field that the object requires. */
export function requiredField<Value>(parse: (value: unknown) => Value | null) {
  return z
    .unknown()
    .optional()
    .transform((value, context): Value => {
      const result = parse(value);
      if (result !== null) return result;
      context.addIssue({ code: 'custom', message: 'missing or of another type' });
      return z.NEVER;
    });
}
