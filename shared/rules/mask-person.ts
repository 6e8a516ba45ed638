/**
 * Masks personal data for staff without the permission to see it. The rest is enough to distinguish
 * two customers at the counter. `maskAccount` of `shared/i18n` masks accounts, as on paper.
 */

/** `M*** P***`: the first letter of each word, independent of its length. */
export function maskName(name: string): string {
  return name
    .split(/\s/u)
    .filter((word) => word !== '')
    .map((word) => `${[...word][0] ?? ''}***`)
    .join(' ');
}

/** `**** 5678`: the last four digits; `****` for a number with less than eight digits. */
export function maskPhone(digits: string): string {
  return digits.length >= 8 ? `**** ${digits.slice(-4)}` : '****';
}
