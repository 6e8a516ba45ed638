import { foldTextWithPositions } from './fold-text.ts';
import { beginsWithOneTypo } from './word-match.ts';

/**
 * Where the typed words occur in a name, as ranges of UTF-16 units of the original name: sorted,
 * disjoint, never empty. The beginning of a word is preferred to its inside, and its inside to words
 * that were typed together. A name word that matches only with a typing error is highlighted whole.
 */
export function computeNameHighlightRanges(
  name: string,
  typedWords: Iterable<string>,
): [number, number][] {
  const folded = foldTextWithPositions(name);
  const ranges: [number, number][] = [];
  for (const word of typedWords) {
    const range = findHighlightRange(folded.text, word);
    if (!range) continue;
    const [first, afterLast] = range;
    const start = folded.originalStartIndexes[first];
    const end = folded.originalEndIndexes[afterLast - 1];
    if (start !== undefined && end !== undefined) ranges.push([start, end]);
  }
  return mergeRanges(ranges);
}

function findHighlightRange(text: string, word: string): [number, number] | null {
  if (text.startsWith(word)) return [0, word.length];
  const wordStart = text.indexOf(` ${word}`);
  if (wordStart >= 0) return [wordStart + 1, wordStart + 1 + word.length];
  const insideStart = text.indexOf(word);
  if (insideStart >= 0) return [insideStart, insideStart + word.length];
  // Folded words hold only letters and digits, which are plain in a regular expression.
  const joined = new RegExp(`(?<= |^)${[...word].join(' ?')}`, 'u').exec(text);
  if (joined) return [joined.index, joined.index + joined[0].length];
  let at = 0;
  for (const part of text.split(' ')) {
    if (beginsWithOneTypo(part, word)) return [at, at + part.length];
    at += part.length + 1;
  }
  return null;
}

function mergeRanges(ranges: readonly [number, number][]): [number, number][] {
  const merged: [number, number][] = [];
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}
