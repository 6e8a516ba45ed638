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
   * Places in the order that `search-index.ts` promises, at most `limit`. `matches` holds the worst
   * grade of the typed words, by place: no insides and typing errors yet. `name` is the typed text,
   * folded.
   */
  rank(matches: Matches, name: string, exactId: number | undefined, query: RankingQuery): number[];
  /**
   * Places that match no better than inside a word or with a typing error, which come after all
   * that `rank` gives; at most `most`. Of the places with a grade, those that fit.
   */
  rankWeakMatches(worse: WeakMatches, most: number, query: RankingQuery): number[];
  /** The places of the requested kinds, by most and latest use. */
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
 * Entries are already in alphabetical order of their keys, so each only has to be put into its
 * bucket until that is full; only used billers are sorted. One letter matches most of a catalogue:
 * what is at home comes first, and where that fills the answer no others are looked at.
 * `others` has the places of the other names that billers go by.
 */
export function createRanking(
  entries: readonly SearchEntry[],
  others: ReadonlyMap<string, readonly number[]>,
  ids: IdIndex,
): Ranking {
  const { distances, measure, forEachMatchAtHome, isInScope } = createDistances(entries);
  const rangesOf = createNameRangeFinder(entries);

  const byUse = (unsorted: readonly number[], query: RankingQuery): number[] =>
    unsorted
      .map((place) => ({
        place,
        weight: query.uses.computeWeight(entries[place]?.biller.id ?? 0, query.now),
      }))
      .sort((a, b) => b.weight - a.weight || a.place - b.place)
      .map(({ place }) => place);

  return {
    rank: (matches, name, exactId, query) => {
      measure(query);
      const { grades } = matches;
      const buckets: number[][] = Array.from({ length: CLASS_COUNT * BUCKETS_PER_CLASS }, () => []);
      const ranges = rangesOf(name).filter(({ from, to }) => from < to);
      const isIn = (place: number, fit: NameRange['fit']): boolean =>
        ranges.some((range) => range.fit === fit && place >= range.from && place < range.to);
      const alsoCalledSo = new Set(others.get(name));
      const putApart = (place: number): void => {
        const grade = grades[place] ?? NO_MATCH;
        const distance = distances[place] ?? EXCLUDED_DISTANCE;
        if (grade === NO_MATCH || distance === EXCLUDED_DISTANCE) return;
        const isMain = distance === 0 && (isIn(place, 'main') || alsoCalledSo.has(place));
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
      // These are added here, and skipped in the loops below.
      const leading = new Set([...query.uses.listIds()].flatMap((id) => ids.getPlace(id) ?? []));
      if (exactId !== undefined) leading.add(exactId);
      const before = new Map(
        [...leading].map((place) => [place, distances[place] ?? EXCLUDED_DISTANCE]),
      );
      for (const place of leading) {
        putApart(place);
        distances[place] = EXCLUDED_DISTANCE;
      }
      for (const place of alsoCalledSo) {
        const distance = distances[place] ?? EXCLUDED_DISTANCE;
        if (distance !== 0 || isIn(place, 'exact') || grades[place] === NO_MATCH) continue;
        buckets[MAIN_NAME_CLASS * BUCKETS_PER_CLASS + HOME_BUCKET + 1]?.push(place);
        before.set(place, distance);
        distances[place] = EXCLUDED_DISTANCE;
      }
      const put = (from: number, to: number, distance: number, bucketOf: Uint8Array): void => {
        const act = (place: number): void => {
          if (distances[place] !== distance) return;
          const bucket = buckets[(bucketOf[grades[place] ?? NO_MATCH] ?? 0) + distance];
          if (bucket && bucket.length < query.limit) bucket.push(place);
        };
        if (distance === 0) forEachMatchAtHome(matches, from, to, act);
        else forEachMatch(matches, from, to, act);
      };
      const isFull = (): boolean =>
        buckets.reduce((count, bucket) => count + bucket.length, 0) >= query.limit;
      for (const { from, to, fit } of ranges) {
        if (fit !== 'beginning')
          put(from, to, 0, fit === 'main' ? MAIN_NAME_BUCKETS : EXACT_NAME_BUCKETS);
        if (fit === 'exact') put(from, to, ABROAD_DISTANCE, EXACT_NAME_BUCKETS);
      }
      // What is left is one class, and in it whatever is abroad comes after all that is at home.
      for (const distance of [0, ABROAD_DISTANCE]) {
        if (isFull()) break;
        for (const { from, to, fit } of ranges) {
          // Abroad, a main name is no more than a name that begins so.
          const begins = fit === 'beginning' || (fit === 'main' && distance === ABROAD_DISTANCE);
          if (begins) put(from, to, distance, PREFIX_BUCKETS);
        }
        if (isFull()) break;
        let behind = 0;
        for (const { from, to } of ranges) {
          put(behind, from, distance, OTHER_BUCKETS);
          behind = to;
        }
        put(behind, entries.length, distance, OTHER_BUCKETS);
      }
      for (const [place, distance] of before) distances[place] = distance;
      const answer: number[] = [];
      for (const [number, bucket] of buckets.entries()) {
        if (answer.length >= query.limit) break;
        answer.push(...(number % BUCKETS_PER_CLASS === 0 ? byUse(bucket, query) : bucket));
      }
      return answer.slice(0, query.limit);
    },
    rankWeakMatches: ({ grades, isMatch }, most, query) => {
      measure(query);
      const used = new Set([...query.uses.listIds()].flatMap((id) => ids.getPlace(id) ?? []));
      const home: number[] = [];
      const abroad: number[] = [];
      const fours = toUint32View(grades);
      const end = entries.length;
      for (let place = findNextMatch(grades, fours, 0, end); place < end; ) {
        const distance = distances[place] ?? EXCLUDED_DISTANCE;
        const some = distance === 0 ? home : abroad;
        // Whether it fits takes longest to tell.
        const isWanted = distance !== EXCLUDED_DISTANCE && some.length < most && !used.has(place);
        if (isWanted && isMatch(place)) some.push(place);
        // What is left is further down the alphabet, or abroad.
        if (home.length >= most) break;
        place = findNextMatch(grades, fours, place + 1, end);
      }
      const usedHere = [...used].filter((at) => distances[at] !== EXCLUDED_DISTANCE && isMatch(at));
      return [...byUse(usedHere, query), ...home, ...abroad].slice(0, most);
    },
    sortByUse: (unsorted, query) =>
      byUse(
        unsorted.filter((place) => isInScope(place, query)),
        query,
      ),
  };
}

export interface WeakMatches {
  readonly grades: Uint8Array;
  readonly isMatch: (place: number) => boolean;
}
