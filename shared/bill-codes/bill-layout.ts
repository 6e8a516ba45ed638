import { parseShortDate } from './due-date.ts';

/** Where the account stands: positions of one of the references, from 1; null for up to its end. */
export interface AccountPlace {
  readonly reference: number;
  readonly from: number;
  readonly to: number | null;
}

export const WHOLE_REFERENCE: AccountPlace = { reference: 1, from: 1, to: null };

/** `certain`: a published rule, or independent sources agree. `probable`: one source. */
export type LayoutCertainty = 'certain' | 'probable';

/** The lengths of the parts of a code that a collector's bills are known to have; empty if unknown. */
export interface KnownLengths {
  /** Of the reference in which the account stands. */
  readonly referenceLengths: readonly number[];
  /** Of the amount's digits, with the zeros before it. */
  readonly amountLengths: readonly number[];
}

export const UNKNOWN_LENGTHS: KnownLengths = { referenceLengths: [], amountLengths: [] };

/** The bills of a collector, who is named by the GLN in the code. */
export interface CollectorLayout extends KnownLengths {
  readonly id: string;
  readonly glns: readonly string[];
  /** The collector's name, by which billers of the service's list are proposed; never chosen. */
  readonly collector: string;
  readonly account: AccountPlace;
  readonly certainty: LayoutCertainty;
  /** Where it is from. */
  readonly source: string;
}

/** Digits of a code without GS1's form, from 1. */
export interface DigitPlace {
  readonly from: number;
  readonly to: number;
}

/** The form of a code that names no collector. */
export interface CodePattern {
  readonly length: number;
  /** What the code begins with; empty for anything. */
  readonly beginning: string;
  readonly account: DigitPlace;
  readonly amount: (DigitPlace & { readonly decimals: number }) | null;
  /** YYMMDD. */
  readonly dueDate: DigitPlace | null;
}

/**
 * A bill whose code names no collector: length and form alone. It offers billers as candidates, and
 * never chooses one.
 */
export interface PatternLayout extends CodePattern {
  readonly id: string;
  readonly collector: string;
  readonly certainty: LayoutCertainty;
  readonly source: string;
}

/** Returns the account in the references; null if they are too short for the layout. */
export function readAccount(references: readonly string[], place: AccountPlace): string | null {
  const reference = references[place.reference - 1] ?? '';
  const end = place.to ?? reference.length;
  if (reference.length < Math.max(end, place.from)) return null;
  return reference.slice(place.from - 1, end);
}

export function isSamePlace(a: AccountPlace, b: AccountPlace): boolean {
  return a.reference === b.reference && a.from === b.from && a.to === b.to;
}

/** What a code says by a pattern. */
export interface PatternReading {
  readonly accountNumber: string;
  /** Decimal text; null for none or zero. */
  readonly amount: string | null;
  readonly dueDate: string | null;
}

/** Reads a code by the pattern; null if it does not fit. */
export function readByPattern(code: string, layout: CodePattern): PatternReading | null {
  if (code.length !== layout.length || !code.startsWith(layout.beginning)) return null;
  const getDigits = ({ from, to }: DigitPlace): string => code.slice(from - 1, to);
  const accountNumber = getDigits(layout.account);
  const amountDigits = layout.amount === null ? '0' : getDigits(layout.amount);
  const dueDate = layout.dueDate === null ? 'none' : parseShortDate(getDigits(layout.dueDate));
  if (dueDate === null || !/^\d+$/.test(amountDigits) || /^0*$/.test(accountNumber)) return null;
  const decimals = layout.amount?.decimals ?? 0;
  const units = amountDigits.padStart(decimals + 1, '0');
  const whole = units.slice(0, units.length - decimals).replace(/^0+(?=\d)/, '');
  const amount = decimals === 0 ? whole : `${whole}.${units.slice(units.length - decimals)}`;
  return {
    accountNumber,
    amount: /^0*$/.test(amountDigits) ? null : amount,
    dueDate: dueDate === 'none' ? null : dueDate,
  };
}
