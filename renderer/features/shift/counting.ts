import { type CashCount, type CashState, MOST_PIECES } from '../../../shared/contract/index.ts';
import { add, type Money, money, parseAmount, times, zero } from '../../../shared/money/index.ts';

/** What was typed into the fields of a count, by field; a field that is missing is empty. */
export type TypedCount = Readonly<Record<string, string>>;

export type PieceFault = 'letters' | 'negative' | 'decimals' | 'tooLarge';

export const OTHER = 'other';

export function fieldOf(currency: string, value: string): string {
  return `${currency} ${value}`;
}

/** Pieces as a person types them; nothing typed is none. */
export function parsePieces(typed: string): { count: number } | { fault: PieceFault } {
  const bare = typed.trim();
  if (bare === '') return { count: 0 };
  if (/^[-−]\d+$/.test(bare)) return { fault: 'negative' };
  if (/^\d+[.,]\d+$/.test(bare)) return { fault: 'decimals' };
  if (!/^\d+$/.test(bare)) return { fault: 'letters' };
  // Digits beyond what a number holds exactly are too many in any case.
  const count = bare.length > 9 ? Number.MAX_SAFE_INTEGER : Number(bare);
  return count > MOST_PIECES ? { fault: 'tooLarge' } : { count };
}

export function valuesOf(state: CashState, currency: string): readonly string[] {
  return state.denominations.find((one) => one.currency === currency)?.values ?? [];
}

/** The counts as they are given to main; null while a field cannot be read. */
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
    const other = typed[fieldOf(currency, OTHER)] ?? '';
    const parsed = parseAmount(other.trim() === '' ? '0' : other, currency, locale);
    if (!parsed.ok) return null;
    counts.push({ currency, pieces, other: parsed.value.amount });
  }
  return counts;
}

/** What they add up to, in one currency. */
export function sumOf({ currency, pieces, other }: CashCount): Money {
  return pieces.reduce(
    (sum, { value, count }) => add(sum, times(money(value, currency), count)),
    add(zero(currency), money(other, currency)),
  );
}
