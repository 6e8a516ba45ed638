/**
 * Text as a person types it in a hurry: in small letters, without accents. Two texts are looked for
 * in each other by this. Signs, blanks and digits stay, and so do letters that are no other letter
 * with an accent (`ß`, `ø`).
 */
export function toSearchText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
