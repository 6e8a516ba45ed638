import { describe, expect, it } from 'vitest';
import { JsonNumber } from './exact-json.ts';
import {
  parseBoolean,
  parseCurrency,
  parseDecimal,
  parseExternalId,
  parseId,
  parseInteger,
  parseIsoTime,
  parseTransactionStatus,
  parseTruncatedText,
  parseUntruncatedText,
  toMoneyOrNull,
} from './scalars.ts';

const toNumber = (source: string) => new JsonNumber(source);
const LONG_TEXT = 'x'.repeat(5_000);

describe('a single field', () => {
  it.each([
    ['parseDecimal', parseDecimal],
    ['parseInteger', parseInteger],
    ['parseId', parseId],
    ['parseExternalId', parseExternalId],
    ['parseBoolean', parseBoolean],
    ['parseIsoTime', parseIsoTime],
    ['parseCurrency', parseCurrency],
    ['parseTruncatedText', parseTruncatedText],
    ['parseUntruncatedText', parseUntruncatedText],
  ])('reads null from a field that is missing or of another type: %s', (_name, parse) => {
    for (const value of [undefined, null, {}, [], ['1']]) expect(parse(value)).toBeNull();
  });

  it('truncates a long text, but not the text of a ticket', () => {
    expect(parseTruncatedText(LONG_TEXT)).toMatch(/^x{4000,4095} \[…\]$/);
    expect(parseUntruncatedText(LONG_TEXT)).toBe(LONG_TEXT);
  });

  it.each([
    [toNumber('1.50'), '1.50'],
    [1.5, '1.5'],
    [' 1.50\n', '1.50'],
    [toNumber('1e2'), '100'],
    ['1,5', null],
    ['', null],
    [true, null],
  ])('reads the decimal %j as %j', (value, decimal) => {
    expect(parseDecimal(value)).toBe(decimal);
  });

  it.each([
    [toNumber('7'), 7],
    ['7', 7],
    ['007', 7],
    ['7.00', 7],
    [toNumber('7.5'), null],
    [7, 7],
    [7.5, null],
    [-0, 0],
    [toNumber('9007199254740991'), 9_007_199_254_740_991],
    [toNumber('9007199254740992'), null],
    [9_007_199_254_740_992, null],
    [true, null],
  ])('reads the integer %j as %j', (value, integer) => {
    expect(parseInteger(value)).toBe(integer);
  });

  it.each([
    [toNumber('12345678901234567890'), '12345678901234567890'],
    [5, '5'],
    [toNumber('-5'), '-5'],
    [toNumber('5.0'), null],
    [toNumber('5e3'), null],
    [toNumber('1'.repeat(64)), '1'.repeat(64)],
    [toNumber('1'.repeat(65)), null],
    [' A-1 ', 'A-1'],
    ['', null],
    [' ', null],
    ['x'.repeat(64), 'x'.repeat(64)],
    ['x'.repeat(65), null],
    [true, null],
  ])('reads the id %j as %j', (value, id) => {
    expect(parseId(value)).toBe(id);
  });

  it.each([
    ['Order-7', 'Order-7'],
    ['{5F0D7B1E-8F3C-4C39-9D5E-1F2A3B4C5D6E}', '5f0d7b1e-8f3c-4c39-9d5e-1f2a3b4c5d6e'],
    [toNumber('5.0'), null],
  ])('reads the external_id %j as %j', (value, id) => {
    expect(parseExternalId(value)).toBe(id);
  });

  it.each([
    [undefined, null],
    [null, null],
    ['sent', 'sent'],
    ['', ''],
    [toNumber('422'), '422'],
    [422, '422'],
    [true, 'unreadable'],
    [{ name: 'sent' }, 'unreadable'],
  ])('reads the status %j as %j', (value, status) => {
    expect(parseTransactionStatus(value)).toBe(status);
  });

  it.each([
    [true, true],
    [false, false],
    ['true', true],
    ['false', false],
    ['yes', null],
    [1, null],
  ])('reads the truth value %j as %j', (value, isTrue) => {
    expect(parseBoolean(value)).toBe(isTrue);
  });

  it.each([
    ['MXN', 'MXN'],
    [' RD ', 'RD'],
    ['12345678', '12345678'],
    ['123456789', null],
    ['', null],
    [' ', null],
    [true, null],
  ])('reads the currency %j as %j', (value, currency) => {
    expect(parseCurrency(value)).toBe(currency);
  });

  it('makes no money of a missing amount', () => {
    expect(toMoneyOrNull(null, 'MXN')).toBeNull();
    expect(toMoneyOrNull('5', 'MXN')).toEqual({ amount: '5.00', currency: 'MXN' });
  });
});

describe('a time', () => {
  it.each([
    ['2026-02-15T10:13:46Z', '2026-02-15T10:13:46.000Z'],
    [' 2026-02-15T10:13:46Z ', '2026-02-15T10:13:46.000Z'],
    ['2026-02-15 10:13:46 UTC', '2026-02-15T10:13:46.000Z'],
    ['2026-02-15T10:13:46UTC', '2026-02-15T10:13:46.000Z'],
    ['2026-02-15T10:13', '2026-02-15T10:13:00.000Z'],
    ['2026-02-15T10:13Z', '2026-02-15T10:13:00.000Z'],
    ['2026-02-15T10:13:46.5', '2026-02-15T10:13:46.500Z'],
    ['2026-02-15T10:13:46.123456Z', '2026-02-15T10:13:46.123Z'],
    ['2026-02-15T10:13:46+05:30', '2026-02-15T04:43:46.000Z'],
    ['2026-02-15 10:13:46 -0600', '2026-02-15T16:13:46.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ])('reads %j as %s', (text, time) => {
    expect(parseIsoTime(text)).toBe(time);
  });

  it.each([
    ['x2026-02-15T10:13:46Z'],
    ['2026-02-15T10:13:46Zx'],
    ['2026-02-15X10:13:46Z'],
    ['2026-02-15T10:13:46  Z'],
    ['2026-02-15T10:13:46 06:00'],
    ['2026-02-15T10:13:46.Z'],
    ['226-02-15T10:13:46Z'],
    ['2026-2-15T10:13:46Z'],
    ['2026-02-15T1:13:46Z'],
    ['2026-02-15T10:13:46+5:30'],
    ['2026-02-15T10:13:46+05'],
    ['2026-02-15T25:13:46Z'],
    ['0000-01-01T00:00:00+01:00'],
    ['9999-12-31T23:59:59-06:00'],
  ])('reads nothing from %j', (text) => {
    expect(parseIsoTime(text)).toBeNull();
  });
});
