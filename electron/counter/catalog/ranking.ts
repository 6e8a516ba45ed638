import type { BillerUses } from './biller-uses.ts';
import {
  ABROAD_DISTANCE,
  createDistances,
  EXCLUDED_DISTANCE,
  type SearchScope,
} from './distances.ts';
import { findNextMatch, forEachMatch, type Matches, toUint32View } from './grades.ts';
import type { IdIndex } from './id-index.ts';
import { createNameRangeFinder, type NameRange } from './name-ranges.ts';
import type { SearchEntry } from './search-entry.ts';
import { NO_MATCH, TYPE_WORD, WHOLE_WORD, WORD_PREFIX } from './vocabulary.ts';

export interface RankingQuery extends SearchScope {
  readonly limit: number;
  readonly uses: BillerUses;
  readonly now: number;
}

export interface Ranking {
  /**
   * Places in the order that `search-index.ts` documents, at most `limit`. `matches` holds the worst
   * grade of the typed words, by place, without matches inside words or with typing errors. `name`
   * is the typed text, folded.
   */
  rank(matches: Matches, name: string, exactId: number | undefined, query: RankingQuery): number[];
  /**
   * Places that match only inside a word or with a typing error, which come after all results of
   * `rank`; at most `most`. They are the places with a grade for which `isMatch` is true.
   */
  rankWeakMatches(worse: WeakMatches, limit: number, query: RankingQuery): number[];
  /** The places of the requested kinds, by weight of use, highest first. */
  sortByUse(places: readonly number[], query: RankingQuery): number[];
}

/**
 * Buckets of one class: used billers first, then those at home, then those abroad, each in the
 * finer order.
 */
const BUCKETS_PER_CLASS = 16;
const GRADES = [WHOLE_WORD, WORD_PREFIX, TYPE_WORD];
const HOME_BUCKET = 1;
const EXACT_ID_CLASS = 0;
const EXACT_NAME_CLASS = 1;
const MAIN_NAME_CLASS = 2;
const OTHER_CLASS = 3;
const CLASS_COUNT = 4;

/** The bucket of names at home that begin with the typed text. */
const PREFIX_AT_HOME_BUCKET = OTHER_CLASS * BUCKETS_PER_CLASS + HOME_BUCKET;
/** The bucket of each grade, at home. */
const PREFIX_BUCKETS = new Uint8Array(GRADES.length).fill(PREFIX_AT_HOME_BUCKET);
const OTHER_BUCKETS = Uint8Array.from(GRADES, (grade) => PREFIX_AT_HOME_BUCKET + 1 + grade);
const EXACT_NAME_BUCKETS = new Uint8Array(GRADES.length).fill(
  EXACT_NAME_CLASS * BUCKETS_PER_CLASS + HOME_BUCKET,
);
const MAIN_NAME_BUCKETS = new Uint8Array(GRADES.length).fill(
  MAIN_NAME_CLASS * BUCKETS_PER_CLASS + HOME_BUCKET,
);

/**
 * Entries are already sorted by key, so each is only put into its bucket until the bucket is full;
 * only used billers are sorted here. One letter matches most of a catalogue, so billers at home are
 * collected first, and the others only if the limit is not reached. `aliasPlaces` has the places of each
 * alternative name of billers.
 */
export function createRanking(
  entries: readonly SearchEntry[],
  aliasPlaces: ReadonlyMap<string, readonly number[]>,
  ids: IdIndex,
): Ranking {
  const { distances, computeDistances, forEachMatchAtHome, isInScope } = createDistances(entries);
  const findRanges = createNameRangeFinder(entries);

  const sortPlacesByUse = (unsorted: readonly number[], query: RankingQuery): number[] =>
    unsorted
      .map((place) => ({
        place,
        weight: query.uses.computeWeight(entries[place]?.biller.id ?? 0, query.now),
      }))
      .sort((a, b) => b.weight - a.weight || a.place - b.place)
      .map(({ place }) => place);

  return {
    rank: (matches, name, exactId, query) => {
      computeDistances(query);
      const { grades } = matches;
      const buckets: number[][] = Array.from({ length: CLASS_COUNT * BUCKETS_PER_CLASS }, () => []);
      const ranges = findRanges(name).filter(({ from, to }) => from < to);
      const isIn = (place: number, fit: NameRange['fit']): boolean =>
        ranges.some((range) => range.fit === fit && place >= range.from && place < range.to);
      const aliasMatches = new Set(aliasPlaces.get(name));
      const addLeadingPlace = (place: number): void => {
        const grade = grades[place] ?? NO_MATCH;
        const distance = distances[place] ?? EXCLUDED_DISTANCE;
        if (grade === NO_MATCH || distance === EXCLUDED_DISTANCE) return;
        const isMain = distance === 0 && (isIn(place, 'main') || aliasMatches.has(place));
        const class_ =
          place === exactId
            ? EXACT_ID_CLASS
            : isIn(place, 'exact')
              ? EXACT_NAME_CLASS
              : isMain
                ? MAIN_NAME_CLASS
                : OTHER_CLASS;
        buckets[class_ * BUCKETS_PER_CLASS]?.push(place);
      };
      // Used billers and the exact id are added here, and skipped in the loops below.
      const leading = new Set([...query.uses.listIds()].flatMap((id) => ids.getPlace(id) ?? []));
      if (exactId !== undefined) leading.add(exactId);
      const savedDistances = new Map(
        [...leading].map((place) => [place, distances[place] ?? EXCLUDED_DISTANCE]),
      );
      for (const place of leading) {
        addLeadingPlace(place);
        distances[place] = EXCLUDED_DISTANCE;
      }
      for (const place of aliasMatches) {
        const distance = distances[place] ?? EXCLUDED_DISTANCE;
        if (distance !== 0 || isIn(place, 'exact') || grades[place] === NO_MATCH) continue;
        buckets[MAIN_NAME_CLASS * BUCKETS_PER_CLASS + HOME_BUCKET + 1]?.push(place);
        savedDistances.set(place, distance);
        distances[place] = EXCLUDED_DISTANCE;
      }
      const addRange = (
        from: number,
        to: number,
        distance: number,
        bucketByGrade: Uint8Array,
      ): void => {
        const addPlace = (place: number): void => {
          if (distances[place] !== distance) return;
          const bucket = buckets[(bucketByGrade[grades[place] ?? NO_MATCH] ?? 0) + distance];
          if (bucket && bucket.length < query.limit) bucket.push(place);
        };
        if (distance === 0) forEachMatchAtHome(matches, from, to, addPlace);
        else forEachMatch(matches, from, to, addPlace);
      };
      const isFull = (): boolean =>
        buckets.reduce((count, bucket) => count + bucket.length, 0) >= query.limit;
      for (const { from, to, fit } of ranges) {
        if (fit !== 'beginning')
          addRange(from, to, 0, fit === 'main' ? MAIN_NAME_BUCKETS : EXACT_NAME_BUCKETS);
        if (fit === 'exact') addRange(from, to, ABROAD_DISTANCE, EXACT_NAME_BUCKETS);
      }
      // The rest is one class, in which billers abroad come after all billers at home.
      for (const distance of [0, ABROAD_DISTANCE]) {
        if (isFull()) break;
        for (const { from, to, fit } of ranges) {
          // Abroad, a main name only counts as a name that begins with the text.
          const begins = fit === 'beginning' || (fit === 'main' && distance === ABROAD_DISTANCE);
          if (begins) addRange(from, to, distance, PREFIX_BUCKETS);
        }
        if (isFull()) break;
        let restStart = 0;
        for (const { from, to } of ranges) {
          addRange(restStart, from, distance, OTHER_BUCKETS);
          restStart = to;
        }
        addRange(restStart, entries.length, distance, OTHER_BUCKETS);
      }
      for (const [place, distance] of savedDistances) distances[place] = distance;
      const results: number[] = [];
      for (const [number, bucket] of buckets.entries()) {
        if (results.length >= query.limit) break;
        results.push(
          ...(number % BUCKETS_PER_CLASS === 0 ? sortPlacesByUse(bucket, query) : bucket),
        );
      }
      return results.slice(0, query.limit);
    },
    rankWeakMatches: ({ grades, isMatch }, limit, query) => {
      computeDistances(query);
      const used = new Set([...query.uses.listIds()].flatMap((id) => ids.getPlace(id) ?? []));
      const home: number[] = [];
      const abroad: number[] = [];
      const gradesView = toUint32View(grades);
      const end = entries.length;
      for (let place = findNextMatch(grades, gradesView, 0, end); place < end; ) {
        const distance = distances[place] ?? EXCLUDED_DISTANCE;
        const group = distance === 0 ? home : abroad;
        // `isMatch` is the slowest check, so it is the last.
        const isCandidate =
          distance !== EXCLUDED_DISTANCE && group.length < limit && !used.has(place);
        if (isCandidate && isMatch(place)) group.push(place);
        // The remaining places are later in the alphabet, or abroad.
        if (home.length >= limit) break;
        place = findNextMatch(grades, gradesView, place + 1, end);
      }
      const usedMatches = [...used].filter(
        (at) => distances[at] !== EXCLUDED_DISTANCE && isMatch(at),
      );
      return [...sortPlacesByUse(usedMatches, query), ...home, ...abroad].slice(0, limit);
    },
    sortByUse: (unsorted, query) =>
      sortPlacesByUse(
        unsorted.filter((place) => isInScope(place, query)),
        query,
      ),
  };
}

export interface WeakMatches {
  readonly grades: Uint8Array;
  readonly isMatch: (place: number) => boolean;
}
