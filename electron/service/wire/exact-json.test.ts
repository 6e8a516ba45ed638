import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDecimal } from '../../../shared/money/index.ts';
import { getNumericSeed, scaleRuns } from '../../../tests/support/sampling.ts';
import {
  createJsonNumber,
  getNumberSource,
  isJsonObject,
  JsonNumber,
  parseExactJson,
  parseJsonFast,
  stringifyExactJson,
  toPlainDecimal,
  toPlainJson,
} from './exact-json.ts';
import { parseInteger } from './scalars.ts';

const decimalText = fc
  .tuple(
    fc.boolean(),
    fc.bigInt({ min: 0n, max: 10n ** 30n }),
    fc.option(fc.stringMatching(/^\d{1,12}$/)),
  )
  .map(([minus, whole, part]) => `${minus ? '-' : ''}${whole}${part === null ? '' : `.${part}`}`);

describe('exact JSON', () => {
  it('keeps each digit of each number when reading and writing', () => {
    fc.assert(
      fc.property(fc.array(decimalText), (sources) => {
        const text = `{"list":[${sources.join(',')}],"last":${sources[0] ?? '0'}}`;
        const parsed = parseExactJson(text);
        expect(parsed).toEqual({
          ok: true,
          value: {
            list: sources.map((source) => new JsonNumber(source)),
            last: new JsonNumber(sources[0] ?? '0'),
          },
        });
        expect(parsed.ok && stringifyExactJson(parsed.value)).toBe(text);
      }),
    );
  });

  it('parses values without numbers like JSON.parse', () => {
    const noNumbers = fc
      .jsonValue()
      .map((value) =>
        JSON.parse(JSON.stringify(value), (_key, inner: unknown) =>
          typeof inner === 'number' ? String(inner) : inner,
        ),
      );
    fc.assert(
      fc.property(noNumbers, (value) => {
        expect(parseExactJson(JSON.stringify(value))).toEqual({ ok: true, value });
      }),
    );
  });

  it('never throws for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const parsed = parseExactJson(text);
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        expect(parsed.ok).toBe(isJson);
      }),
    );
    for (const text of ['', '<html>', '{"id":81', '{"a":1}{"b":2}', 'NaN', '{"a":01}']) {
      expect(parseExactJson(text).ok, text).toBe(false);
    }
    const depth = 300_000;
    expect(parseExactJson('['.repeat(depth) + ']'.repeat(depth)).ok).toBe(false);
  });

  it('treats __proto__ and constructor as ordinary keys', () => {
    const parsed = parseExactJson('{"__proto__":{"id":1},"constructor":2}');
    expect(parsed.ok && Object.getPrototypeOf(parsed.value)).toBe(Object.prototype);
    expect(parsed.ok && stringifyExactJson(parsed.value)).toBe(
      '{"__proto__":{"id":1},"constructor":2}',
    );
  });

  it('writes amounts with their digits and throws for text that is not a number', () => {
    expect(stringifyExactJson({ amount: createJsonNumber('150.00'), none: undefined })).toBe(
      '{"amount":150.00}',
    );
    for (const text of ['', '1.', '.5', '01', '1,5', 'NaN', '0x1', '1 ', '"1"']) {
      expect(() => createJsonNumber(text), text).toThrow(TypeError);
    }
  });

  it.each(['0', '-0', '10', '-1.25', '1e5', '1E+5', '12.34e-10', '1e15'])(
    'writes the number %s unchanged',
    (source) => {
      expect(stringifyExactJson([createJsonNumber(source)])).toBe(`[${source}]`);
    },
  );

  it.each(['+1', '-', '1e', '1e+', '1ex', 'a1', '1a', '00', '1.x', '1..2'])(
    'writes no number %j',
    (source) => {
      expect(() => createJsonNumber(source)).toThrow(TypeError);
    },
  );

  it.each([[null], ['{}'], [[]], [true], [new JsonNumber('1')], [undefined]])(
    'takes %j for no object',
    (value) => {
      expect(isJsonObject(value)).toBe(false);
    },
  );

  it('converts numbers to their source text for display', () => {
    const parsed = parseExactJson('{"a":[1.50,{"b":12345678901234567890}],"c":null}');
    expect(parsed.ok && toPlainJson(parsed.value)).toEqual({
      a: ['1.50', { b: '12345678901234567890' }],
      c: null,
    });
  });

  it('truncates deeply nested values for display', () => {
    const deep = '['.repeat(20_000) + ']'.repeat(20_000);
    const displayed = JSON.stringify(toPlainJson(JSON.parse(deep)));
    expect(displayed).toContain('…');
    expect(displayed.length).toBeLessThan(200);
  });

  it('shows at most 50 nested levels', () => {
    const nest = (levels: number, innermost = '') =>
      JSON.parse('['.repeat(levels) + innermost + ']'.repeat(levels)) as unknown;
    expect(toPlainJson(nest(50))).toEqual(nest(50));
    expect(toPlainJson(nest(51))).toEqual(nest(50, '"…"'));
  });

  it('shows at most 2,000 values, however they are nested', () => {
    const list = (length: number): unknown[] => Array.from({ length }, () => true);
    expect(toPlainJson(list(1_999))).toHaveLength(1_999);
    expect(toPlainJson(list(2_000))).toHaveLength(1_999);
    expect(toPlainJson([list(1_500), list(1_500), list(5)])).toEqual([list(1_500), list(497), []]);
  });

  it('truncates long texts and numbers for display', () => {
    const shown = toPlainJson({
      text: 'x'.repeat(5_000),
      number: new JsonNumber('1'.repeat(5_000)),
    });
    expect(shown).toEqual({
      text: expect.stringMatching(/^x{4000,4095} \[…\]$/),
      number: expect.stringMatching(/^1{4000,4095} \[…\]$/),
    });
    expect(toPlainJson([true, null, 1.5])).toEqual([true, null, '1.5']);
  });
});

describe('toPlainDecimal', () => {
  it.each([
    ['150.00', '150.00'],
    ['1.5e3', '1500'],
    ['1E-7', '0.0000001'],
    ['-12.5e-1', '-1.25'],
    ['123e-2', '1.23'],
    ['0.00', '0.00'],
    ['0e5', '0'],
    ['0e40', '0'],
    ['0e41', null],
    ['12e-2', '0.12'],
    ['1.25e1', '12.5'],
    ['1.25e2', '125'],
    ['-1.25e3', '-1250'],
    ['007.50', '7.50'],
    ['x1', null],
    ['1x', null],
    ['1.', null],
    ['1e', null],
    ['1.x', null],
    ['1ex', null],
    // As an amount each of them has 40 characters, or one more.
    ['9'.repeat(37), '9'.repeat(37)],
    ['9'.repeat(38), null],
    [`${'9'.repeat(37)}.5`, `${'9'.repeat(37)}.5`],
    [`${'9'.repeat(38)}.5`, null],
    [`${'9'.repeat(37)}.55`, `${'9'.repeat(37)}.55`],
    [`${'9'.repeat(38)}.55`, null],
    [`${'9'.repeat(36)}.555`, `${'9'.repeat(36)}.555`],
    [`${'9'.repeat(37)}.555`, null],
    [`-${'9'.repeat(37)}`, null],
    ['1e-38', `0.${'0'.repeat(37)}1`],
    ['1e-39', null],
    ['1e400', null],
    ['1e99999', null],
    ['', null],
    ['1.2.3', null],
    ['9'.repeat(60), null],
  ])('converts %s to %s', (source, expected) => {
    expect(toPlainDecimal(source)).toBe(expected);
  });

  it('returns a decimal of the same value for every double', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const plain = toPlainDecimal(String(number));
        if (plain === null) return;
        expect(isDecimal(plain)).toBe(true);
        expect(Number(plain)).toBe(number === 0 ? Number(plain) : number);
      }),
    );
  });

  it('shifts the decimal point without losing a digit', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        fc.integer({ min: -15, max: 15 }),
        (digits, power) => {
          const plain = toPlainDecimal(`${digits}e${power}`) ?? '';
          const [whole = '', part = ''] = plain.split('.');
          expect(BigInt(whole + part) * 10n ** BigInt(Math.max(0, 15 - part.length))).toBe(
            digits * 10n ** BigInt(15 + power),
          );
        },
      ),
    );
  });
});

describe('parseInteger', () => {
  it('parses an integer from a float and from its text to the same value', () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.double()), (number) => {
        expect(parseInteger(number)).toBe(parseInteger(new JsonNumber(String(number))));
      }),
      { examples: [[0], [-0], [2 ** 53], [-(2 ** 53) + 1], [1e21], [1.5], [Number.NaN]] },
    );
  });
});

describe('parseJsonFast', () => {
  const filler = JSON.stringify('x'.repeat(60_000));
  const parseDigits = (text: string) => {
    const parsed = parseJsonFast(`[${filler},${text}]`);
    if (!parsed.ok || !Array.isArray(parsed.value)) throw new Error('not read');
    return getNumberSource(parsed.value[1]);
  };
  const removeTrailingZeros = (text: string) =>
    text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text;

  it('loses no digit of a number of any length', () => {
    const whole = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }).map(String);
    const fraction = fc.bigInt({ min: 0n, max: 10n ** 18n }).map(String);
    fc.assert(
      fc.property(whole, fc.option(fraction, { nil: null }), (integerPart, fractionPart) => {
        const text = fractionPart === null ? integerPart : `${integerPart}.${fractionPart}`;
        const decimal = toPlainDecimal(parseDigits(text) ?? '');
        expect(removeTrailingZeros(decimal ?? '')).toBe(removeTrailingZeros(text));
      }),
      { numRuns: scaleRuns(1000), seed: getNumericSeed('exact JSON 1') },
    );
  });

  it('keeps the source text of numbers with an exponent', () => {
    expect(parseDigits('1.5e3')).toBe('1.5e3');
    expect(parseDigits('10.50')).toBe('10.5');
  });

  it('reads a long text with short numbers as floats, which are several times faster', () => {
    const digits = '109'.repeat(5);
    for (let shift = 0; shift < 16; shift += 1) {
      const padding = ' '.repeat(shift);
      const parsed = parseJsonFast(`[${filler},"e1",${padding}${digits},"/:",1.5,"1f2"]`);
      expect(parsed).toMatchObject({
        ok: true,
        value: [expect.any(String), 'e1', Number(digits), '/:', 1.5, '1f2'],
      });
      const longer = parseJsonFast(`[${filler},${padding}${digits}0]`);
      expect(longer).toMatchObject({ value: [expect.any(String), new JsonNumber(`${digits}0`)] });
    }
  });

  it.each(['1e3', '1E3', '2.5e-3', '2.5e+3'])(
    'keeps in a long text the exponent of %s',
    (source) => {
      expect(parseDigits(source)).toBe(source);
    },
  );

  it('reads a text below 50,000 characters exactly', () => {
    const parse = (length: number) => parseJsonFast(`[1.50${' '.repeat(length - 6)}]`);
    expect(parse(49_999)).toEqual({ ok: true, value: [new JsonNumber('1.50')] });
    expect(parse(50_000)).toEqual({ ok: true, value: [1.5] });
  });

  it('reports a failure for a long text that is not JSON', () => {
    expect(parseJsonFast(`[${filler},`).ok).toBe(false);
  });
});
