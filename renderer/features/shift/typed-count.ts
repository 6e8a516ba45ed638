import {
  type CashCount,
  type CashState,
  MAX_PIECES_PER_DENOMINATION,
} from '../../../shared/contract/index.ts';
import {
  add,
  createMoney,
  createZero,
  type Money,
  multiplyBy,
  parseAmount,
} from '../../../shared/money/index.ts';

/** The typed fields of a count. A missing field counts as empty. */
export type TypedCountFields = Readonly<Record<string, string>>;

export type InvalidPieceCountReason = 'letters' | 'negative' | 'decimals' | 'tooLarge';

/** The field for money besides the pieces. */
export const OTHER_CASH_FIELD = 'other';
/** The field for the whole sum, instead of all other fields. */
export const CASH_SUM_FIELD = 'sum';

export function getCountFieldName(currency: string, value: string): string {
  return `${currency} ${value}`;
}

/** Parses a typed number of pieces; an empty field means zero. */
export function parsePieceCount(
  typed: string,
): { count: number } | { reason: InvalidPieceCountReason } {
  const trimmed = typed.trim();
  if (trimmed === '') return { count: 0 };
  if (/^[-−]\d+$/.test(trimmed)) return { reason: 'negative' };
  if (/^\d+[.,]\d+$/.test(trimmed)) return { reason: 'decimals' };
  if (!/^\d+$/.test(trimmed)) return { reason: 'letters' };
  // More digits exceed the maximum in any case.
  const count = trimmed.length > 9 ? Number.MAX_SAFE_INTEGER : Number(trimmed);
  return count > MAX_PIECES_PER_DENOMINATION ? { reason: 'tooLarge' } : { count };
}

export function getDenominationValues(state: CashState, currency: string): readonly string[] {
  return (
    state.denominations.find((denomination) => denomination.currency === currency)?.values ?? []
  );
}

/** Returns whether a currency is counted by its sum or by pieces; null while nothing is typed. */
export function getCountMethod(typed: TypedCountFields, currency: string): 'sum' | 'pieces' | null {
  const filledFields = Object.entries(typed).filter(
    ([field, text]) => field.startsWith(getCountFieldName(currency, '')) && text.trim() !== '',
  );
  if (filledFields.length === 0) return null;
  return filledFields.some(([field]) => field === getCountFieldName(currency, CASH_SUM_FIELD))
    ? 'sum'
    : 'pieces';
}

/** Returns the counts for main; null if a field is invalid. */
export function parseCounts(
  state: CashState,
  currencies: readonly string[],
  typed: TypedCountFields,
  locale: string,
): readonly CashCount[] | null {
  const counts: CashCount[] = [];
  for (const currency of currencies) {
    const pieces: CashCount['pieces'] = [];
    for (const value of getDenominationValues(state, currency)) {
      const parsedPieces = parsePieceCount(typed[getCountFieldName(currency, value)] ?? '');
      if ('reason' in parsedPieces) return null;
      if (parsedPieces.count > 0) pieces.push({ value, count: parsedPieces.count });
    }
    const isCountedBySum = getCountMethod(typed, currency) === 'sum';
    const amountText =
      typed[getCountFieldName(currency, isCountedBySum ? CASH_SUM_FIELD : OTHER_CASH_FIELD)] ?? '';
    const parsed = parseAmount(amountText.trim() === '' ? '0' : amountText, currency, locale);
    if (!parsed.ok) return null;
    counts.push({ currency, pieces, other: parsed.value.amount });
  }
  return counts;
}

/** Returns the total of a count. */
export function computeCountTotal({ currency, pieces, other }: CashCount): Money {
  return pieces.reduce(
    (sum, { value, count }) => add(sum, multiplyBy(createMoney(value, currency), count)),
    add(createZero(currency), createMoney(other, currency)),
  );
}
