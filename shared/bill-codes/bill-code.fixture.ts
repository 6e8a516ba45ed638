import fc from 'fast-check';
import type { BillCodeReading } from './parse-bill-code.ts';
import { SEPARATOR } from './split-into-segments.ts';

/** What a bill says, from which tests make codes. */
export interface TestBill {
  readonly gln: string;
  readonly references: readonly string[];
  /** The digits as printed, and the number of decimals in field 390n, or 391n with a currency. */
  readonly amount: {
    readonly digits: string;
    readonly decimals: number;
    readonly currency?: keyof typeof CURRENCY_NUMBERS | undefined;
  } | null;
  /** `YYYY-MM-DD` */
  readonly dueDate: string | null;
  /** The field of the date; 96 if omitted. */
  readonly dateField?: '96' | '12';
}

const CURRENCY_NUMBERS = { COP: '170', USD: '840' } as const;

/** Returns the twelve digits with their check digit. */
export function createGln(digits: string): string {
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** The fields of a bill in Colombia's order. */
export function listTestFields(bill: TestBill): readonly string[] {
  const date = bill.dueDate?.replaceAll('-', '') ?? null;
  return [
    ...bill.references.map((reference) => `8020${reference}`),
    ...(bill.amount === null ? [] : [createAmountField(bill.amount)]),
    ...(date === null ? [] : [bill.dateField === '12' ? `12${date.slice(2)}` : `96${date}`]),
  ];
}

function createAmountField({
  digits,
  decimals,
  currency,
}: NonNullable<TestBill['amount']>): string {
  return currency === undefined
    ? `390${decimals}${digits}`
    : `391${decimals}${CURRENCY_NUMBERS[currency]}${digits}`;
}

export function createTestCode(bill: TestBill, separator = SEPARATOR): string {
  return `415${bill.gln}${listTestFields(bill).join(separator)}`;
}

/** What a code of this bill must be read as, apart from the order of its fields. */
export function toExpectedReading(
  bill: TestBill,
): Pick<BillCodeReading, 'references' | 'amount' | 'dueDate'> {
  const { amount } = bill;
  const units = amount === null ? 0n : BigInt(amount.digits);
  const scale = 10n ** BigInt(amount?.decimals ?? 0);
  const fraction = (units % scale).toString().padStart(amount?.decimals ?? 0, '0');
  const value = amount?.decimals === 0 ? `${units}` : `${units / scale}.${fraction}`;
  return {
    references: bill.references,
    amount: amount === null || units === 0n ? null : { value, currency: amount.currency ?? null },
    dueDate: bill.dueDate,
  };
}

const digits = (min: number, max: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max });

const amounts = fc
  .record({
    length: fc.constantFrom(5, 6, 8, 9, 10, 12, 14),
    significant: digits(1, 7),
    isPadded: fc.boolean(),
    random: digits(14, 14),
    decimals: fc.constantFrom(0, 0, 0, 2, 1, 3),
    currency: fc.constantFrom(undefined, undefined, undefined, 'COP' as const, 'USD' as const),
  })
  .map(({ length, significant, isPadded, random, decimals, currency }) => ({
    digits: isPadded ? significant.padStart(length, '0').slice(-length) : random.slice(0, length),
    decimals,
    currency,
  }));

const dates = fc
  .record({ year: fc.integer({ min: 2005, max: 2045 }), day: fc.integer({ min: 0, max: 364 }) })
  .map(({ year, day }) => new Date(Date.UTC(year, 0, 1 + day)).toISOString().slice(0, 10));

/** Bills in the forms that are printed: never a date without an amount. */
export const testBills: fc.Arbitrary<TestBill> = fc
  .record({
    gln: digits(12, 12).map(createGln),
    references: fc.array(digits(4, 24), { minLength: 1, maxLength: 3 }),
    amount: fc.option(amounts, { freq: 6 }),
    date: fc.option(dates, { freq: 4 }),
    dateField: fc.constantFrom('96' as const, '96' as const, '96' as const, '12' as const),
  })
  .map(({ gln, references, amount, date, dateField }) => ({
    gln,
    references,
    amount,
    dueDate: amount === null ? null : date,
    dateField,
  }));
