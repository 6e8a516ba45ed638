import type { TimeRange } from '../../../back-office/reconciliation/days/index.ts';
import {
  createDailyFileBuilder,
  type DailyFileTotals,
  formatHundredths,
  type PerformedTransaction,
  sumCanonicalRegisterLines,
} from '../../../back-office/reconciliation/file/index.ts';
import type { ChainQuery, ResultRow } from '../database/index.ts';
import { performedTransactionSchema } from '../performed-transaction.ts';

/** A page of the file's text, and the range of seconds of its transactions. */
export interface DailyFileLinesPage {
  /** Each line is preceded by a line break. */
  readonly text: string;
  readonly firstSecond: number;
  readonly lastSecond: number;
}

export interface ChainDailyFileLines {
  readonly header: string;
  readPages(): AsyncIterable<DailyFileLinesPage>;
  /** Valid once all pages are read, as is `totals`. */
  formatFooter(): string;
  getTotals(): DailyFileTotals;
}

/** Smaller pages need more processor time, and larger ones more memory. */
const DEFAULT_PAGE_ROWS = 10_000;
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

export function parsePerformedTransaction(value: unknown): PerformedTransaction {
  return performedTransactionSchema.parse(value);
}

/**
 * Creates the chain's lines of a day. The database formats them; each line is checked here by the
 * rules of the till's own builder. A page with a line that fails the check is built by the builder
 * itself, which leaves out, and reports, transactions that no file can hold. `query` must read one
 * snapshot.
 */
export function createChainDailyFileLines(
  query: ChainQuery,
  range: TimeRange,
  date: string,
  pageSize = DEFAULT_PAGE_ROWS,
): ChainDailyFileLines {
  const builder = createDailyFileBuilder(date);
  const plainTotals = { lines: 0, sums: new Map<string, bigint>() };

  type Position = readonly [second: number, ledger: unknown, payment: unknown];
  const toQueryValues = (after: Position): unknown[] => [
    range.since,
    range.until,
    ...after,
    pageSize,
  ];
  const readPage = (after: Position): Promise<ResultRow[]> =>
    query('SELECT * FROM chain.file_lines_v1($1, $2, $3, $4, $5, $6)', toQueryValues(after));

  async function* pages(): AsyncGenerator<DailyFileLinesPage> {
    let after: Position = [range.since, NIL_UUID, NIL_UUID];
    let nextPage: Promise<ResultRow[]> | null = readPage(after);
    while (nextPage !== null) {
      const [page]: ResultRow[] = await nextPage;
      if (page === undefined) return;
      const last: Position = [Number(page.second), page.ledger, page.payment];
      // The database reads the next page while this one is checked.
      nextPage = Number(page.rows) < pageSize ? null : readPage(last);
      nextPage?.catch(() => {});
      const plainText = checkPlainPage(page);
      if (plainText === null) await nextPage;
      const text = plainText ?? (await buildPage(toQueryValues(after)));
      yield { text, firstSecond: after[0], lastSecond: last[0] };
      after = last;
    }
  }

  /** Returns null if a line needs the builder; nothing is counted then. */
  const checkPlainPage = (page: ResultRow): string | null => {
    const text = typeof page.lines === 'string' ? page.lines : '';
    const summary = sumCanonicalRegisterLines(text);
    if (summary?.lines !== Number(page.rows)) return null;
    plainTotals.lines += summary.lines;
    for (const [currency, sum] of summary.sums) {
      plainTotals.sums.set(currency, (plainTotals.sums.get(currency) ?? 0n) + BigInt(sum));
    }
    return `\n${text}`;
  };

  const buildPage = async (values: readonly unknown[]): Promise<string> => {
    const rows = await query(
      'SELECT chain.file_rows_v1($1, $2, $3, $4, $5, $6) AS transaction',
      values,
    );
    return builder.formatLines(
      rows.map((row) => markUnwritable(parsePerformedTransaction(row.transaction))),
    );
  };

  const totals = (): DailyFileTotals => {
    const builderTotals = builder.getTotals();
    const sums = new Map(plainTotals.sums);
    for (const { amount, currency } of builderTotals.totals) {
      sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amount.replace('.', '')));
    }
    return {
      lines: plainTotals.lines + builderTotals.lines,
      totals: [...sums]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([currency, sum]) => ({ currency, amount: formatHundredths(sum) })),
      leftOut: builderTotals.leftOut,
    };
  };

  return {
    header: builder.header,
    readPages: pages,
    formatFooter: () => `\nFOOTER|${totals().lines}`,
    getTotals: totals,
  };
}

/**
 * The till replaces characters that no JSON in a database can hold by this character. No file can
 * hold them either: a field with it is rejected, as the original field would have been.
 */
const REPLACEMENT_CHARACTERS = /\ufffd/g;

function markUnwritable(transaction: PerformedTransaction): PerformedTransaction {
  return {
    ...transaction,
    accountNumber: transaction.accountNumber.replace(REPLACEMENT_CHARACTERS, '\u0000'),
    authorization: transaction.authorization?.replace(REPLACEMENT_CHARACTERS, '\u0000') ?? null,
    posNumber: transaction.posNumber?.replace(REPLACEMENT_CHARACTERS, '\u0000') ?? null,
  };
}
