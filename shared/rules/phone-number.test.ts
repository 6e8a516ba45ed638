import { expect, it } from 'vitest';
import { listPhoneReadings } from './phone-number.ts';

/** The calling codes of the countries in ITU-T E.164, listed again as a check. */
const E164 =
  'AR 54, BO 591, BR 55, CA 1, CL 56, CO 57, CR 506, CU 53, DO 1, EC 593, ES 34, GT 502, HN 504, HT 509, JM 1, MX 52, NI 505, PA 507, PE 51, PR 1, PY 595, SV 503, US 1, UY 598, VE 58';

it.each(E164.split(', ').map((entry) => entry.split(' ') as [string, string]))(
  'removes the calling code of %s, +%s, behind a plus or 00, also of a country in small letters',
  (country, callingCode) => {
    const { written, national } = listPhoneReadings(`+${callingCode} (234) 56-78`, '', country);
    expect(written.at(-1)).toBe(`+${callingCode} 234 56-78`);
    expect(national).toEqual(['2345678']);
    const input = `00${callingCode}2345678`;
    expect(listPhoneReadings(input, '', country.toLowerCase()).national).toEqual(['2345678']);
  },
);

it('keeps a calling code of another country, or without a plus', () => {
  expect(listPhoneReadings('+57 300 1234567', '', 'MX').national).toEqual([]);
  expect(listPhoneReadings('+57 300 1234567', '', 'ZZ').national).toEqual([]);
  expect(listPhoneReadings('525512345678', '', 'MX').national).toEqual([]);
  expect(listPhoneReadings('x+525512345678', '', 'MX').national).toEqual([]);
  expect(listPhoneReadings('+525512345678x', '', 'MX').national).toEqual([]);
});

it('removes the 1 that once stood before mobile numbers only in Mexico', () => {
  expect(listPhoneReadings('+52 1 55 1234 5678', '', 'mx').national).toEqual([
    '15512345678',
    '5512345678',
  ]);
  expect(listPhoneReadings('+57 1 300 1234', '', 'CO').national).toEqual(['13001234']);
});

it('reads a number with and without the signs of the mask', () => {
  expect(listPhoneReadings('(55).1234·[5678]/', '(99) 9999-9999', 'MX').written).toEqual([
    '(55)12345678',
    '5512345678',
  ]);
});
