/**
 * JSON in which a number keeps its source text and never becomes a float: `86944.260` is read as
 * `86944.260`, and `150.00` is sent as `150.00`.
 */

import { MAX_STORED_TEXT_BYTES, truncateForStorage } from '../../../shared/rules/index.ts';

/** A JSON number as its source text. */
export class JsonNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

const JSON_NUMBER_PATTERN = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Creates a number that is written with exactly these digits. Throws a TypeError if the text is not
 * a JSON number.
 */
export function createJsonNumber(source: string): JsonNumber {
  if (!JSON_NUMBER_PATTERN.test(source))
    throw new TypeError(`not a JSON number: ${JSON.stringify(source)}`);
  return new JsonNumber(source);
}

/** Whether the value is a JSON object; a `JsonNumber` is not. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof JsonNumber)
  );
}

export type ParsedJson = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

/**
 * Parses a text; every number in it becomes a `JsonNumber`. Invalid JSON is returned as a failure,
 * not thrown.
 */
export function parseExactJson(text: string): ParsedJson {
  try {
    const value = JSON.parse(text, (_key, parsed, context) =>
      typeof parsed === 'number' ? new JsonNumber(context.source ?? String(parsed)) : parsed,
    );
    return { ok: true, value };
  } catch {
    // No JSON, or nested so deeply that the stack overflowed.
    return { ok: false };
  }
}

/**
 * A float represents every number with this many digits exactly, and `String` returns the same
 * digits.
 */
const MAX_FLOAT_DIGITS = 15;
const EXPONENT_PATTERN = /\d[eE][+-]?\d/;
const MIN_FAST_PARSE_LENGTH = 50_000;

/** Whether the text contains a longer sequence of digits and points than a float can represent. */
function hasTooManyDigits(text: string): boolean {
  const isDigit = (at: number): boolean => {
    const code = text.charCodeAt(at);
    return (code >= 0x30 && code <= 0x39) || code === 0x2e;
  };
  // A sequence that is too long always covers one of the tested positions. A regular expression
  // would test each position.
  for (let at = MAX_FLOAT_DIGITS; at < text.length; at += MAX_FLOAT_DIGITS + 1) {
    if (!isDigit(at)) continue;
    let first = at;
    while (isDigit(first - 1)) first -= 1;
    let end = at + 1;
    while (isDigit(end)) end += 1;
    if (end - first > MAX_FLOAT_DIGITS) return true;
  }
  return false;
}

/**
 * Like `parseExactJson`, but several times faster for a long text. If no number has more digits
 * than a float can represent, numbers stay floats, and `getNumberSource` returns their digits. Only
 * trailing zeros of a fraction are lost.
 */
export function parseJsonFast(text: string): ParsedJson {
  if (text.length < MIN_FAST_PARSE_LENGTH || hasTooManyDigits(text) || EXPONENT_PATTERN.test(text))
    return parseExactJson(text);
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

/**
 * The text of a number that `parseExactJson` or `parseJsonFast` returned; null for any other value.
 */
export function getNumberSource(value: unknown): string | null {
  if (value instanceof JsonNumber) return value.source;
  return typeof value === 'number' ? String(value) : null;
}

/** Writes a value as JSON; a `JsonNumber` keeps its digits. Undefined fields are omitted. */
export function stringifyExactJson(value: unknown): string {
  return JSON.stringify(value, (_key, field: unknown) =>
    field instanceof JsonNumber ? JSON.rawJSON(field.source) : field,
  );
}

/** Deeper levels are cut off: nobody reads them, and recursion would overflow the stack. */
const MAX_DEPTH = 50;
/** Values after this many are cut off too. */
const MAX_VALUES = 2_000;

/**
 * Converts to plain JSON for display: each number becomes its source text, and long texts are
 * truncated.
 */
export function toPlainJson(value: unknown): unknown {
  let values = 0;
  const convert = (inner: unknown, depth: number): unknown => {
    values += 1;
    const source = getNumberSource(inner);
    if (source !== null) return truncateForStorage(source, MAX_STORED_TEXT_BYTES);
    if (typeof inner === 'string') return truncateForStorage(inner, MAX_STORED_TEXT_BYTES);
    if (!Array.isArray(inner) && !isJsonObject(inner)) return inner;
    if (depth >= MAX_DEPTH) return '…';
    const entries = Object.entries(inner).slice(0, Math.max(0, MAX_VALUES - values));
    const converted = entries.map(([key, child]) => [key, convert(child, depth + 1)] as const);
    return Array.isArray(inner)
      ? converted.map(([, child]) => child)
      : Object.fromEntries(converted);
  };
  return convert(value, 0);
}

const DECIMAL_PATTERN = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/;
const MAX_DIGITS = 40;

/**
 * Returns a number's text without its exponent (`1.5e3` becomes `1500`), with every digit kept.
 * Null if the text is not a number, or is longer than any amount can be.
 */
export function toPlainDecimal(source: string): string | null {
  const match = DECIMAL_PATTERN.exec(source);
  if (!match) return null;
  const [, sign = '', whole = '', fraction = '', power] = match;
  const shift = power === undefined ? 0 : Number(power);
  if (Math.abs(shift) > MAX_DIGITS) return null;
  const result = `${sign}${shiftDecimal(whole, fraction, shift)}`;
  return computeMoneyLength(result) > MAX_DIGITS ? null : result;
}

/** Length of the amount once it has at least two decimals; the contract limits this length. */
function computeMoneyLength(decimal: string): number {
  const point = decimal.indexOf('.');
  const places = point < 0 ? -1 : decimal.length - point - 1;
  return decimal.length + Math.max(0, 2 - places);
}

function shiftDecimal(whole: string, fraction: string, shift: number): string {
  const digits = whole + fraction;
  const point = whole.length + shift;
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0');
  const at = Math.max(point, 1);
  const shiftedWhole = padded.slice(0, at).replace(/^0+(?=\d)/, '');
  const shiftedFraction = padded.slice(at);
  return shiftedFraction === '' ? shiftedWhole : `${shiftedWhole}.${shiftedFraction}`;
}
