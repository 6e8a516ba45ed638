import type { Result } from '../../shared/contract/index.ts';
import { type DayRange, toDay } from '../../shared/dates/index.ts';
import { writeFileAtomically } from './atomic-file.ts';
import { toIsoTime } from './clock.ts';

/** RFC 4180, every field quoted. Excel reads a file as UTF-8 by its first mark only. */
export const CSV_BOM = '\ufeff';
const CSV_LINE_END = '\r\n';

export type CsvValue = string | number | null;

/** One column of a file that is made of rows; its name is the key of its head. */
export interface CsvColumn<Row, Name extends string> {
  readonly name: Name;
  readonly of: (row: Row, timeZone: string) => CsvValue;
}

/** The signs by which a spreadsheet knows a formula; East Asian ones know the wide signs too. */
const FORMULA_AT_START = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
/**
 * Where the semicolon separates (Colombia), a spreadsheet ends a cell at it, quoted or not, and a row
 * at a line break: what follows begins a cell.
 */
const FORMULA_AFTER_BREAK = /([;\t\r\n]\s*)(?=[=+\-@＝＋－＠])/g;
/** What neither begins so nor holds any of these is written as it is: nearly every field. */
const NEEDS_ESCAPING = /^\s*[=+\-@＝＋－＠]|[";\t\r\n]/;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** A field that a spreadsheet would take for a formula is text for it as well. */
function formatCsvField(value: CsvValue): string {
  const text = value === null ? '' : String(value);
  if (!NEEDS_ESCAPING.test(text) || PLAIN_NUMBER.test(text)) return `"${text}"`;
  const within = text.replace(FORMULA_AFTER_BREAK, "$1'");
  const isFormula = FORMULA_AT_START.test(text) && !within.startsWith("'");
  return `"${(isFormula ? `'${within}` : within).replaceAll('"', '""')}"`;
}

export function formatCsvLine(values: readonly CsvValue[]): string {
  return `${values.map(formatCsvField).join(',')}${CSV_LINE_END}`;
}

/** Writes the whole file or none. Returns how many rows it has, or a `storage` problem. */
export function writeCsv<Row, Name extends string>(
  file: string,
  columns: readonly CsvColumn<Row, Name>[],
  pages: AsyncIterable<readonly Row[]>,
  {
    heads,
    timeZone,
  }: { readonly heads: Readonly<Record<Name, string>>; readonly timeZone: string },
): Promise<Result<number>> {
  return writeFileAtomically(file, async (handle) => {
    let rows = 0;
    await handle.write(`${CSV_BOM}${formatCsvLine(columns.map(({ name }) => heads[name]))}`);
    for await (const page of pages) {
      rows += page.length;
      const lines = page.map((row) =>
        formatCsvLine(columns.map((column) => column.of(row, timeZone))),
      );
      if (lines.length > 0) await handle.write(lines.join(''));
    }
    return rows;
  });
}

/** With the days that are in it, and the time in UTC: two of one day have names of their own. */
export function buildCsvFileName(
  what: string,
  { from, to }: DayRange,
  now: number,
  timeZone: string,
): string {
  const days = new Set([from ?? 'all', to ?? toDay(now, timeZone)]);
  const time = toIsoTime(now).slice(11, 19).replaceAll(':', '');
  return `${what}-${[...days].join('-a-')}-${time}.csv`;
}

/** As the shop's clocks show an instant: `2026-11-21 08:07:05`. */
export function formatLocalTime(iso: string, timeZone: string): string {
  return getLocalFormat(timeZone).format(Date.parse(iso));
}

/** To make one takes far longer than to use it, and a file has a hundred thousand times in it. */
const localFormatCache = new Map<string, Intl.DateTimeFormat>();

function getLocalFormat(timeZone: string): Intl.DateTimeFormat {
  const known = localFormatCache.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  localFormatCache.set(timeZone, made);
  return made;
}
