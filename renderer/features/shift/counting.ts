import { type CashCount, type CashState, MOST_PIECES } from '../../../shared/contract/index.ts';
import { add, type Money, money, parseAmount, times, zero } from '../../../shared/money/index.ts';

/** The typed fields of a count; a missing field is empty. */
export type TypedCount = Readonly<Record<string, string>>;

export type PieceFault = 'letters' | 'negative' | 'decimals' | 'tooLarge';

/** Money beside the pieces. */
export const OTHER = 'other';
/** All of it in one sum, instead of everything else. */
export const SUM = 'sum';

export function fieldOf(currency: string, value: string): string {
  return `${currency} ${value}`;
}

/** Pieces as typed; an empty field is none. */
export function parsePieces(typed: string): { count: number } | { fault: PieceFault } {
  const bare = typed.trim();
  if (bare === '') return { count: 0 };
  if (/^[-−]\d+$/.test(bare)) return { fault: 'negative' };
  if (/^\d+[.,]\d+$/.test(bare)) return { fault: 'decimals' };
  if (!/^\d+$/.test(bare)) return { fault: 'letters' };
  // More digits than a number holds exactly are too many anyway.
  const count = bare.length > 9 ? Number.MAX_SAFE_INTEGER : Number(bare);
  return count > MOST_PIECES ? { fault: 'tooLarge' } : { count };
}

export function valuesOf(state: CashState, currency: string): readonly string[] {
  return state.denominations.find((one) => one.currency === currency)?.values ?? [];
}

/** Whether a currency is counted by its sum, or piece by piece; null as long as nothing is typed. */
export function wayOf(typed: TypedCount, currency: string): 'sum' | 'pieces' | null {
  const filled = Object.entries(typed).filter(
    ([field, text]) => field.startsWith(fieldOf(currency, '')) && text.trim() !== '',
  );
  if (filled.length === 0) return null;
  return filled.some(([field]) => field === fieldOf(currency, SUM)) ? 'sum' : 'pieces';
}

/** The counts for main; null if a field cannot be read. */
export function readCounts(
  state: CashState,
  currencies: readonly string[],
  typed: TypedCount,
  locale: string,
): readonly CashCount[] | null {
  const counts: CashCount[] = [];
  for (const currency of currencies) {
    const pieces: CashCount['pieces'] = [];
    for (const value of valuesOf(state, currency)) {
      const read = parsePieces(typed[fieldOf(currency, value)] ?? '');
      if ('fault' in read) return null;
      if (read.count > 0) pieces.push({ value, count: read.count });
    }
    const isSum = wayOf(typed, currency) === 'sum';
    const other = typed[fieldOf(currency, isSum ? SUM : OTHER)] ?? '';
    const parsed = parseAmount(other.trim() === '' ? '0' : other, currency, locale);
    if (!parsed.ok) return null;
    counts.push({ currency, pieces, other: parsed.value.amount });
  }
  return counts;
}

/** Their sum in one currency. */
export function sumOf({ currency, pieces, other }: CashCount): Money {
  return pieces.reduce(
    (sum, { value, count }) => add(sum, times(money(value, currency), count)),
    add(zero(currency), money(other, currency)),
  );
}
