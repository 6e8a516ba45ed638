import type { LeftOut } from '../../../shared/contract/index.ts';
import type { PerformedTransaction } from '../types.ts';
import { registerLine } from './line.ts';

/** In totals by currency, an amount in hundredths is exact whatever the day's size. */
export interface FileTotals {
  readonly lines: number;
  /** Decimal text with 2 decimals, by currency as it was sent, in the order of their codes. */
  readonly totals: readonly { readonly amount: string; readonly currency: string }[];
  /** The transactions that the file cannot hold. */
  readonly leftOut: readonly LeftOut[];
}

export interface FileBuilder {
  /** The beginning: the HEADER line. */
  readonly header: string;
  /** The text that these transactions add. */
  add(transactions: readonly PerformedTransaction[]): string;
  /** The end: the FOOTER line, without a line break behind it. */
  footer(): string;
  totals(): FileTotals;
}

/** Pure: it holds totals and omitted transactions, never lines. `date` is `YYYYMMDD`. */
export function createFileBuilder(date: string): FileBuilder {
  let lines = 0;
  const sums = new Map<string, bigint>();
  const leftOut: LeftOut[] = [];
  return {
    header: `HEADER|${date}`,
    add: (transactions) => {
      let text = '';
      for (const one of transactions) {
        const made = registerLine(one);
        if (!made.ok) {
          leftOut.push(leftOutOf(one, made.field));
          continue;
        }
        lines += 1;
        sums.set(one.currency, (sums.get(one.currency) ?? 0n) + made.hundredths);
        text += `\n${made.line}`;
      }
      return text;
    },
    footer: () => `\nFOOTER|${lines}`,
    totals: () => ({
      lines,
      totals: [...sums]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([currency, sum]) => ({ currency, amount: decimalOf(sum) })),
      leftOut,
    }),
  };
}

function leftOutOf(one: PerformedTransaction, field: LeftOut['field']): LeftOut {
  const { paymentId, externalId, amount, currency } = one;
  return { paymentId, externalId, amount: { amount, currency }, field };
}

/** Hundredths as decimal text with 2 decimals. */
export function decimalOf(hundredths: bigint): string {
  const digits = String(hundredths).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
