/**
 * Personal data as somebody sees it who need not know it: enough to tell two customers from each
 * other, with the customer at the counter. An account is masked by `maskAccount` of `shared/i18n`,
 * as on paper.
 */

/** `M*** P***`: the first letter of each word. A short word says no more than a long one. */
export function maskName(name: string): string {
  return name
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => `${[...word][0] ?? ''}***`)
    .join(' ');
}

/** `**** 5678`: the last four digits, of a number of eight or more. */
export function maskPhone(digits: string): string {
  return digits.length >= 8 ? `**** ${digits.slice(-4)}` : '****';
}
