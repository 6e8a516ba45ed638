import type { Language, Result } from '../../shared/contract/index.ts';
import { type DayRange, toDay } from '../../shared/dates/index.ts';
import { writeFileAtomically } from './atomic-file.ts';
import { toIsoTime } from './clock.ts';

/**
 * RFC 4180, with every field quoted. Excel reads a file as UTF-8 only if it starts with this byte
 * order mark.
 */
export const CSV_BOM = '\ufeff';
const CSV_LINE_END = '\r\n';

export type CsvValue = string | number | null;

/** One column of a CSV file. `name` is the key of its heading. */
export interface CsvColumn<Row, Name extends string> {
  readonly name: Name;
  readonly getValue: (row: Row, timeZone: string) => CsvValue;
}

/**
 * The characters that start a formula in a spreadsheet; East Asian versions also accept the
 * full-width ones.
 */
const FORMULA_AT_START = /^[\s"]*[=+\-@＝＋－＠]|^[\t\r\n]/;
/**
 * A spreadsheet with another separator than the file's ends a cell at each of its own separators,
 * even a quoted one, and a row at every line break: the text after it starts a new cell, also
 * behind a quote.
 */
const FORMULA_AFTER_BREAK = /(?=[=+\-@＝＋－＠])(?<=[,;\t\r\n][\s"]*)/g;
/** Most fields do not match and are written unchanged. */
const NEEDS_ESCAPING = /^\s*[=+\-@＝＋－＠]|[",;\t\r\n]/;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** How a spreadsheet in a language expects cells to be separated and numbers to be written. */
export interface CsvFormat {
  readonly separator: ',' | ';';
  readonly decimalMark: '.' | ',';
}

/** The format of RFC 4180, for programs. */
const PLAIN_FORMAT: CsvFormat = { separator: ',', decimalMark: '.' };

/** With a decimal comma (Colombia), cells are separated by semicolons. */
function getCsvFormat(language: Language): CsvFormat {
  const parts = new Intl.NumberFormat(language).formatToParts(1.5);
  const usesComma = parts.some(({ type, value }) => type === 'decimal' && value === ',');
  return usesComma ? { separator: ';', decimalMark: ',' } : PLAIN_FORMAT;
}

/** Adds an apostrophe where a spreadsheet would read a formula. */
function formatCsvField(value: CsvValue, { decimalMark }: CsvFormat): string {
  const text = value === null ? '' : String(value);
  if (PLAIN_NUMBER.test(text)) return `"${text.replace('.', decimalMark)}"`;
  if (!NEEDS_ESCAPING.test(text)) return `"${text}"`;
  const escaped = text.replace(FORMULA_AFTER_BREAK, "'");
  const isFormula = FORMULA_AT_START.test(text) && !escaped.startsWith("'");
  return `"${(isFormula ? `'${escaped}` : escaped).replaceAll('"', '""')}"`;
}

export function formatCsvLine(
  values: readonly CsvValue[],
  format: CsvFormat = PLAIN_FORMAT,
): string {
  const fields = values.map((value) => formatCsvField(value, format));
  return `${fields.join(format.separator)}${CSV_LINE_END}`;
}

/**
 * Writes the whole file or none, for a spreadsheet in this language. Returns how many rows it has, or a `storage` problem.
 */
export function writeCsv<Row, Name extends string>(
  file: string,
  columns: readonly CsvColumn<Row, Name>[],
  pages: AsyncIterable<readonly Row[]>,
  {
    heads: columnHeadings,
    timeZone,
    language,
  }: {
    readonly heads: Readonly<Record<Name, string>>;
    readonly timeZone: string;
    readonly language: Language;
  },
): Promise<Result<number>> {
  const format = getCsvFormat(language);
  return writeFileAtomically(file, async (handle) => {
    let rows = 0;
    const heading = formatCsvLine(
      columns.map(({ name }) => columnHeadings[name]),
      format,
    );
    await handle.write(`${CSV_BOM}${heading}`);
    for await (const page of pages) {
      rows += page.length;
      const lines = page.map((row) =>
        formatCsvLine(
          columns.map((column) => column.getValue(row, timeZone)),
          format,
        ),
      );
      if (lines.length > 0) await handle.write(lines.join(''));
    }
    return rows;
  });
}

/**
 * The name contains the days of the range and the current UTC time, so two files of one day have
 * different names.
 */
export function buildCsvFileName(
  prefix: string,
  { from, to }: DayRange,
  now: number,
  timeZone: string,
): string {
  const days = new Set([from ?? 'all', to ?? toDay(now, timeZone)]);
  const time = toIsoTime(now).slice(11, 19).replaceAll(':', '');
  return `${prefix}-${[...days].join('-a-')}-${time}.csv`;
}

/** Formats an instant as local time of the zone: `2026-11-21 08:07:05`. */
export function formatLocalTime(iso: string, timeZone: string): string {
  return getLocalFormat(timeZone).format(Date.parse(iso));
}

/**
 * Creating a format takes far longer than using it, and a file contains a hundred thousand times.
 */
const localFormatCache = new Map<string, Intl.DateTimeFormat>();

function getLocalFormat(timeZone: string): Intl.DateTimeFormat {
  const cached = localFormatCache.get(timeZone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  localFormatCache.set(timeZone, format);
  return format;
}
