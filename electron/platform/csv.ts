import type { Result } from '../../shared/contract/index.ts';
import { type Days, dayOf } from '../../shared/dates/index.ts';
import { isoTime } from './clock.ts';
import { writeWholeFile } from './whole-file.ts';

/** RFC 4180, every field quoted. Excel reads a file as UTF-8 by its first mark only. */
export const CSV_BEGIN = '\ufeff';
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
const NEEDS_CARE = /^\s*[=+\-@＝＋－＠]|[";\t\r\n]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** A field that a spreadsheet would take for a formula is text for it as well. */
function csvField(value: CsvValue): string {
  const text = value === null ? '' : String(value);
  if (!NEEDS_CARE.test(text) || NUMBER.test(text)) return `"${text}"`;
  const within = text.replace(FORMULA_AFTER_BREAK, "$1'");
  const isFormula = FORMULA_AT_START.test(text) && !within.startsWith("'");
  return `"${(isFormula ? `'${within}` : within).replaceAll('"', '""')}"`;
}

export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvField).join(',')}${CSV_LINE_END}`;
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
  return writeWholeFile(file, async (handle) => {
    let rows = 0;
    await handle.write(`${CSV_BEGIN}${csvLine(columns.map(({ name }) => heads[name]))}`);
    for await (const page of pages) {
      rows += page.length;
      const lines = page.map((row) => csvLine(columns.map((column) => column.of(row, timeZone))));
      if (lines.length > 0) await handle.write(lines.join(''));
    }
    return rows;
  });
}

/** With the days that are in it, and the time in UTC: two of one day have names of their own. */
export function csvName(what: string, { from, to }: Days, now: number, timeZone: string): string {
  const days = new Set([from ?? 'all', to ?? dayOf(now, timeZone)]);
  const time = isoTime(now).slice(11, 19).replaceAll(':', '');
  return `${what}-${[...days].join('-a-')}-${time}.csv`;
}

/** As the shop's clocks show an instant: `2026-11-21 08:07:05`. */
export function localTime(iso: string, timeZone: string): string {
  return localFormatOf(timeZone).format(Date.parse(iso));
}

/** To make one takes far longer than to use it, and a file has a hundred thousand times in it. */
const localFormats = new Map<string, Intl.DateTimeFormat>();

function localFormatOf(timeZone: string): Intl.DateTimeFormat {
  const known = localFormats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  localFormats.set(timeZone, made);
  return made;
}
