import { type CashCount, type CashState, MAX_PIECES } from '../../../shared/contract/index.ts';
import {
  add,
  createMoney,
  createZero,
  type Money,
  multiplyBy,
  parseAmount,
} from '../../../shared/money/index.ts';

/** The typed fields of a count; a missing field is empty. */
export type TypedCount = Readonly<Record<string, string>>;

export type InvalidPieceCountReason = 'letters' | 'negative' | 'decimals' | 'tooLarge';

/** Money beside the pieces. */
export const OTHER_FIELD = 'other';
/** All of it in one sum, instead of everything else. */
export const SUM_FIELD = 'sum';

export function getFieldName(currency: string, value: string): string {
  return `${currency} ${value}`;
}

/** Pieces as typed; an empty field is none. */
export function parsePieces(typed: string): { count: number } | { fault: InvalidPieceCountReason } {
  const bare = typed.trim();
  if (bare === '') return { count: 0 };
  if (/^[-−]\d+$/.test(bare)) return { fault: 'negative' };
  if (/^\d+[.,]\d+$/.test(bare)) return { fault: 'decimals' };
  if (!/^\d+$/.test(bare)) return { fault: 'letters' };
  // More digits than a number holds exactly are too many anyway.
  const count = bare.length > 9 ? Number.MAX_SAFE_INTEGER : Number(bare);
  return count > MAX_PIECES ? { fault: 'tooLarge' } : { count };
}

export function getDenominationValues(state: CashState, currency: string): readonly string[] {
  return state.denominations.find((one) => one.currency === currency)?.values ?? [];
}

/** Whether a currency is counted by its sum, or piece by piece; null as long as nothing is typed. */
export function getCountMethod(typed: TypedCount, currency: string): 'sum' | 'pieces' | null {
  const filled = Object.entries(typed).filter(
    ([field, text]) => field.startsWith(getFieldName(currency, '')) && text.trim() !== '',
  );
  if (filled.length === 0) return null;
  return filled.some(([field]) => field === getFieldName(currency, SUM_FIELD)) ? 'sum' : 'pieces';
}

/** The counts for main; null if a field cannot be read. */
export function parseCounts(
  state: CashState,
  currencies: readonly string[],
  typed: TypedCount,
  locale: string,
): readonly CashCount[] | null {
  const counts: CashCount[] = [];
  for (const currency of currencies) {
    const pieces: CashCount['pieces'] = [];
    for (const value of getDenominationValues(state, currency)) {
      const read = parsePieces(typed[getFieldName(currency, value)] ?? '');
      if ('fault' in read) return null;
      if (read.count > 0) pieces.push({ value, count: read.count });
    }
    const isSum = getCountMethod(typed, currency) === 'sum';
    const other = typed[getFieldName(currency, isSum ? SUM_FIELD : OTHER_FIELD)] ?? '';
    const parsed = parseAmount(other.trim() === '' ? '0' : other, currency, locale);
    if (!parsed.ok) return null;
    counts.push({ currency, pieces, other: parsed.value.amount });
  }
  return counts;
}

/** Their sum in one currency. */
export function computeTotal({ currency, pieces, other }: CashCount): Money {
  return pieces.reduce(
    (sum, { value, count }) => add(sum, multiplyBy(createMoney(value, currency), count)),
    add(createZero(currency), createMoney(other, currency)),
  );
}
