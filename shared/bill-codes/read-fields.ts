import { parseLongDate, parseShortDate } from './due-date.ts';

/** One field of a bill's code, as GS1 defines it. */
export type BillCodeField =
  /** 8020 */
  | { readonly kind: 'reference'; readonly value: string }
  /** 390n and 391n. `decimals` is null if the printer left it open (`390y`). */
  | {
      readonly kind: 'amount';
      readonly digits: string;
      readonly decimals: number | null;
      /** ISO 4217; null if the code names none. */
      readonly currency: string | null;
    }
  /** 96 and 12. `date` is null for text that is no date, or for a code that says that it has none. */
  | {
      readonly kind: 'date';
      readonly date: string | null;
      readonly isUnreadable: boolean;
      /** Field 96: its eight digits are seldom a date by chance. */
      readonly isLong: boolean;
    };

const MAX_REFERENCE_LENGTH = 25;
const MAX_AMOUNT_LENGTH = 15;
const MAX_REFERENCES = 3;
/** The numeric currency codes (ISO 4217) of the countries whose bills carry them. */
const CURRENCIES: Readonly<Record<string, string>> = {
  '170': 'COP',
  '214': 'DOP',
  '222': 'SVC',
  '320': 'GTQ',
  '340': 'HNL',
  '484': 'MXN',
  '590': 'PAB',
  '604': 'PEN',
  '840': 'USD',
};

/** Reads a segment that is one field from its first to its last character; null if it is not. */
export function readSingleField(segment: string): BillCodeField | null {
  const [, identifier = '', value = ''] = /^(8020|390[\dy]|391\d|96|12)(.*)$/is.exec(segment) ?? [];
  switch (identifier.slice(0, 3).toLowerCase()) {
    case '802':
      return value !== '' && value.length <= MAX_REFERENCE_LENGTH
        ? { kind: 'reference', value }
        : null;
    case '390':
      return /^\d{1,15}$/.test(value) ? createAmount(identifier, value, null) : null;
    case '391':
      return /^\d{4,18}$/.test(value)
        ? createAmount(identifier, value.slice(3), CURRENCIES[value.slice(0, 3)] ?? null)
        : null;
    case '96': {
      if (value === '' || value.length > 90) return null;
      const date = /^\d{8}$/.test(value) ? parseLongDate(value) : null;
      return createDate(date, true);
    }
    case '12': {
      const date = /^\d{6}$/.test(value) ? parseShortDate(value) : null;
      return date === null ? null : createDate(date, false);
    }
    default:
      return null;
  }
}

/**
 * Reads a segment of several fields without separators in every way in which the whole of it is
 * fields. Only valid dates and known currencies count. An empty list: it is not such a segment.
 */
export function readGluedFields(segment: string): readonly (readonly BillCodeField[])[] {
  if (!/^[0-9A-Za-z]*$/.test(segment)) return [];
  const readFrom = (position: number): readonly (readonly BillCodeField[])[] => {
    if (position === segment.length) return [[]];
    return listFieldsAt(segment, position).flatMap(({ field, end }) =>
      (results[end] ?? []).map((rest) => [field, ...rest]),
    );
  };
  // From the end, so that each position is read once.
  const results: (readonly (readonly BillCodeField[])[])[] = [];
  for (let position = segment.length; position >= 0; position -= 1) {
    results[position] = readFrom(position).filter(isFieldCountValid);
  }
  return results[0] ?? [];
}

/** Whether each kind of field occurs at most as often as on a bill. */
export function isFieldCountValid(fields: readonly BillCodeField[]): boolean {
  const count = (kind: BillCodeField['kind']): number =>
    fields.filter((field) => field.kind === kind).length;
  return count('reference') <= MAX_REFERENCES && count('amount') <= 1 && count('date') <= 1;
}

interface PlacedField {
  readonly field: BillCodeField;
  readonly end: number;
}

function listFieldsAt(segment: string, position: number): readonly PlacedField[] {
  const rest = segment.slice(position);
  if (rest.startsWith('8020')) {
    return listLengths(rest.length - 4, MAX_REFERENCE_LENGTH).map((length) => ({
      field: { kind: 'reference', value: rest.slice(4, 4 + length) },
      end: position + 4 + length,
    }));
  }
  const [, decimals, currencyCode] = /^39(?:0([0-3])|1[0-3](\d{3}))\d/.exec(rest) ?? [];
  if (decimals !== undefined) return listAmounts(rest, position, 4, null);
  if (currencyCode !== undefined) {
    const currency = CURRENCIES[currencyCode];
    return currency === undefined ? [] : listAmounts(rest, position, 7, currency);
  }
  const [, longDate, shortDate] = /^(?:96(\d{8})|12(\d{6}))/.exec(rest) ?? [];
  const date = longDate === undefined ? parseShortDate(shortDate ?? '') : parseLongDate(longDate);
  if (date === null) return [];
  return [
    {
      field: createDate(date, longDate !== undefined),
      end: position + (longDate === undefined ? 8 : 10),
    },
  ];
}

function listAmounts(
  rest: string,
  position: number,
  start: number,
  currency: string | null,
): readonly PlacedField[] {
  const digits = /^\d+/.exec(rest.slice(start))?.[0] ?? '';
  return listLengths(digits.length, MAX_AMOUNT_LENGTH).map((length) => ({
    field: createAmount(rest, digits.slice(0, length), currency),
    end: position + start + length,
  }));
}

function listLengths(available: number, max: number): readonly number[] {
  return Array.from({ length: Math.max(0, Math.min(available, max)) }, (_, index) => index + 1);
}

function createAmount(identifier: string, digits: string, currency: string | null): BillCodeField {
  const decimals = /\d/.test(identifier[3] ?? '') ? Number(identifier[3]) : null;
  return { kind: 'amount', digits, decimals, currency };
}

function createDate(date: string | null, isLong: boolean): BillCodeField {
  return { kind: 'date', date: date === 'none' ? null : date, isUnreadable: date === null, isLong };
}
