import { AFTER_MAIN_NAME_BOUNDARY, MAIN_NAME_BOUNDARY } from './main-name.ts';
import type { SearchEntry } from './search-entry.ts';

/** Adjacent places whose names fit the typed text alike. */
export interface NameRange {
  readonly from: number;
  readonly to: number;
  readonly fit: 'exact' | 'main' | 'beginning';
}

/**
 * Where the names that begin with a typed text stand. They are adjacent, wherever their main name
 * ends, because entries are in alphabetical order of their keys.
 */
export function createNameRangeFinder(
  entries: readonly SearchEntry[],
): (name: string) => NameRange[] {
  /** The first place whose key does not come before `text`. */
  const notBefore = (text: string): number => {
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
    const mains = notBefore(`${name}${MAIN_NAME_BOUNDARY}`);
    const behindMains = notBefore(`${name}${AFTER_MAIN_NAME_BOUNDARY}`);
    return [name, ...buildBoundaryVariants(name)]
      .flatMap((typed): NameRange[] => {
        const exact = notBefore(typed);
        const behindExact = typed === name ? mains : notBefore(`${typed}${MAIN_NAME_BOUNDARY}`);
        const beginning = typed === name ? behindMains : behindExact;
        return [
          { from: exact, to: behindExact, fit: 'exact' },
          { from: beginning, to: notBefore(`${typed}\uffff`), fit: 'beginning' },
        ];
      })
      .concat({ from: mains, to: behindMains, fit: 'main' })
      .sort((a, b) => a.from - b.from);
  };
}

/** The typed text as it stands in keys whose main name ends at one of its spaces. */
function buildBoundaryVariants(name: string): string[] {
  return [...name.matchAll(/ /g)].map(
    ({ index }) => `${name.slice(0, index)}${MAIN_NAME_BOUNDARY}${name.slice(index + 1)}`,
  );
}
