import { GLN_LENGTH, isGlnValid } from './gln.ts';
import {
  type BillCodeField,
  isFieldCountValid,
  readGluedFields,
  readSingleField,
} from './read-fields.ts';
import { replaceTypedSeparators, splitIntoSegments } from './split-into-segments.ts';

/** One way to read the code of a bill. */
export interface BillCodeReading {
  /** In the order of the code; as text, because zeros at the beginning count. At least one. */
  readonly references: readonly string[];
  /** Null if the code has none, if it is zero (the customer chooses), or if its decimals are open. */
  readonly amount: { readonly value: string; readonly currency: string | null } | null;
  /** The number of the amount's digits, also of zero; null if the code has no amount. */
  readonly amountLength: number | null;
  /** `YYYY-MM-DD`; null if the code has none. */
  readonly dueDate: string | null;
  /**
   * The last field if its end is uncertain: a reference has no known end, and an amount may end with a
   * part of a date, or be a part of one.
   */
  readonly possiblyCutField: 'reference' | 'amount' | null;
}

/** What a scanned text is. */
export type BillCode =
  | {
      readonly kind: 'bill';
      /** The number of the company that collects the bill. */
      readonly gln: string;
      /** False: the check digit of the GLN is wrong, which is a warning. */
      readonly isGlnValid: boolean;
      /** At least one, the most natural one first. With more than one, a person must choose. */
      readonly readings: readonly BillCodeReading[];
    }
  /** Not of the GS1 form: an account number, or a Mexican bill. Without separators. */
  | { readonly kind: 'plain'; readonly code: string }
  /** A QR code for a bank's app. */
  | { readonly kind: 'payment-qr' }
  | { readonly kind: 'web-address' }
  | { readonly kind: 'unreadable'; readonly reason: UnreadableReason };

/** `no-reference`: the first of several codes, or cut after the collector's number. */
export type UnreadableReason = 'too-long' | 'doubled' | 'cut' | 'no-reference';

/** Longer than three references, amount, currency and date with every mark. */
export const MAX_BILL_CODE_LENGTH = 240;
/** As long as most account numbers; parts of a bill's code are longer. */
const MAX_SHORT_CODE_LENGTH = 24;
/** Longer than any account number. */
const MAX_PLAIN_LENGTH = 64;

/** Amount lengths on real bills, the usual ones filled up with zeros; others are read, but are less natural. */
const USUAL_AMOUNT_LENGTHS: readonly number[] = [8, 10, 12, 14];
const KNOWN_AMOUNT_LENGTHS: readonly number[] = [...USUAL_AMOUNT_LENGTHS, 5, 6, 9];
/** A date field that was cut, at the end of an amount without a separator. */
const BEGINNING_OF_DATE = /(?:96(?:2(?:0\d{0,5})?)?|12(?:[23](?:\d(?:[01]\d?)?\d?)?)?)$/;
/** What a scanner or a keyboard layout adds before the code: a few characters behind a letter. */
const PREFIX_PATTERN = /^[^0-9A-Za-z]*[A-Za-z].{0,7}?(?=[^0-9A-Za-z]*415[^0-9A-Za-z]*(\d{13}))/s;
/** An amount that uses all of GS1's digits is one that swallowed the date. */
const MAX_PLAUSIBLE_AMOUNT_LENGTH = 14;

/** Parses any scanned text. Never throws. */
export function parseBillCode(scannedText: string): BillCode {
  const text = removePrefix(scannedText);
  if (isWebAddress(text)) return { kind: 'web-address' };
  if (isPaymentQr(text)) return { kind: 'payment-qr' };
  if (text.length > MAX_BILL_CODE_LENGTH) return { kind: 'unreadable', reason: 'too-long' };
  const segments = splitIntoSegments(text);
  const whole = segments.join('');
  const collector = /^41([56])(\d{13})(.*)$/s.exec(whole);
  if (collector === null) return toPlainCode(whole, segments.length);
  const [, lastDigit, gln = '', rest = ''] = collector;
  const hasFields = /^802[01]|^(39[01]|96|12).*8020/s.test(rest);
  // 416 is a misprint of 415 on some bills.
  if (!hasFields || (lastDigit === '6' && !isGlnValid(gln))) {
    if (!isGlnValid(gln)) return toPlainCode(whole, segments.length);
    if (/^(?:8(?:02?)?)?$/.test(rest)) return { kind: 'unreadable', reason: 'no-reference' };
    // A digit of the reference's own number is lost. By chance, one account of 5,000 begins like this.
    return whole.length > MAX_SHORT_CODE_LENGTH
      ? { kind: 'unreadable', reason: 'cut' }
      : toPlainCode(whole, segments.length);
  }
  if (isDoubled(whole)) return { kind: 'unreadable', reason: 'doubled' };
  const readings = readAll(segments);
  const typed = segments.length > 1 ? null : replaceTypedSeparators(whole);
  if (typed !== null) readings.push(...readAll(splitIntoSegments(typed)).filter(isReadable));
  const likelyReadings = dropUnlikely(removeDuplicates(readings.map(toReading)));
  return likelyReadings.length === 0
    ? { kind: 'unreadable', reason: 'cut' }
    : { kind: 'bill', gln, isGlnValid: isGlnValid(gln), readings: likelyReadings };
}

/** Whether more lines may follow: the text begins like the code of a bill. */
export function isBeginningOfBillCode(text: string): boolean {
  return /^[^0-9A-Za-z]*41[56][^0-9A-Za-z]*\d{13}/.test(removePrefix(text));
}

/** The symbology (`]C1`), also if a keyboard layout changed its sign, and a prefix of the scanner. */
function removePrefix(scannedText: string): string {
  const text = scannedText.trim().replace(/^[^0-9A-Za-z\]]*\][A-Za-z]\d/, '');
  const [prefix = '', gln = ''] = PREFIX_PATTERN.exec(text) ?? [];
  return isGlnValid(gln) ? text.slice(prefix.length) : text;
}

/** Keyboard layouts replace the signs of `https://`. */
function isWebAddress(text: string): boolean {
  return /^(?:https?[^0-9A-Za-z]|www[^0-9A-Za-z])/i.test(text);
}

/** EMVCo begins with its version; CoDi is JSON. */
function isPaymentQr(text: string): boolean {
  return /^000201(?:01021[12]|\d{4}.{30})/s.test(text) || /^[{[].*["':]/s.test(text);
}

function toPlainCode(code: string, segmentCount: number): BillCode {
  const isPartOfBillCode =
    code.length > MAX_SHORT_CODE_LENGTH && (segmentCount > 1 || /8020.{5,}390\d\d{4}/.test(code));
  if (isPartOfBillCode || code === '') return { kind: 'unreadable', reason: 'cut' };
  if (code.length > MAX_PLAIN_LENGTH) return { kind: 'unreadable', reason: 'too-long' };
  return { kind: 'plain', code };
}

function isDoubled(whole: string): boolean {
  return (
    whole.length % 2 === 0 && whole.slice(0, whole.length / 2) === whole.slice(whole.length / 2)
  );
}

function isReadable(fields: readonly BillCodeField[]): boolean {
  return !fields.some((field) => field.kind === 'date' && field.isUnreadable);
}

/** Reads the fields behind the collector's number in every possible way. */
function readAll(segments: readonly string[]): (readonly BillCodeField[])[] {
  const [first = '', ...others] = segments;
  // A separator behind the collector's number is not needed, but some print it.
  const rest = first.slice(3 + GLN_LENGTH).replace(/^8021/, '8020');
  const parts = rest === '' ? others : [rest, ...others];
  const repaired = parts.map((part, index) => (index === 0 ? part.replace(/^8021/, '8020') : part));
  const hasAmountOfItsOwn = repaired.some((part) => /^39[01]/.test(part));
  const waysPerPart = repaired.map((part) => {
    const single = readSingleField(part);
    if (single === null) return readGluedFields(part);
    // Between separators a field is what it says, unless it may have swallowed the next ones.
    const canContainOthers =
      repaired.length === 1 ||
      (single.kind === 'reference' && !hasAmountOfItsOwn) ||
      (single.kind === 'amount' && single.digits.length > MAX_PLAUSIBLE_AMOUNT_LENGTH);
    if (!canContainOthers) return [[single]];
    return [[single], ...readGluedFields(part).filter((fields) => fields.length > 1)];
  });
  return waysPerPart
    .reduce<(readonly BillCodeField[])[]>(
      (sequences, ways) =>
        sequences.flatMap((sequence) => ways.map((way) => [...sequence, ...way])),
      [[]],
    )
    .filter(
      (fields) => isFieldCountValid(fields) && fields.some(({ kind }) => kind === 'reference'),
    );
}

interface RatedReading {
  readonly reading: BillCodeReading;
  /** References before and behind the amount, which no bill has. */
  readonly isOutOfOrder: boolean;
  readonly hasDateField: boolean;
}

function toReading(fields: readonly BillCodeField[]): RatedReading {
  const amount = fields.find((field) => field.kind === 'amount') ?? null;
  const date = fields.find((field) => field.kind === 'date') ?? null;
  const value = amount === null ? null : toDecimal(amount.digits, amount.decimals);
  return {
    reading: {
      references: fields.flatMap((field) => (field.kind === 'reference' ? [field.value] : [])),
      amount: value === null ? null : { value, currency: amount?.currency ?? null },
      amountLength: amount?.digits.length ?? null,
      dueDate: date?.date ?? null,
      possiblyCutField: findPossiblyCutField(fields.at(-1)),
    },
    isOutOfOrder: /reference.*amount.*reference/.test(fields.map(({ kind }) => kind).join(' ')),
    hasDateField: date?.isLong === true,
  };
}

function findPossiblyCutField(
  last: BillCodeField | undefined,
): BillCodeReading['possiblyCutField'] {
  if (last?.kind === 'amount') {
    // A cut date can contain the number of an amount, which then has few digits.
    const isShort = last.digits.length < Math.min(...KNOWN_AMOUNT_LENGTHS);
    return isShort || BEGINNING_OF_DATE.test(last.digits) ? 'amount' : null;
  }
  return last?.kind === 'reference' ? 'reference' : null;
}

/** The amount as decimal text; null for zero, and if the decimals are open. */
function toDecimal(digits: string, decimals: number | null): string | null {
  if (decimals === null || /^0*$/.test(digits)) return null;
  const padded = digits.padStart(decimals + 1, '0');
  const whole = padded.slice(0, padded.length - decimals).replace(/^0+(?=\d)/, '');
  return decimals === 0 ? whole : `${whole}.${padded.slice(padded.length - decimals)}`;
}

function removeDuplicates(readings: readonly RatedReading[]): readonly RatedReading[] {
  return [...new Map(readings.map((rated) => [JSON.stringify(rated.reading), rated])).values()];
}

/**
 * Drops readings that no bill has if a natural one remains: one without an amount whose digits
 * happen to be a date and an amount, one with references on both sides of the amount, and an amount
 * that swallowed the date. Nothing else is dropped:
 * a person decides between the others.
 */
function dropUnlikely(readings: readonly RatedReading[]): readonly BillCodeReading[] {
  const hasNatural = readings.some(
    ({ reading: { amountLength }, hasDateField, isOutOfOrder }) =>
      !isOutOfOrder &&
      hasDateField &&
      amountLength !== null &&
      KNOWN_AMOUNT_LENGTHS.includes(amountLength),
  );
  const hasPlausible = readings.some(
    ({ reading: { amountLength } }) =>
      amountLength !== null && amountLength <= MAX_PLAUSIBLE_AMOUNT_LENGTH,
  );
  return readings
    .filter(({ reading: { amountLength }, isOutOfOrder }) => {
      if (amountLength === null || isOutOfOrder) return !hasNatural;
      return amountLength <= MAX_PLAUSIBLE_AMOUNT_LENGTH || !hasPlausible;
    })
    .toSorted((a, b) => computeOrder(a) - computeOrder(b))
    .map(({ reading }) => reading);
}

/** Lower is more natural. */
function computeOrder({ reading, hasDateField }: RatedReading): number {
  const dateOrder = hasDateField ? 0 : 1;
  return computeAmountOrder(reading.amountLength) + dateOrder + 3 * (reading.references.length - 1);
}

function computeAmountOrder(length: number | null): number {
  if (length === null) return 7;
  if (USUAL_AMOUNT_LENGTHS.includes(length)) return 0;
  return KNOWN_AMOUNT_LENGTHS.includes(length) ? 2 : 6;
}
