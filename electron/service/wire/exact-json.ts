/**
 * JSON in which a number is the text that was written and never a float: what was read as
 * `86944.260` is `86944.260`, and what is written as `150.00` goes out as `150.00`.
 */

/** A JSON number as its source text. */
export class JsonNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** For writing: a number with exactly these digits. Throws when the text is no JSON number. */
export function jsonNumber(source: string): JsonNumber {
  if (!NUMBER.test(source)) throw new TypeError(`not a JSON number: ${JSON.stringify(source)}`);
  return new JsonNumber(source);
}

/** What JSON calls an object; a number is one only in how it is kept here. */
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

/** Reads a text; every number in it becomes a `JsonNumber`. Bad JSON is a value, not an error. */
export function parseExact(text: string): ParsedJson {
  try {
    const value = JSON.parse(text, (_key, found, context) =>
      typeof found === 'number' ? new JsonNumber(context.source ?? String(found)) : found,
    );
    return { ok: true, value };
  } catch (error) {
    // A RangeError is a text nested so deep that the reader ran out of stack: as unreadable as any.
    return { ok: false, reason: error instanceof Error ? error.name : 'unknown' };
  }
}

/** A float carries every number of this many digits; `String` gives them back. */
const DIGITS_OF_A_FLOAT = 15;
const TOO_MANY_DIGITS = new RegExp(`[\\d.]{${DIGITS_OF_A_FLOAT + 1}}|\\d[eE][+-]?\\d`);
const LONG = 50_000;

/**
 * As `parseExact`, several times faster for a long text: where none of its numbers has more digits
 * than a float carries, they are left as floats, and `numberSource` gives back their digits. Only
 * zeros at the end of a fraction are not seen again.
 */
export function parseFast(text: string): ParsedJson {
  if (text.length < LONG || TOO_MANY_DIGITS.test(text)) return parseExact(text);
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.name : 'unknown' };
  }
}

/** The text of a number that `parseExact` or `parseFast` read; null for anything else. */
export function numberSource(value: unknown): string | null {
  if (value instanceof JsonNumber) return value.source;
  return typeof value === 'number' ? String(value) : null;
}

/**
 * Writes a value; a `JsonNumber` in it keeps its digits. Fields that are undefined are left out.
 */
export function writeExact(value: unknown): string {
  return JSON.stringify(value, (_key, found: unknown) =>
    found instanceof JsonNumber ? JSON.rawJSON(found.source) : found,
  );
}

/** Deeper than this nobody reads, and the stack would end. */
const DEEPEST = 50;

/** For showing: plain JSON in which each number is the text that was read. */
export function plainJson(value: unknown, depth = 0): unknown {
  const source = numberSource(value);
  if (source !== null) return source;
  const isNested = Array.isArray(value) || isJsonObject(value);
  if (isNested && depth >= DEEPEST) return '…';
  if (Array.isArray(value)) return value.map((inner) => plainJson(inner, depth + 1));
  if (isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, plainJson(inner, depth + 1)]),
    );
  }
  return value;
}

const PARTS = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/;
const MOST_DIGITS = 40;

/**
 * A number's text without its exponent (`1.5e3` becomes `1500`), every digit kept. Null when the
 * text is no number, or is longer than any amount can be.
 */
export function plainDecimal(source: string): string | null {
  const match = PARTS.exec(source);
  if (!match) return null;
  const [, sign = '', whole = '', fraction = '', power] = match;
  const shift = power === undefined ? 0 : Number(power);
  if (Math.abs(shift) > MOST_DIGITS) return null;
  const text = shift === 0 ? joined(whole, fraction) : shifted(whole, fraction, shift);
  const result = `${sign}${text}`;
  return lengthAsMoney(result) > MOST_DIGITS ? null : result;
}

/** Money is written with two places at least, and is then no longer than the contract carries. */
function lengthAsMoney(decimal: string): number {
  const point = decimal.indexOf('.');
  const places = point < 0 ? -1 : decimal.length - point - 1;
  return decimal.length + Math.max(0, 2 - places);
}

function joined(whole: string, fraction: string): string {
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

function shifted(whole: string, fraction: string, shift: number): string {
  const digits = whole + fraction;
  const point = whole.length + shift;
  const padded =
    point <= 0
      ? '0'.repeat(1 - point) + digits
      : digits.padEnd(Math.max(point, digits.length), '0');
  const at = Math.max(point, 1);
  return joined(padded.slice(0, at).replace(/^0+(?=\d)/, ''), padded.slice(at));
}
