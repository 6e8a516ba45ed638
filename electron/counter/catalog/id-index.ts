import { findLowerBound } from './lower-bound.ts';

/** Finds entries by an id or by its beginning. A place is the position of an entry in the list. */
export interface IdIndex {
  getPlace(id: number): number | undefined;
  /** The place of the typed id. */
  findExact(typed: string): number | undefined;
  findByPrefix(typed: string): number[];
}

const DIGITS = /^[1-9]\d{0,14}$/;

export function createIdIndex(ids: readonly number[]): IdIndex {
  const places = new Map(ids.map((id, place) => [id, place]));
  let sorted: number[] | null = null;

  const findPlacesByPrefix = (digits: string): number[] => {
    // Sorted when the first number is typed, because most searches are for names.
    sorted ??= [...ids].sort((a, b) => a - b);
    const foundPlaces: number[] = [];
    const greatest = sorted.at(-1) ?? 0;
    // 139 is the beginning of 139, 1390 to 1399, 13900 to 13999 and so on.
    for (let first = Number(digits), width = 1; first <= greatest; first *= 10, width *= 10) {
      for (let at = findLowerBound(sorted, first); at < sorted.length; at += 1) {
        const id = sorted[at] ?? 0;
        if (id >= first + width) break;
        foundPlaces.push(places.get(id) ?? 0);
      }
    }
    return foundPlaces;
  };

  return {
    getPlace: (id) => places.get(id),
    findExact: (typed) => (DIGITS.test(typed) ? places.get(Number(typed)) : undefined),
    findByPrefix: (typed) => (DIGITS.test(typed) ? findPlacesByPrefix(typed) : []),
  };
}
