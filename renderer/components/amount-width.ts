/**
 * Widths relative to the font size, for the heaviest font weight, including the rounding of a zoom.
 */
const DIGIT_WIDTH_EM = 0.64;
const SEPARATOR_WIDTH_EM = 0.32;
const LETTER_WIDTH_EM = 0.72;

/**
 * Returns the width of an amount in em. The style sheet reduces the font size to fit, so that an
 * amount is never broken and never overlaps another.
 */
export function computeAmountWidthEm(amountText: string): number {
  return [...amountText].reduce((sum, character) => sum + getCharacterWidthEm(character), 0);
}

function getCharacterWidthEm(character: string): number {
  if (/[\s.,]/.test(character)) return SEPARATOR_WIDTH_EM;
  return /\p{L}/u.test(character) ? LETTER_WIDTH_EM : DIGIT_WIDTH_EM;
}
