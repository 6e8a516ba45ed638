import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const FONT_WIDTH = 12;
export const FONT_HEIGHT = 24;

let cachedLetters: ReadonlyMap<string, readonly number[]> | null = null;

/**
 * Returns a letter as rows of dots, the leftmost dot in the highest of twelve bits; a box if the
 * font lacks it.
 */
export function getLetterDots(text: string): readonly number[] {
  if (text === ' ' || text === '\u00a0') return EMPTY;
  cachedLetters ??= readLetters();
  return cachedLetters.get(text) ?? BOX;
}

const EMPTY: readonly number[] = Array.from({ length: FONT_HEIGHT }, () => 0);
const BOX: readonly number[] = EMPTY.map((_, row) =>
  row < 4 || row > 19 ? 0 : row === 4 || row === 19 ? 0x7fe : 0x402,
);

function readLetters(): ReadonlyMap<string, readonly number[]> {
  const file = join(import.meta.dirname, 'letters.json');
  const letters: Readonly<Record<string, string>> = JSON.parse(readFileSync(file, 'utf8'));
  return new Map(
    Object.entries(letters).map(([text, dots]) => [
      text,
      Array.from({ length: FONT_HEIGHT }, (_, row) =>
        Number.parseInt(dots.slice(3 * row, 3 * row + 3), 16),
      ),
    ]),
  );
}
