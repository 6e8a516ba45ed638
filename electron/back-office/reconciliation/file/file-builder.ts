import type { OmittedTransaction } from '../../../../shared/contract/index.ts';
import type { PerformedTransaction } from '../types.ts';
import { formatRegisterLine } from './register-line.ts';

/** Totals per currency. They are summed in hundredths, so they are exact for any number of rows. */
export interface DailyFileTotals {
  readonly lines: number;
  /** Decimal text with 2 decimals, per currency as sent, ordered by currency code. */
  readonly totals: readonly { readonly amount: string; readonly currency: string }[];
  /** The transactions that the file cannot hold. */
  readonly leftOut: readonly OmittedTransaction[];
}

export interface DailyFileBuilder {
  /** The HEADER line. */
  readonly header: string;
  /** Formats the text that these transactions add. */
  formatLines(transactions: readonly PerformedTransaction[]): string;
  /** Formats the FOOTER line, without a line break after it. */
  formatFooter(): string;
  getTotals(): DailyFileTotals;
}

/**
 * Builds the file's text. Holds totals and omitted transactions, never lines. `date` is `YYYYMMDD`.
 */
export function createDailyFileBuilder(headerDate: string): DailyFileBuilder {
  let lines = 0;
  const sums = new Map<string, bigint>();
  const leftOut: OmittedTransaction[] = [];
  return {
    header: `HEADER|${headerDate}`,
    formatLines: (transactions) => {
      let text = '';
      for (const transaction of transactions) {
        const result = formatRegisterLine(transaction);
        if (!result.ok) {
          leftOut.push(toOmittedTransaction(transaction, result.field));
          continue;
        }
        lines += 1;
        sums.set(transaction.currency, (sums.get(transaction.currency) ?? 0n) + result.hundredths);
        text += `\n${result.line}`;
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

function toOmittedTransaction(
  transaction: PerformedTransaction,
  field: OmittedTransaction['field'],
): OmittedTransaction {
  const { paymentId, externalId, amount, currency } = transaction;
  return { paymentId, externalId, amount: { amount, currency }, field };
}

/** Formats hundredths as decimal text with 2 decimals. */
export function formatHundredths(hundredths: bigint): string {
  const digits = String(hundredths).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
