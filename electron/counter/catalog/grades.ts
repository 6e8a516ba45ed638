import { findLowerBound } from './lower-bound.ts';
import { NO_MATCH } from './vocabulary.ts';

/**
 * Grades of one typed word, or the worst of several: one byte for each place. Most words match few
 * of a hundred thousand places, so loops skip four places at a time.
 */
const PLACES_PER_ELEMENT = 4;
const ALL_MISS = 0xffffffff;

/**
 * Reuses grade arrays. New arrays at each keystroke would be megabytes of garbage, whose collection
 * would be the longest part of one keystroke in twenty.
 */
export interface GradesPool {
  takeEmpty(): Uint8Array;
  takeCopy(grades: Uint8Array): Uint8Array;
  /** Takes these arrays back. The caller must not use them any more. */
  release(grades: Iterable<Uint8Array>): void;
}

/** Each array has this many places, rounded up to a multiple of four; the rest are misses. */
export function createGradesPool(places: number): GradesPool {
  const free: Uint8Array[] = [];
  const takeArray = () =>
    free.pop() ?? new Uint8Array(Math.ceil(places / PLACES_PER_ELEMENT) * PLACES_PER_ELEMENT);
  return {
    takeEmpty: () => takeArray().fill(NO_MATCH),
    takeCopy: (grades) => {
      const copy = takeArray();
      copy.set(grades);
      return copy;
    },
    release: (grades) => {
      free.push(...grades);
    },
  };
}

/** The same bytes, four in each element. */
export function toUint32View(grades: Uint8Array): Uint32Array {
  return new Uint32Array(grades.buffer);
}

/** The first match at or after `place`; `end` if there is none before `end`. */
export function findNextMatch(
  grades: Uint8Array,
  fours: Uint32Array,
  place: number,
  end: number,
): number {
  let at = place;
  while (at < end) {
    if ((at & 3) === 0 && fours[at >>> 2] === ALL_MISS) {
      at += PLACES_PER_ELEMENT;
      continue;
    }
    if (grades[at] !== NO_MATCH) return at;
    at += 1;
  }
  return end;
}

/** Grades with the places that match: in ascending order if they are few, null if they are many. */
export interface Matches {
  readonly grades: Uint8Array;
  readonly sparsePlaces: readonly number[] | null;
}

/** Up to this share of all places, a loop over a list of places is faster. */
const MAX_SPARSE_SHARE = 1 / 20;
const MIN_SPARSE_LIMIT = 500;

export function toMatches(grades: Uint8Array): Matches {
  const maxSparsePlaces = Math.max(MIN_SPARSE_LIMIT, grades.length * MAX_SPARSE_SHARE);
  const fours = toUint32View(grades);
  const end = grades.length;
  const sparsePlaces: number[] = [];
  for (let at = findNextMatch(grades, fours, 0, end); at < end; ) {
    if (sparsePlaces.length >= maxSparsePlaces) return { grades, sparsePlaces: null };
    sparsePlaces.push(at);
    at = findNextMatch(grades, fours, at + 1, end);
  }
  return { grades, sparsePlaces };
}

/** Calls `act` for every match from `from` to before `to`, in ascending order. */
export function forEachMatch(
  { grades, sparsePlaces }: Matches,
  from: number,
  to: number,
  act: (place: number) => void,
): void {
  if (sparsePlaces === null) {
    const fours = toUint32View(grades);
    for (let place = findNextMatch(grades, fours, from, to); place < to; ) {
      act(place);
      place = findNextMatch(grades, fours, place + 1, to);
    }
    return;
  }
  for (let index = findLowerBound(sparsePlaces, from); index < sparsePlaces.length; index += 1) {
    const place = sparsePlaces[index] ?? to;
    if (place >= to) return;
    act(place);
  }
}

/** The shortest list of places; null if all have many. */
export function findSparsestPlaces(lists: readonly Matches[]): readonly number[] | null {
  return lists.reduce<readonly number[] | null>(
    (fewest, { sparsePlaces }) =>
      sparsePlaces !== null && (fewest === null || sparsePlaces.length < fewest.length)
        ? sparsePlaces
        : fewest,
    null,
  );
}

/** Sets each grade of `worst` to the worst of itself and of those of `others`. */
export function mergeWorstGrades(worst: Uint8Array, others: readonly Uint8Array[]): void {
  const worstFours = toUint32View(worst);
  for (const grades of others) {
    const fours = toUint32View(grades);
    for (let four = 0; four < fours.length; four += 1) {
      if (worstFours[four] === ALL_MISS) continue;
      if (fours[four] === ALL_MISS) {
        worstFours[four] = ALL_MISS;
        continue;
      }
      for (let at = four * PLACES_PER_ELEMENT; at < (four + 1) * PLACES_PER_ELEMENT; at += 1) {
        const grade = grades[at] ?? NO_MATCH;
        if (grade > (worst[at] ?? NO_MATCH)) worst[at] = grade;
      }
    }
  }
}
