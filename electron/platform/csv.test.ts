import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../../shared/contract/index.ts';
import {
  buildCsvFileName,
  type CsvColumn,
  formatCsvLine,
  formatLocalTime,
  writeCsv,
} from './index.ts';

it('escapes formulas in a CSV line and keeps quotes and numbers', () => {
  const line = formatCsvLine(['=HYPERLINK("x")', '-1+2', '@a', '-12.50', 7, null, 'a,b\nc']);
  expect(line).toBe(`"'=HYPERLINK(""x"")","'-1+2","'@a","-12.50","7","","a,b\nc"\r\n`);
});

it.each([
  ['a line break before it', '\n=1+1', "'\n'=1+1"],
  ['a line end before it', '\r\n@a', "'\r\n'@a"],
  ['a tab before it', '\t-1+2', "'\t'-1+2"],
  ['spaces before it', '  =1+1', "'  =1+1"],
  ['a wide sign', '＝1+1', "'＝1+1"],
  ['a wide plus', '＋1', "'＋1"],
  ['a wide minus', '－1', "'－1"],
  ['a wide at', '＠a', "'＠a"],
  ['a semicolon that ends the cell', 'a;=1+1', "a;'=1+1"],
  ['a semicolon and a space', 'a; ＠b;c', "a; '＠b;c"],
  ['a line break in it', 'a\n=1+1', "a\n'=1+1"],
  ['a semicolon and a quote', 'a;"=1+1', `a;""'=1+1`],
  ['a semicolon, quotes and spaces', 'a; " "＋1', `a; "" ""'＋1`],
  ['a comma that ends the cell', 'a,=1+1', "a,'=1+1"],
  ['a comma and a quote', 'a,"-1+2', `a,""'-1+2`],
  ['a quote before it', '"=1+1', `'""=1+1`],
  ['no formula in it', 'a;b - c\nd+e = 7', 'a;b - c\nd+e = 7'],
])('escapes a formula in a CSV field after %s', (_name, text, safe) => {
  expect(formatCsvLine([text])).toBe(`"${safe}"\r\n`);
});

it('builds a CSV file name from its day range and the current UTC time', () => {
  const now = Date.parse('2026-11-21T03:07:05.000Z');
  const buildName = (from: string | null, to: string | null) =>
    buildCsvFileName('mostrador', { from, to }, now, 'America/Mexico_City');
  expect(buildName(null, null)).toBe('mostrador-all-a-2026-11-20-030705.csv');
  expect(buildName('2026-11-01', '2026-11-02')).toBe(
    'mostrador-2026-11-01-a-2026-11-02-030705.csv',
  );
  expect(buildName('2026-11-02', '2026-11-02')).toBe('mostrador-2026-11-02-030705.csv');
});

describe('writeCsv', () => {
  interface Row {
    readonly at: string;
    readonly sum: string;
  }
  const COLUMNS: readonly CsvColumn<Row, 'date' | 'amount'>[] = [
    { name: 'date', getValue: (row, timeZone) => formatLocalTime(row.at, timeZone) },
    { name: 'amount', getValue: (row) => row.sum },
  ];
  const settings = {
    heads: { amount: 'Importe', date: 'Fecha' },
    timeZone: 'America/Bogota',
    language: 'es-MX',
  } as const;
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mostrador-csv-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function* pages(): AsyncGenerator<readonly Row[]> {
    yield [{ at: '2026-11-21T13:07:05.000Z', sum: '1.00' }];
    yield [];
    yield [
      { at: '2026-11-21T13:07:06.000Z', sum: '2.00' },
      { at: '2026-11-21T13:07:07.000Z', sum: '3.00' },
    ];
  }

  it('writes the headings and every row of every page to the CSV file', async () => {
    const file = join(folder, 'rows.csv');
    expect(await writeCsv(file, COLUMNS, pages(), settings)).toEqual(ok(3));
    expect(readFileSync(file, 'utf8').split('\r\n')).toEqual([
      '\ufeff"Fecha","Importe"',
      '"2026-11-21 08:07:05","1.00"',
      '"2026-11-21 08:07:06","2.00"',
      '"2026-11-21 08:07:07","3.00"',
      '',
    ]);
  });

  it.each([
    ['es-CO', ';', ','],
    ['es-MX', ',', '.'],
    ['en', ',', '.'],
  ] as const)(
    'writes what a spreadsheet in %s opens: %j between cells, %j in numbers',
    async (language, separator, mark) => {
      const file = join(folder, 'rows.csv');
      await writeCsv(file, COLUMNS, pages(), { ...settings, language });
      expect(readFileSync(file, 'utf8').split('\r\n').slice(0, 2)).toEqual([
        `\ufeff"Fecha"${separator}"Importe"`,
        `"2026-11-21 08:07:05"${separator}"1${mark}00"`,
      ]);
    },
  );

  it('leaves no CSV file behind when a page throws', async () => {
    async function* failingPages(): AsyncGenerator<readonly Row[]> {
      yield* pages();
      throw new Error('the ledger');
    }
    const file = join(folder, 'rows.csv');
    await expect(writeCsv(file, COLUMNS, failingPages(), settings)).rejects.toThrow('the ledger');
    expect(readdirSync(folder)).toEqual([]);
  });
});
