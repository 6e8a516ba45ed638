import type { TimeRange } from '../../../back-office/reconciliation/days/index.ts';
import {
  createFileBuilder,
  type FileTotals,
  formatHundredths,
  type PerformedTransaction,
  parsePlainLine,
} from '../../../back-office/reconciliation/file/index.ts';
import type { ChainQuery, ResultRow } from '../database/index.ts';
import { performedTransactionSchema } from '../performed-transaction.ts';

/** A page of a file's text, and between which seconds its transactions lie. */
export interface LinesPage {
  /** Each line with the line break before it. */
  readonly text: string;
  readonly firstSecond: number;
  readonly lastSecond: number;
}

export interface ChainLines {
  readonly header: string;
  pages(): AsyncIterable<LinesPage>;
  /** Valid once the pages are read to their end, as `totals` is. */
  footer(): string;
  totals(): FileTotals;
}

const DEFAULT_PAGE_ROWS = 20_000;
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

export function parsePerformedTransaction(value: unknown): PerformedTransaction {
  return performedTransactionSchema.parse(value);
}

/**
 * The chain's lines of a day. The database composes them; each is looked at here by the rules of
 * the till's own builder, and a page with a line that is not plainly one of its lines is made by
 * the builder itself, which leaves out and names what no file can hold. `ask` has to see one
 * snapshot.
 */
export function createChainLines(
  ask: ChainQuery,
  range: TimeRange,
  date: string,
  pageSize = DEFAULT_PAGE_ROWS,
): ChainLines {
  const builder = createFileBuilder(date);
  const plain = { lines: 0, sums: new Map<string, bigint>() };

  type Place = readonly [second: number, ledger: unknown, payment: unknown];
  const valuesOf = (after: Place): unknown[] => [range.since, range.until, ...after, pageSize];
  const read = (after: Place): Promise<ResultRow[]> =>
    ask('SELECT * FROM chain.file_lines_v1($1, $2, $3, $4, $5, $6)', valuesOf(after));

  async function* pages(): AsyncGenerator<LinesPage> {
    let after: Place = [range.since, NIL_UUID, NIL_UUID];
    let reading: Promise<ResultRow[]> | null = read(after);
    while (reading !== null) {
      const [page]: ResultRow[] = await reading;
      if (page === undefined) return;
      const last: Place = [Number(page.second), page.ledger, page.payment];
      // The database reads the next page while this one is looked at.
      reading = Number(page.rows) < pageSize ? null : read(last);
      reading?.catch(() => {});
      const plain = plainText(page);
      if (plain === null) await reading;
      const text = plain ?? (await builtText(valuesOf(after)));
      yield { text, firstSecond: after[0], lastSecond: last[0] };
      after = last;
    }
  }

  /** Null if a line needs the builder; nothing is counted then. */
  const plainText = (page: ResultRow): string | null => {
    const text = typeof page.lines === 'string' ? page.lines : '';
    const lines = text.split('\n');
    if (lines.length !== Number(page.rows)) return null;
    const sums = new Map<string, number>();
    for (const line of lines) {
      const read = parsePlainLine(line);
      // Beyond this, hundredths would not be exact as a number.
      if (read === null || read.amount.length > 12) return null;
      sums.set(
        read.currency,
        (sums.get(read.currency) ?? 0) + Math.round(Number(read.amount) * 100),
      );
    }
    plain.lines += lines.length;
    for (const [currency, sum] of sums) {
      plain.sums.set(currency, (plain.sums.get(currency) ?? 0n) + BigInt(sum));
    }
    return `\n${text}`;
  };

  const builtText = async (place: readonly unknown[]): Promise<string> => {
    const rows = await ask(
      'SELECT chain.file_rows_v1($1, $2, $3, $4, $5, $6) AS transaction',
      place,
    );
    return builder.formatLines(
      rows.map((row) => markUnwritable(parsePerformedTransaction(row.transaction))),
    );
  };

  const totals = (): FileTotals => {
    const built = builder.getTotals();
    const sums = new Map(plain.sums);
    for (const { amount, currency } of built.totals) {
      sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amount.replace('.', '')));
    }
    return {
      lines: plain.lines + built.lines,
      totals: [...sums]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([currency, sum]) => ({ currency, amount: formatHundredths(sum) })),
      leftOut: built.leftOut,
    };
  };

  return {
    header: builder.header,
    pages,
    footer: () => `\nFOOTER|${totals().lines}`,
    totals,
  };
}

/**
 * A till replaces what no JSON in a database can hold by this character, as no file can hold it
 * either: a field with it is refused, as the field itself would have been.
 */
const REPLACEMENT_CHARACTERS = /\ufffd/g;

function markUnwritable(one: PerformedTransaction): PerformedTransaction {
  return {
    ...one,
    accountNumber: one.accountNumber.replace(REPLACEMENT_CHARACTERS, '\u0000'),
    authorization: one.authorization?.replace(REPLACEMENT_CHARACTERS, '\u0000') ?? null,
    posNumber: one.posNumber?.replace(REPLACEMENT_CHARACTERS, '\u0000') ?? null,
  };
}
