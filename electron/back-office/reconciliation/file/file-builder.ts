import type { OmittedTransaction } from '../../../../shared/contract/index.ts';
import type { PerformedTransaction } from '../types.ts';
import { formatRegisterLine } from './register-line.ts';

/** In totals by currency, an amount in hundredths is exact whatever the day's size. */
export interface FileTotals {
  readonly lines: number;
  /** Decimal text with 2 decimals, by currency as it was sent, in the order of their codes. */
  readonly totals: readonly { readonly amount: string; readonly currency: string }[];
  /** The transactions that the file cannot hold. */
  readonly leftOut: readonly OmittedTransaction[];
}

export interface FileBuilder {
  /** The beginning: the HEADER line. */
  readonly header: string;
  /** The text that these transactions add. */
  formatLines(transactions: readonly PerformedTransaction[]): string;
  /** The end: the FOOTER line, without a line break behind it. */
  formatFooter(): string;
  getTotals(): FileTotals;
}

/** Pure: it holds totals and omitted transactions, never lines. `date` is `YYYYMMDD`. */
export function createFileBuilder(date: string): FileBuilder {
  let lines = 0;
  const sums = new Map<string, bigint>();
  const leftOut: OmittedTransaction[] = [];
  return {
    header: `HEADER|${date}`,
    formatLines: (transactions) => {
      let text = '';
      for (const one of transactions) {
        const made = formatRegisterLine(one);
        if (!made.ok) {
          leftOut.push(toLeftOut(one, made.field));
          continue;
        }
        lines += 1;
        sums.set(one.currency, (sums.get(one.currency) ?? 0n) + made.hundredths);
        text += `\n${made.line}`;
      }
      return text;
    },
    formatFooter: () => `\nFOOTER|${lines}`,
    getTotals: () => ({
      lines,
      totals: [...sums]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([currency, sum]) => ({ currency, amount: formatHundredths(sum) })),
      leftOut,
    }),
  };
}

function toLeftOut(
  one: PerformedTransaction,
  field: OmittedTransaction['field'],
): OmittedTransaction {
  const { paymentId, externalId, amount, currency } = one;
  return { paymentId, externalId, amount: { amount, currency }, field };
}

/** Hundredths as decimal text with 2 decimals. */
export function formatHundredths(hundredths: bigint): string {
  const digits = String(hundredths).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
