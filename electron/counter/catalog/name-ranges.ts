import { AFTER_MAIN_NAME_BOUNDARY, MAIN_NAME_BOUNDARY } from './main-name.ts';
import type { SearchEntry } from './search-entry.ts';

/** Adjacent places whose names match the typed text in the same way. */
export interface NameRange {
  readonly from: number;
  readonly to: number;
  readonly fit: 'exact' | 'main' | 'beginning';
}

/**
 * Returns a function that finds the names that begin with a typed text. For each position where
 * their main name may end they are adjacent, because entries are sorted by key.
 */
export function createNameRangeFinder(
  entries: readonly SearchEntry[],
): (name: string) => NameRange[] {
  /** The first place whose key does not come before `text`. */
  const findLowerBound = (text: string): number => {
    let low = 0;
    let high = entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((entries[middle]?.main.key ?? '') < text) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return (name) => {
    const mainStart = findLowerBound(`${name}${MAIN_NAME_BOUNDARY}`);
    const mainEnd = findLowerBound(`${name}${AFTER_MAIN_NAME_BOUNDARY}`);
    return [name, ...buildBoundaryVariants(name)]
      .flatMap((typed): NameRange[] => {
        const exactStart = findLowerBound(typed);
        const exactEnd =
          typed === name ? mainStart : findLowerBound(`${typed}${MAIN_NAME_BOUNDARY}`);
        const beginningStart = typed === name ? mainEnd : exactEnd;
        return [
          { from: exactStart, to: exactEnd, fit: 'exact' },
          { from: beginningStart, to: findLowerBound(`${typed}\uffff`), fit: 'beginning' },
        ];
      })
      .concat({ from: mainStart, to: mainEnd, fit: 'main' })
      .sort((a, b) => a.from - b.from);
  };
}

/** The typed text as it occurs in keys whose main name ends at one of its spaces. */
function buildBoundaryVariants(name: string): string[] {
  return [...name.matchAll(/ /g)].map(
    ({ index }) => `${name.slice(0, index)}${MAIN_NAME_BOUNDARY}${name.slice(index + 1)}`,
  );
}
