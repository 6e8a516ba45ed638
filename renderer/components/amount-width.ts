/** Of the letters' height, in the heaviest face: as wide as they come, and what a zoom rounds. */
const DIGIT_WIDTH_EM = 0.64;
const SEPARATOR_WIDTH_EM = 0.32;
const LETTER_WIDTH_EM = 0.72;

/**
 * How wide an amount is, in heights of its letters. A sheet makes them as small as their place takes:
 * an amount is never broken, and never over another.
 */
export function computeAmountWidthEm(words: string): number {
  return [...words].reduce((sum, one) => sum + getCharacterWidthEm(one), 0);
}

function getCharacterWidthEm(character: string): number {
  if (/[\s.,]/.test(character)) return SEPARATOR_WIDTH_EM;
  return /\p{L}/u.test(character) ? LETTER_WIDTH_EM : DIGIT_WIDTH_EM;
}
