/**
 * Normalizes a text for searching: lower case, without accents. Keeps signs, blanks, digits, and
 * letters that are not a base letter with an accent (`ß`, `ø`).
 */
export function toSearchText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
