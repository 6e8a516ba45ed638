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

/** A payment's place in the file. */
type Position = readonly [second: number, ledger: unknown, payment: unknown];

interface PageEnd {
  /** The page's last payment; on the last page, the end of the day. */
  readonly position: Position;
  readonly isLast: boolean;
}

interface PageInProgress {
  readonly piece: number;
  /** The last payment of the page before, or the beginning of the day. */
  readonly after: Position;
  readonly end: Promise<PageEnd>;
  readonly lines: Promise<ResultRow[]>;
}

export function parsePerformedTransaction(value: unknown): PerformedTransaction {
  return performedTransactionSchema.parse(value);
}

/**
 * Creates the pieces of a day's file. The database formats and stores the lines; each is checked
 * here by the rules of the till's own builder. A page with a line that fails the check is built
 * again by the builder itself, which leaves out, and reports, transactions that no file can hold.
 * The pages are formatted by two connections in turns, which must read the same snapshot.
 */
export function createChainFilePieces(
  queries: readonly [ChainQuery, ChainQuery],
  day: Pick<ChainDay, 'day' | 'since' | 'until' | 'dueAt'>,
  buildId: string,
  pageSize = DEFAULT_PAGE_ROWS,
): ChainFilePieces {
  const builder = createDailyFileBuilder(formatFileHeaderDate(day));
  const plainTotals = { lines: 0, sums: new Map<string, bigint>() };

  /** A piece that is stored twice would wait for itself on the other connection. */
  const getQuery = (piece: number): ChainQuery => queries[piece % 2 === 0 ? 0 : 1];

  const storeText = async (piece: number, text: string): Promise<string> => {
    const bytes = Buffer.from(text, 'utf8');
    const values = [day.day, buildId, piece, bytes];
    await getQuery(piece)('SELECT chain.set_piece_v1($1, $2, $3, $4)', values);
    return text;
  };

  /** Its end is known long before its lines, so that the next page can be started. */
  const startPage = (piece: number, after: Position): PageInProgress => {
    const end = findPageEnd(piece, after);
    const lines = end.then((last) => storeLines(piece, after, last));
    // It may fail before it is awaited.
    lines.catch(() => {});
    return { piece, after, end, lines };
  };

  const findPageEnd = async (piece: number, after: Position): Promise<PageEnd> => {
    const values = [day.until, ...after, pageSize];
    const [end] = await getQuery(piece)(
      'SELECT * FROM chain.page_end_v1($1, $2, $3, $4, $5)',
      values,
    );
    return end === undefined
      ? { position: [day.until, NIL_UUID, NIL_UUID], isLast: true }
      : { position: [Number(end.second), end.ledger, end.payment], isLast: false };
  };

  const storeLines = (piece: number, after: Position, end: PageEnd): Promise<ResultRow[]> => {
    const values = [day.day, buildId, piece, ...after, ...end.position];
    const text = 'SELECT * FROM chain.add_page_v1($1, $2, $3, $4, $5, $6, $7, $8, $9)';
    return getQuery(piece)(text, values);
  };

  async function* store(): AsyncGenerator<string> {
    yield await storeText(0, builder.header);
    let piece = 1;
    let page: PageInProgress | null = startPage(piece, [day.since, NIL_UUID, NIL_UUID]);
    let nextPage: PageInProgress | null = null;
    try {
      while (page !== null) {
        const end: PageEnd = await page.end;
        nextPage = end.isLast ? null : startPage(piece + 1, end.position);
        const [lines]: ResultRow[] = await page.lines;
        checkRowCount(Number(lines?.rows ?? 0), end);
        if (lines !== undefined)
          yield checkPlainPage(lines) ?? (await storeText(piece, await buildPage(page)));
        piece += 1;
        page = nextPage;
      }
    } finally {
      // Nothing may reach the connections after the transactions have ended.
      await Promise.allSettled([page?.lines, nextPage?.lines]);
    }
    yield await storeText(piece, formatFooter());
  }

  const checkRowCount = (rows: number, end: PageEnd): void => {
    if (end.isLast ? rows >= pageSize : rows !== pageSize)
      throw new Error(`a page of ${rows} payments: the two connections read different states`);
  };

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

  const buildPage = async ({ piece, after }: PageInProgress): Promise<string> => {
    const rows = await getQuery(piece)(
      'SELECT chain.file_rows_v1($1, $2, $3, $4, $5, $6) AS transaction',
      [day.since, day.until, ...after, pageSize],
    );
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
