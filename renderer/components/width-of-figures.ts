/** Of the letters' height, in the heaviest face: as wide as they come, and what a zoom rounds. */
const FIGURE = 0.64;
const BETWEEN = 0.32;
const LETTER = 0.72;

/**
 * How wide an amount is, in heights of its letters. A sheet makes them as small as their place takes:
 * an amount is never broken, and never over another.
 */
export function widthOfFigures(words: string): number {
  return [...words].reduce((sum, one) => sum + widthOf(one), 0);
}

function widthOf(character: string): number {
  if (/[\s.,]/.test(character)) return BETWEEN;
  return /\p{L}/u.test(character) ? LETTER : FIGURE;
}
