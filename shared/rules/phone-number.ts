import { stripGrouping } from './account-mask.ts';

/** The calling codes of the countries whose phone companies the service sells. */
const CALLING_CODES: Readonly<Record<string, string>> = {
  AR: '54',
  BO: '591',
  BR: '55',
  CA: '1',
  CL: '56',
  CO: '57',
  CR: '506',
  CU: '53',
  DO: '1',
  EC: '593',
  ES: '34',
  GT: '502',
  HN: '504',
  HT: '509',
  JM: '1',
  MX: '52',
  NI: '505',
  PA: '507',
  PE: '51',
  PR: '1',
  PY: '595',
  SV: '503',
  US: '1',
  UY: '598',
  VE: '58',
};

/** The signs between the digits of telephone numbers, beside spaces and dashes. */
const GROUPING_SIGN = /[()[\].·/]/;

/**
 * Returns the numbers that a text may mean, in the forms in which people write telephone numbers:
 * `(55) 1234-5678`, `55.1234.5678`, `+52 55 1234 5678`. First the number as it was written, with and
 * without the signs of the phone company's mask; then, behind a plus or 00, the number without the
 * country's calling code, and in Mexico also without the 1 that once stood before mobile numbers. A
 * calling code of another country is never removed.
 *
 * @param country ISO 3166-1 alpha-2, of the phone company
 */
export function listPhoneReadings(
  input: string,
  mask: string,
  country: string,
): { readonly written: readonly string[]; readonly national: readonly string[] } {
  const withoutSigns = (allowedSigns: string): string =>
    [...input].filter((sign) => allowedSigns.includes(sign) || !GROUPING_SIGN.test(sign)).join('');
  const written = [withoutSigns(mask), withoutSigns('')];
  const callingCode = CALLING_CODES[country.toUpperCase()];
  const number = /^(?:\+|00)(\d+)$/.exec(stripGrouping(withoutSigns('')))?.[1];
  if (callingCode === undefined || !number?.startsWith(callingCode))
    return { written, national: [] };
  const national = number.slice(callingCode.length);
  const hasMobilePrefix = country.toUpperCase() === 'MX' && national.startsWith('1');
  return { written, national: hasMobilePrefix ? [national, national.slice(1)] : [national] };
}
