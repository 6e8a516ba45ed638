import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PerformedTransaction } from '../types.ts';
import { createDailyFileBuilder, formatHundredths } from './file-builder.ts';
import { readFirstLines } from './file-text.ts';
import { formatRegisterLine, sumCanonicalRegisterLines } from './register-line.ts';

const PLAIN: PerformedTransaction = {
  paymentId: 'p1',
  performedSecond: Date.UTC(2026, 10, 20, 18, 4, 2) / 1_000,
  billerId: 40,
  authorization: '48586',
  accountNumber: '501000000007',
  accountShown: '501000000007',
  amount: '549',
  currency: 'MXN',
  posNumber: '07',
  externalId: 'ours',
  isDrp: false,
};
const LINE = 'REGISTER|2026-11-20T18:04:02|40|48586|501000000007|549.00|MXN|07|ours';

const formatLine = (changes: Partial<PerformedTransaction> = {}) => {
  const result = formatRegisterLine({ ...PLAIN, ...changes });
  return result.ok ? result.line : result.field;
};

describe('a REGISTER line', () => {
  it.each([
    ['549', '549.00', 54_900n],
    ['549.5', '549.50', 54_950n],
    ['0.05', '0.05', 5n],
    ['99999999999999999999.99', '99999999999999999999.99', 9_999_999_999_999_999_999_999n],
  ])('writes the amount %s as %s', (amount, written, hundredths) => {
    const line = LINE.replace('549.00', written);
    expect(formatRegisterLine({ ...PLAIN, amount })).toEqual({ ok: true, line, hundredths });
  });

  it.each(['', '1.', '.5', '1.005', '-1', 'x1', '1x', '1,50', '100000000000000000000'])(
    'leaves out the amount %j, which it cannot write',
    (amount) => {
      expect(formatLine({ amount })).toBe('amount');
    },
  );

  it('leaves out a transaction whose currency, account or authorization is empty', () => {
    expect(formatLine({ currency: '' })).toBe('currency');
    expect(formatLine({ accountNumber: '' })).toBe('account');
    expect(formatLine({ authorization: '' })).toBe('authorization');
    expect(formatLine({ posNumber: '' })).toBe(LINE.replace('|07|', '||'));
  });

  it.each(['ñandú 7', '日本', 'a b~', '{}'])('writes the account %j unchanged', (accountNumber) => {
    expect(formatLine({ accountNumber })).toBe(LINE.replace('501000000007', accountNumber));
  });

  it.each(['a|b', 'a\tb', 'a\u007fb', 'a\u2029b', '\ud800', 'ñ|', 'ñ\n'])(
    'leaves out the account %j, which a reader may split or cannot decode',
    (accountNumber) => {
      expect(formatLine({ accountNumber })).toBe('account');
    },
  );
});

describe('a line from another program', () => {
  const field = fc.stringMatching(/^[\x20-\x7b\x7d\x7e]{1,12}$/);

  it('parses a line whose fields are printable ASCII', () => {
    const fields = fc.record({
      performedSecond: fc.nat(4_000_000_000),
      billerId: fc.nat(),
      authorization: field,
      accountNumber: field,
      amount: fc.stringMatching(/^\d{1,9}\.\d\d$/),
      currency: field,
      posNumber: fc.oneof(field, fc.constant('')),
      externalId: field,
    });
    fc.assert(
      fc.property(fields, (changes) => {
        const { amount, currency } = changes;
        const hundredths = Number(amount.replace('.', ''));
        expect(sumCanonicalRegisterLines(formatLine(changes))).toEqual({
          lines: 1,
          sums: new Map([[currency, hundredths]]),
        });
      }),
    );
  });

  it.each([
    ['a character before it', `x${LINE}`],
    ['a line break after it', `${LINE}\n`],
    ['another kind', LINE.replace('REGISTER', 'FOOTER')],
    ['a year of three digits', LINE.replace('2026', '226')],
    ['a month that is no number', LINE.replace('-11-', '-x1-')],
    ['a month that is no number at its end', LINE.replace('-11-', '-1x-')],
    ['a year that is no number', LINE.replace('2026', 'abcd')],
    ['a day that is no number', LINE.replace('-20T', '-x0T')],
    ['a day that is no number at its end', LINE.replace('-20T', '-2xT')],
    ['an hour that is no number', LINE.replace('T18', 'Tx8')],
    ['an hour that is no number at its end', LINE.replace('T18', 'T1x')],
    ['a minute that is no number', LINE.replace(':04:', ':x4:')],
    ['a minute that is no number at its end', LINE.replace(':04:', ':0x:')],
    ['a second that is no number', LINE.replace(':02|', ':x2|')],
    ['a second that is no number at its end', LINE.replace(':02|', ':0x|')],
    ['a biller that is no number', LINE.replace('|40|', '|x|')],
    ['no biller', LINE.replace('|40|', '||')],
    ['no authorization', LINE.replace('|48586|', '||')],
    ['no account', LINE.replace('|501000000007|', '||')],
    ['no currency', LINE.replace('|MXN|', '||')],
    ['no external_id', LINE.replace('ours', '')],
    ['an amount of one decimal', LINE.replace('549.00', '549.0')],
    ['an amount with letters', LINE.replace('549.00', 'abc.00')],
    ['an amount with letters as decimals', LINE.replace('549.00', '549.x0')],
    ['an amount with a letter at its end', LINE.replace('549.00', '549.0x')],
    ['an amount of ten digits', LINE.replace('549.00', `${'1'.repeat(10)}.00`)],
    ['an authorization beyond ASCII', LINE.replace('48586', 'ñ')],
    ['an account beyond ASCII', LINE.replace('501000000007', 'ñ')],
    ['a currency beyond ASCII', LINE.replace('MXN', 'ñ')],
    ['a POS number beyond ASCII', LINE.replace('|07|', '|ñ|')],
    ['an external_id beyond ASCII', LINE.replace('ours', 'ñ')],
    ['a field too many', `${LINE}|x`],
  ])('parses no line with %s', (_, line) => {
    expect(sumCanonicalRegisterLines(LINE)?.lines).toBe(1);
    expect(sumCanonicalRegisterLines(line)).toBeNull();
    expect(sumCanonicalRegisterLines(`${LINE}\n${line}`)).toBeNull();
    expect(sumCanonicalRegisterLines(`${line}\n${LINE}`)).toBeNull();
  });

  it('sums up several lines by currency', () => {
    const lines = [LINE, LINE.replace('549.00', '0.05'), LINE.replace('MXN', 'COP')];
    expect(sumCanonicalRegisterLines(lines.join('\n'))).toEqual({
      lines: 3,
      sums: new Map([
        ['MXN', 54_905],
        ['COP', 54_900],
      ]),
    });
    expect(sumCanonicalRegisterLines(lines.join('\n\n'))).toBeNull();
  });
});

describe('the totals of a file', () => {
  it('sums the amounts per currency, ordered by its code, without the transactions left out', () => {
    const builder = createDailyFileBuilder('20261121');
    const create = (amount: string, currency: string) => ({ ...PLAIN, amount, currency });
    builder.formatLines([create('1', 'MXN'), create('3', 'COP'), create('1.005', 'MXN')]);
    builder.formatLines([create('2.50', 'MXN'), create('0.05', 'USD')]);
    expect(builder.formatFooter()).toBe('\nFOOTER|4');
    expect(builder.getTotals()).toEqual({
      lines: 4,
      totals: [
        { currency: 'COP', amount: '3.00' },
        { currency: 'MXN', amount: '3.50' },
        { currency: 'USD', amount: '0.05' },
      ],
      leftOut: [
        {
          paymentId: 'p1',
          externalId: 'ours',
          amount: { amount: '1.005', currency: 'MXN' },
          field: 'amount',
        },
      ],
    });
  });

  it.each([
    [0n, '0.00'],
    [5n, '0.05'],
    [54_900n, '549.00'],
  ])('formats %s hundredths as %s', (hundredths, text) => {
    expect(formatHundredths(hundredths)).toBe(text);
  });
});

describe('the first lines of a text', () => {
  async function* stream(...pieces: (string | Uint8Array)[]) {
    yield* pieces;
  }

  it.each([
    [1, 'año', false],
    [2, 'año\ndos', false],
    [3, 'año\ndos\ntres', true],
    [4, 'año\ndos\ntres', true],
  ])(
    'returns at most %s first lines, wherever the pieces of a text end',
    async (maxLines, text, isWhole) => {
      const bytes = new TextEncoder().encode('año\ndos\ntres');
      const expected = { text, isWhole };
      for (let end = 0; end <= bytes.length; end += 1) {
        const pieces = [bytes.subarray(0, end), bytes.subarray(end)];
        expect(await readFirstLines(stream(...pieces), maxLines)).toEqual(expected);
      }
      expect(await readFirstLines(stream('año', '\ndos\n', 'tres'), maxLines)).toEqual(expected);
    },
  );
});
