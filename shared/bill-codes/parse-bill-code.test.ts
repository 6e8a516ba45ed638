import { readFileSync } from 'node:fs';
import bwipjs from 'bwip-js/node';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getNumericSeed, IS_FULL_RUN, scaleRuns } from '../../tests/support/sampling.ts';
import {
  createGln,
  createTestCode,
  listTestFields,
  type TestBill,
  testBills,
  toExpectedReading,
} from './bill-code.fixture.ts';
import { isGlnValid } from './gln.ts';
import { type BillCode, type BillCodeReading, parseBillCode } from './parse-bill-code.ts';
import { SEPARATOR } from './split-into-segments.ts';

const GS = SEPARATOR;

function readOne(text: string): BillCodeReading & { readonly gln: string } {
  const code = parseBillCode(text);
  if (code.kind !== 'bill') throw new Error(`${text}: ${JSON.stringify(code)}`);
  const [reading, ...others] = code.readings;
  if (reading === undefined || others.length > 0) throw new Error(JSON.stringify(code));
  return { ...reading, gln: code.gln };
}

const withoutEnd = ({ references, amount, dueDate }: BillCodeReading) => ({
  references,
  amount,
  dueDate,
});

describe('codes of real bills', () => {
  it.each<[string, string, readonly string[], string | null, string | null]>([
    [
      `]C14157707181500017802010003054871234${GS}39000000144700${GS}9620220808`,
      '7707181500017',
      ['10003054871234'],
      '144700',
      '2022-08-08',
    ],
    [
      `4157707181500017802010003054871234${GS}39000000034566${GS}9620220808`,
      '7707181500017',
      ['10003054871234'],
      '34566',
      '2022-08-08',
    ],
    [
      `415770213800001580208925421234${GS}390000000000057900${GS}9620181012`,
      '7702138000015',
      ['8925421234'],
      '57900',
      '2018-10-12',
    ],
    [
      `415770723237789680200229841234${GS}39000007685450${GS}9620340222`,
      '7707232377896',
      ['0229841234'],
      '7685450',
      '2034-02-22',
    ],
    [
      `4157707200485271802031416521234${GS}3900152801`,
      '7707200485271',
      ['31416521234'],
      '152801',
      null,
    ],
    [
      `4157707209914253802001089123455814612345${GS}390000000000015470`,
      '7707209914253',
      ['01089123455814612345'],
      '15470',
      null,
    ],
    ['415770721248998480200003509999991234', '7707212489984', ['0003509999991234'], null, null],
    [
      '415770999800244980200586131234F139000000070470',
      '7709998002449',
      ['0586131234'],
      '70470',
      null,
    ],
    [
      `4157709998005730802012345678${GS}80200011223344${GS}39000000185000${GS}9620190630`,
      '7709998005730',
      ['12345678', '0011223344'],
      '185000',
      '2019-06-30',
    ],
    [
      '(415)7709998105867(8020)010001178011123456(3900)0000469514(96)20231031',
      '7709998105867',
      ['010001178011123456'],
      '469514',
      '2023-10-31',
    ],
    [
      `415741970000000639020000025065${GS}9620150702${GS}80200704081234`,
      '7419700000006',
      ['0704081234'],
      '250.65',
      '2015-07-02',
    ],
    [
      `415770105500005480209115675110081234${GS}390000021170${GS}9620080402`,
      '7701055000054',
      ['9115675110081234'],
      '21170',
      '2008-04-02',
    ],
  ])('reads %j', (text, gln, references, amount, dueDate) => {
    const code = readOne(text);
    expect({ ...withoutEnd(code), gln }).toEqual({
      gln,
      references,
      amount: amount === null ? null : { value: amount, currency: null },
      dueDate,
    });
  });

  it('reads a glued code of El Salvador and a code that is read from the end', () => {
    expect(readOne('415741970000000639020000025065962015070280200704081234')).toMatchObject({
      references: ['0704081234'],
      amount: { value: '250.65' },
      dueDate: '2015-07-02',
      possiblyCutField: 'reference',
    });
    expect(readOne('4157707181500017802010003054871234390000001447009620220808')).toMatchObject({
      references: ['10003054871234'],
      amount: { value: '144700' },
    });
  });
});

describe('separators', () => {
  const bill: TestBill = {
    gln: '7707181500017',
    references: ['10003054871234'],
    amount: { digits: '0000144700', decimals: 0 },
    dueDate: '2022-08-08',
  };
  it.each([
    GS,
    '\u0080',
    '␝',
    '#',
    '^',
    '*',
    '<GS>',
    '{GS}',
    '[GS]',
    ';GS:',
    '<FNC1>',
    'F1',
    'f1',
    '~F1',
    '@86',
    'ñ',
    'Ñ',
    '|',
    '~1',
    '\\F',
    '\\x1D',
    '<1D>',
    '~d029',
    `${GS}029`,
    '[FNC 1]',
    `${GS}${GS}`,
    ' ',
    '\r\n',
    '~',
  ])('reads fields that are separated by %j', (separator) => {
    expect(withoutEnd(readOne(createTestCode(bill, separator)))).toEqual(toExpectedReading(bill));
  });

  it.each([
    ['the symbology', ']C1'],
    ['a separator at the beginning', GS],
    ['the symbology and a separator', `]C1${GS}`],
    ['a control sign and the symbology', '\u0002]C1'],
    ['the symbology as a Spanish keyboard writes it', '+C1'],
    ['the symbology with Caps Lock', ']c1'],
    ['a prefix of the scanner', 'SCAN1:'],
    ['a letter for the symbology', 'b'],
  ])('reads a code behind %s', (_name, prefix) => {
    const code = `${prefix}${createTestCode(bill)}${GS}`;
    expect(withoutEnd(readOne(code))).toEqual(toExpectedReading(bill));
  });

  it('keeps a reference between parentheses that is the number of a separator', () => {
    const code = `(415)${bill.gln}(8020)029(3900)0000144700(96)20220808`;
    expect(readOne(code).references).toEqual(['029']);
  });

  it('takes no prefix off a code whose collector has a wrong check digit', () => {
    const code = `SCAN:4157707181500018${listTestFields(bill).join(GS)}`;
    expect(parseBillCode(code).kind).not.toBe('bill');
  });

  it('reads parentheses that another keyboard layout replaces', () => {
    const fields = [`415${bill.gln}`, ...listTestFields(bill)];
    const code = fields.map((field) => field.replace(/^(415|8020|3900|96)/, ')$1=')).join('');
    expect(withoutEnd(readOne(code))).toEqual(toExpectedReading(bill));
  });

  it('reads 416 and 8021 as the misprints that they are, and an amount whose decimals are open as none', () => {
    const fields = listTestFields(bill).join(GS);
    expect(readOne(`416${bill.gln}${fields}`).references).toEqual(bill.references);
    expect(readOne(`415${bill.gln}${fields.replace('8020', '8021')}`).references).toEqual(
      bill.references,
    );
    const open = `(415)${bill.gln}(8020)123456(390y)0000144700(96)20220808`;
    expect(readOne(open)).toMatchObject({ references: ['123456'], amount: null });
    expect(parseBillCode(`4167707181500018${fields}`).kind).not.toBe('bill');
  });

  it('returns both readings if 029 may be a separator', () => {
    const code = parseBillCode(createTestCode(bill, '029'));
    const references = code.kind === 'bill' ? code.readings.map((it) => it.references[0]) : [];
    expect(references).toContain('10003054871234');
    expect(references).toContain('10003054871234029');
  });

  it('returns both readings of a glued code that can be read in two ways', () => {
    const code = parseBillCode('415770999800244980200586131234390000070470');
    expect(code.kind === 'bill' && code.readings.map((it) => it.references)).toEqual([
      ['0586131234'],
      ['0586131234390000070470'],
    ]);
  });
});

describe('other texts', () => {
  it.each<[string, BillCode['kind']]>([
    ['501000000007', 'plain'],
    ['4151234567000012300', 'plain'],
    ['41512345670000123009', 'plain'],
    ['015010000000072611300000005491', 'plain'],
    [
      '00020101021226320014CO.COM.RBM.LLA0110123456789052041234530317054061000005802CO6304ABCD',
      'payment-qr',
    ],
    ['{"TYP":20,"v":{"DEV":"00000161803561900123/0"}}', 'payment-qr'],
    ['https://factura.example/?id=7&re=X', 'web-address'],
    ['httpsÑ--factura.example-', 'web-address'],
    ['', 'unreadable'],
  ])('recognizes %j as %s', (text, kind) => {
    expect(parseBillCode(text).kind).toBe(kind);
  });

  it.each<[string, string]>([
    ['9'.repeat(70), 'too-long'],
    [
      createTestCode({
        gln: '7709998002449',
        references: ['0586131234'],
        amount: null,
        dueDate: null,
      }).repeat(2),
      'doubled',
    ],
    ['4157709998002449', 'no-reference'],
    ['4157709998002449802', 'no-reference'],
    [`81500017802010003054871234${GS}39000000144700${GS}9620220808`, 'cut'],
    ['81500017802010003054871234390000001447009620220808', 'cut'],
    // A digit of the number before the reference is lost.
    ['41577071815000178001000305487123439000000144700', 'cut'],
    [`4157707181500017802010003054871234${GS}39000000144700${GS}962022${GS}8`, 'cut'],
  ])('refuses %j: %s', (text, reason) => {
    expect(parseBillCode(text)).toEqual({ kind: 'unreadable', reason });
  });

  it('refuses a code of 2,000 characters', () => {
    expect(parseBillCode('9'.repeat(2_000))).toEqual({ kind: 'unreadable', reason: 'too-long' });
  });

  it.each([
    ['41577099980024498020058613123439000000070470122', 'amount'],
    [`415770999800244980200586131234`, 'reference'],
    [`415770999800244980200586131234${GS}390000070470`, null],
  ])('marks the last field of %j if its end is uncertain', (text, field) => {
    const code = parseBillCode(text);
    expect(code.kind === 'bill' && code.readings[0]?.possiblyCutField).toBe(field);
  });

  it('warns about a wrong check digit of the collector', () => {
    expect(parseBillCode(`4157707202600090802012345678${GS}390000012345`)).toMatchObject({
      kind: 'bill',
      isGlnValid: false,
    });
    expect(isGlnValid('7707181500017')).toBe(true);
    expect(isGlnValid(createGln('770718150001'))).toBe(true);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 300 }),
          fc.string({
            unit: fc.constantFrom(...`0123456789]C*#()${GS}`, '415', '8020', '3900', '96'),
            maxLength: 80,
          }),
        ),
        (text) => {
          parseBillCode(text);
        },
      ),
      { numRuns: scaleRuns(2_000), seed: getNumericSeed('bill code texts') },
    );
  });
});

/** Whether the code was read as something else than the bill without anybody being asked. */
function isSilentlyWrong(code: BillCode, bill: TestBill): boolean {
  if (code.kind !== 'bill') return false;
  const expected = JSON.stringify(toExpectedReading(bill));
  const readings = code.readings.map((reading) => JSON.stringify(withoutEnd(reading)));
  return !readings.includes(expected);
}

const RUNS = scaleRuns(2_000);

describe('random bills', () => {
  it('reads back every bill with separators, in any order of its fields', () => {
    fc.assert(
      fc.property(
        testBills,
        fc.constantFrom(GS, '#', '^', '<GS>', '{GS}', '~F1', '\r'),
        fc.infiniteStream(fc.nat()),
        (bill, separator, order) => {
          const fields = listTestFields(bill)
            .map((field) => ({ field, place: order.next().value ?? 0 }))
            .toSorted((a, b) => a.place - b.place)
            .map(({ field }) => field);
          const code = parseBillCode(`415${bill.gln}${fields.join(separator)}`);
          const references = fields.filter((field) => field.startsWith('8020'));
          const sorted = { ...bill, references: references.map((field) => field.slice(4)) };
          expect(isSilentlyWrong(code, sorted)).toBe(false);
          expect(code.kind).toBe('bill');
        },
      ),
      { numRuns: RUNS, seed: getNumericSeed('separated bill codes') },
    );
  });

  it('never reads a glued code silently wrong, and seldom has to ask about a complete one', () => {
    let [complete, asked] = [0, 0];
    fc.assert(
      fc.property(testBills, (bill) => {
        const code = parseBillCode(createTestCode(bill, ''));
        expect(code.kind).toBe('bill');
        expect(isSilentlyWrong(code, bill)).toBe(false);
        // Real bills have their date in field 96; six digits are a date by chance too often.
        const isComplete = bill.amount !== null && bill.dueDate !== null && bill.dateField === '96';
        if (isComplete && bill.references.length === 1) {
          complete += 1;
          if (code.kind === 'bill' && code.readings.length > 1) asked += 1;
        }
      }),
      { numRuns: RUNS, seed: getNumericSeed('glued bill codes') },
    );
    // The share is 0.8 %; of a sample of some 300 codes, seldom more than 2 % by chance.
    expect(asked / complete).toBeLessThan(IS_FULL_RUN ? 0.01 : 0.04);
  });

  it('doubts an amount of few digits, which a cut date contains by chance', () => {
    // The bill has the reference 0000, USD, and the date 2039-01-01 without its last digit.
    const code = parseBillCode('415000000000000080200000391084000000000962039010');
    expect(code).toMatchObject({ kind: 'bill' });
    for (const reading of code.kind === 'bill' ? code.readings : [])
      expect(reading.possiblyCutField).toBe('amount');
  });

  it('never takes a cut code for one with another complete reference', () => {
    fc.assert(
      fc.property(
        testBills,
        fc.constantFrom(GS, ''),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (bill, separator, share) => {
          // The beginning of a date is recognized in these years only.
          fc.pre(/^20[23]|^$/.test(bill.dueDate ?? ''));
          const whole = createTestCode(bill, separator);
          const code = parseBillCode(whole.slice(0, Math.floor(share * whole.length)));
          if (code.kind !== 'bill' || code.readings.length > 1) return;
          const [reading] = code.readings;
          const isRight = JSON.stringify(reading?.references) === JSON.stringify(bill.references);
          expect(isRight || reading?.possiblyCutField !== null).toBe(true);
        },
      ),
      { numRuns: RUNS, seed: getNumericSeed('cut bill codes') },
    );
  });
});

describe('another parser', () => {
  it('reads what bwip-js draws as a bar code of GS1', () => {
    fc.assert(
      fc.property(testBills, (bill) => {
        const identifiers = listTestFields(bill).map((field) =>
          field.replace(/^(8020|39[01]\d|96|12)/, '($1)'),
        );
        const text = `(415)${bill.gln}${identifiers.join('')}`;
        // Two references are forbidden by GS1, and printed in Colombia.
        const options = { bcid: 'gs1-128', text, dontlint: bill.references.length > 1 };
        expect(bwipjs.raw(options)).toHaveLength(1);
        const parsed = parseBillCode(text);
        expect(parsed.kind === 'bill' && parsed.readings.map(withoutEnd)).toContainEqual(
          toExpectedReading(bill),
        );
      }),
      { numRuns: 50, seed: getNumericSeed('drawn bill codes') },
    );
  });

  it('agrees with gs1-barcode-parser-mod on codes with separators', () => {
    // The package is a script that sets a global.
    const script = readFileSync(
      new URL('../../node_modules/gs1-barcode-parser-mod/src/BarcodeParser.js', import.meta.url),
      'utf8',
    );
    const parse: (text: string) => {
      readonly parsedCodeItems: readonly { readonly ai: string; readonly data: unknown }[];
    } = new Function(
      'module',
      'exports',
      `${script}; return typeof parseBarcode === 'function' ? parseBarcode : module.exports.parseBarcode ?? module.exports;`,
    )({ exports: {} }, {});
    fc.assert(
      fc.property(testBills, (bill) => {
        const code = createTestCode(bill);
        const items = parse(`]C1${code}`).parsedCodeItems;
        const parsed = parseBillCode(code);
        // A code of one reference may have another reading, which a person decides.
        const [own] = parsed.kind === 'bill' ? parsed.readings : [];
        if (parsed.kind !== 'bill' || own === undefined || parsed.readings.length > 1) return;
        expect(items.filter(({ ai }) => ai === '8020').map(({ data }) => data)).toEqual(
          own.references,
        );
        expect(items.find(({ ai }) => ai === '415')?.data).toBe(parsed.gln);
        const amount = items.find(({ ai }) => /^39[01]/.test(ai))?.data ?? 0;
        expect(Number(amount)).toBeCloseTo(Number(own.amount?.value ?? 0), 2);
      }),
      { numRuns: 500, seed: getNumericSeed('other parser') },
    );
  });
});
