import { lowerBound } from './lower-bound.ts';
import { NO_MATCH } from './vocabulary.ts';

/**
 * The grades of one typed word, or of the worst of several: one byte for each place. Most words fit
 * few of a hundred thousand places, so whoever goes through them takes four at a time.
 */
const PLACES_PER_ELEMENT = 4;
const ALL_MISS = 0xffffffff;

/**
 * Grades that are used again: made anew at each keystroke, they would be megabytes of garbage, and
 * its collection the longest part of one keystroke in twenty.
 */
export interface GradesPool {
  takeEmpty(): Uint8Array;
  takeCopy(grades: Uint8Array): Uint8Array;
  /** From now on, nobody else may hold these. */
  release(grades: Iterable<Uint8Array>): void;
}

/** For so many places; the bytes up to the next four are misses, too. */
export function createGradesPool(places: number): GradesPool {
  const free: Uint8Array[] = [];
  const take = () =>
    free.pop() ?? new Uint8Array(Math.ceil(places / PLACES_PER_ELEMENT) * PLACES_PER_ELEMENT);
  return {
    takeEmpty: () => take().fill(NO_MATCH),
    takeCopy: (grades) => {
      const copy = take();
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

/** The first place from `place` on that matches; `end` if there is none before it. */
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

/** Grades with the places that match, in growing order, where these are few; null where they are many. */
export interface Matches {
  readonly grades: Uint8Array;
  readonly sparsePlaces: readonly number[] | null;
}

/** So small a part of all places is gone through faster place by place. */
const MAX_SPARSE_SHARE = 1 / 20;
const MIN_SPARSE_LIMIT = 500;

export function toMatches(grades: Uint8Array): Matches {
  const most = Math.max(MIN_SPARSE_LIMIT, grades.length * MAX_SPARSE_SHARE);
  const fours = toUint32View(grades);
  const end = grades.length;
  const sparsePlaces: number[] = [];
  for (let at = findNextMatch(grades, fours, 0, end); at < end; ) {
    if (sparsePlaces.length >= most) return { grades, sparsePlaces: null };
    sparsePlaces.push(at);
    at = findNextMatch(grades, fours, at + 1, end);
  }
  return { grades, sparsePlaces };
}

/** Every place from `from` to before `to` that matches, in growing order. */
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
  for (let index = lowerBound(sparsePlaces, from); index < sparsePlaces.length; index += 1) {
    const place = sparsePlaces[index] ?? to;
    if (place >= to) return;
    act(place);
  }
}

/** The one with the fewest places, if any has few. */
export function findSparsestPlaces(all: readonly Matches[]): readonly number[] | null {
  return all.reduce<readonly number[] | null>(
    (fewest, { sparsePlaces }) =>
      sparsePlaces !== null && (fewest === null || sparsePlaces.length < fewest.length)
        ? sparsePlaces
        : fewest,
    null,
  );
}

/** Makes each grade of `worst` the worst of its own and of those of `others`. */
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
