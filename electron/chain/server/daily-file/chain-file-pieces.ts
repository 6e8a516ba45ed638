import { formatFileHeaderDate } from '../../../back-office/reconciliation/days/index.ts';
import {
  createDailyFileBuilder,
  type DailyFileTotals,
  formatHundredths,
  type PerformedTransaction,
  sumCanonicalRegisterLines,
} from '../../../back-office/reconciliation/file/index.ts';
import type { ChainDay } from '../chain-day.ts';
import type { ChainQuery, ResultRow } from '../database/index.ts';
import { performedTransactionSchema } from '../performed-transaction.ts';

/** The pieces of a day's file, which are read and stored in one snapshot of the database. */
export interface ChainFilePieces {
  /** Stores the pieces, and returns the text of each, in the order of the file. */
  store(): AsyncIterable<string>;
  /** Valid once all pieces are stored. */
  getTotals(): DailyFileTotals;
}

/** Smaller pages need more processor time, and larger ones more memory. */
const DEFAULT_PAGE_ROWS = 10_000;
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

export function parsePerformedTransaction(value: unknown): PerformedTransaction {
  return performedTransactionSchema.parse(value);
}

/**
 * Creates the pieces of a day's file. The database formats and stores the lines; each is checked
 * here by the rules of the till's own builder. A page with a line that fails the check is built
 * again by the builder itself, which leaves out, and reports, transactions that no file can hold.
 * `query` must run in one transaction that reads a snapshot.
 */
export function createChainFilePieces(
  query: ChainQuery,
  day: Pick<ChainDay, 'day' | 'since' | 'until' | 'dueAt'>,
  buildId: string,
  pageSize = DEFAULT_PAGE_ROWS,
): ChainFilePieces {
  const builder = createDailyFileBuilder(formatFileHeaderDate(day));
  const plainTotals = { lines: 0, sums: new Map<string, bigint>() };

  const storeText = async (piece: number, text: string): Promise<string> => {
    const bytes = Buffer.from(text, 'utf8');
    await query('SELECT chain.set_piece_v1($1, $2, $3, $4)', [day.day, buildId, piece, bytes]);
    return text;
  };

  /** The last payment of a page. */
  type Position = readonly [second: number, ledger: unknown, payment: unknown];
  const storePage = (piece: number, after: Position): Promise<ResultRow[]> =>
    query('SELECT * FROM chain.add_lines_v1($1, $2, $3, $4, $5, $6, $7, $8)', [
      day.day,
      buildId,
      piece,
      day.until,
      ...after,
      pageSize,
    ]);

  async function* store(): AsyncGenerator<string> {
    yield await storeText(0, builder.header);
    let piece = 1;
    let after: Position = [day.since, NIL_UUID, NIL_UUID];
    let nextPage: Promise<ResultRow[]> | null = storePage(piece, after);
    while (nextPage !== null) {
      const [page]: ResultRow[] = await nextPage;
      if (page === undefined) break;
      const last: Position = [Number(page.second), page.ledger, page.payment];
      // The database formats the next page while this one is checked.
      nextPage = Number(page.rows) < pageSize ? null : storePage(piece + 1, last);
      nextPage?.catch(() => {});
      yield checkPlainPage(page) ?? (await storeText(piece, await buildPage(after)));
      piece += 1;
      after = last;
    }
    yield await storeText(piece, formatFooter());
  }

  /** Returns null if a line needs the builder; nothing is counted then. */
  const checkPlainPage = ({ lines, rows }: ResultRow): string | null => {
    // Each line is preceded by a line break.
    const text = typeof lines === 'string' ? lines : '';
    const summary = sumCanonicalRegisterLines(text.slice(1));
    if (summary?.lines !== Number(rows)) return null;
    plainTotals.lines += summary.lines;
    for (const [currency, sum] of summary.sums) {
      plainTotals.sums.set(currency, (plainTotals.sums.get(currency) ?? 0n) + BigInt(sum));
    }
    return text;
  };

  const buildPage = async (after: Position): Promise<string> => {
    const rows = await query('SELECT chain.file_rows_v1($1, $2, $3, $4, $5, $6) AS transaction', [
      day.since,
      day.until,
      ...after,
      pageSize,
    ]);
    return builder.formatLines(
      rows.map((row) => markUnwritable(parsePerformedTransaction(row.transaction))),
    );
  };

  const getTotals = (): DailyFileTotals => {
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
  const formatFooter = (): string => `\nFOOTER|${getTotals().lines}`;

  return { store, getTotals };
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
