import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDecimal } from '../../../shared/money/index.ts';
import { getNumericSeed, scaleRuns } from '../../../tests/support/sampling.ts';
import {
  createJsonNumber,
  getNumberSource,
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

  it('reports a failure for a long text that is not JSON', () => {
    expect(parseJsonFast(`[${filler},`).ok).toBe(false);
  });
});
