import { foldWithPositions } from './fold-text.ts';

/**
 * Where the typed words occur in a name, as ranges of UTF-16 units of the original name: sorted,
 * disjoint, never empty. The beginning of a word is preferred to its inside. A word that matched
 * only with a typing error is highlighted whole.
 */
export function computeHighlights(
  name: string,
  typed: readonly string[],
  mistyped: ReadonlySet<string>,
): [number, number][] {
  const folded = foldWithPositions(name);
  const found: [number, number][] = [];
  for (const word of typed) {
    const range = findHighlightRange(folded.text, word, mistyped);
    if (!range) continue;
    const [first, behind] = range;
    const start = folded.starts[first];
    const end = folded.ends[behind - 1];
    if (start !== undefined && end !== undefined) found.push([start, end]);
  }
  return mergeRanges(found);
}

function findHighlightRange(
  text: string,
  word: string,
  mistyped: ReadonlySet<string>,
): [number, number] | null {
  if (text.startsWith(word)) return [0, word.length];
  const beginning = text.indexOf(` ${word}`);
  if (beginning >= 0) return [beginning + 1, beginning + 1 + word.length];
  const inside = text.indexOf(word);
  if (inside >= 0) return [inside, inside + word.length];
  let at = 0;
  for (const part of text.split(' ')) {
    if (mistyped.has(part)) return [at, at + part.length];
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
