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

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** For writing: a number with exactly these digits. Throws if the text is not a JSON number. */
export function createJsonNumber(source: string): JsonNumber {
  if (!JSON_NUMBER.test(source))
    throw new TypeError(`not a JSON number: ${JSON.stringify(source)}`);
  return new JsonNumber(source);
}

/** What JSON calls an object; our representation of a number is not one. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof JsonNumber)
  );
}

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string };

/** Reads a text; every number in it becomes a `JsonNumber`. Bad JSON is returned, not thrown. */
export function parseExactJson(text: string): ParsedJson {
  try {
    const value = JSON.parse(text, (_key, found, context) =>
      typeof found === 'number' ? new JsonNumber(context.source ?? String(found)) : found,
    );
    return { ok: true, value };
  } catch (error) {
    // A RangeError means a text nested so deeply that the stack ended; it cannot be read either.
    return { ok: false, reason: error instanceof Error ? error.name : 'unknown' };
  }
}

/** A float holds every number of this many digits; `String` gives them back. */
const MAX_FLOAT_DIGITS = 15;
const EXPONENT = /\d[eE][+-]?\d/;
const MIN_FAST_PARSE_LENGTH = 50_000;

/** Whether digits and points follow one another that are more than a float holds. */
function hasTooManyDigits(text: string): boolean {
  const isDigit = (at: number): boolean => {
    const code = text.charCodeAt(at);
    return (code >= 0x30 && code <= 0x39) || code === 0x2e;
  };
  // So many in a row cannot lie between two places that are looked at: a pattern looks at each.
  for (let at = MAX_FLOAT_DIGITS; at < text.length; at += MAX_FLOAT_DIGITS + 1) {
    if (!isDigit(at)) continue;
    let first = at;
    while (isDigit(first - 1)) first -= 1;
    let behind = at + 1;
    while (isDigit(behind)) behind += 1;
    if (behind - first > MAX_FLOAT_DIGITS) return true;
  }
  return false;
}

/**
 * Like `parseExactJson`, several times faster for a long text. If no number has more digits than a
 * float holds, numbers stay floats, and `getNumberSource` gives their digits back. Only trailing zeros
 * of a fraction are lost.
 */
export function parseJsonFast(text: string): ParsedJson {
  if (text.length < MIN_FAST_PARSE_LENGTH || hasTooManyDigits(text) || EXPONENT.test(text))
    return parseExactJson(text);
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.name : 'unknown' };
  }
}

/** The text of a number that `parseExactJson` or `parseJsonFast` read; null for anything else. */
export function getNumberSource(value: unknown): string | null {
  if (value instanceof JsonNumber) return value.source;
  return typeof value === 'number' ? String(value) : null;
}

/** Writes a value; a `JsonNumber` in it keeps its digits. Undefined fields are left out. */
export function stringifyExactJson(value: unknown): string {
  return JSON.stringify(value, (_key, found: unknown) =>
    found instanceof JsonNumber ? JSON.rawJSON(found.source) : found,
  );
}

/** Deeper levels are cut off: nobody reads them, and the stack would end. */
const MAX_DEPTH = 50;
/** So is all after this many values. */
const MAX_VALUES = 2_000;

/** For display: plain JSON in which each number is its source text, and no text is endless. */
export function toPlainJson(value: unknown): unknown {
  let values = 0;
  const plain = (inner: unknown, depth: number): unknown => {
    values += 1;
    const source = getNumberSource(inner);
    if (source !== null) return truncateForStorage(source, MAX_STORED_TEXT_BYTES);
    if (typeof inner === 'string') return truncateForStorage(inner, MAX_STORED_TEXT_BYTES);
    if (!Array.isArray(inner) && !isJsonObject(inner)) return inner;
    if (depth >= MAX_DEPTH) return '…';
    const shown = Object.entries(inner).slice(0, Math.max(0, MAX_VALUES - values));
    const read = shown.map(([key, one]) => [key, plain(one, depth + 1)] as const);
    return Array.isArray(inner) ? read.map(([, one]) => one) : Object.fromEntries(read);
  };
  return plain(value, 0);
}

const DECIMAL_PARTS = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/;
const MAX_DIGITS = 40;

/**
 * A number's text without its exponent (`1.5e3` becomes `1500`), with every digit kept. Null if the
 * text is not a number, or is longer than any amount can be.
 */
export function toPlainDecimal(source: string): string | null {
  const match = DECIMAL_PARTS.exec(source);
  if (!match) return null;
  const [, sign = '', whole = '', fraction = '', power] = match;
  const shift = power === undefined ? 0 : Number(power);
  if (Math.abs(shift) > MAX_DIGITS) return null;
  const text = shift === 0 ? joinDecimal(whole, fraction) : shiftDecimal(whole, fraction, shift);
  const result = `${sign}${text}`;
  return computeMoneyLength(result) > MAX_DIGITS ? null : result;
}

/** Money has at least two decimals; this is its length then, which the contract limits. */
function computeMoneyLength(decimal: string): number {
  const point = decimal.indexOf('.');
  const places = point < 0 ? -1 : decimal.length - point - 1;
  return decimal.length + Math.max(0, 2 - places);
}

function joinDecimal(whole: string, fraction: string): string {
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

function shiftDecimal(whole: string, fraction: string, shift: number): string {
  const digits = whole + fraction;
  const point = whole.length + shift;
  const padded =
    point <= 0
      ? '0'.repeat(1 - point) + digits
      : digits.padEnd(Math.max(point, digits.length), '0');
  const at = Math.max(point, 1);
  return joinDecimal(padded.slice(0, at).replace(/^0+(?=\d)/, ''), padded.slice(at));
}
