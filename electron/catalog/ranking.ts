import type { BillerUses } from './biller-uses.ts';
import { createDistances, FAR, NOWHERE, type Wanted } from './distances.ts';
import type { Entry } from './entry.ts';
import { eachMatch, foursOf, type Matches, nextMatch } from './grades.ts';
import type { IdIndex } from './id-index.ts';
import { createNameRanges, type NameRange } from './name-ranges.ts';
import { BEGINNING, BY_TYPE, MISS, WHOLE } from './vocabulary.ts';

export interface RankingQuery extends Wanted {
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
  rankWorse(worse: Worse, most: number, query: RankingQuery): number[];
  /** The places of the requested kinds, by most and latest use. */
  byUse(places: readonly number[], query: RankingQuery): number[];
}

/**
 * Buckets of one class: used billers first, then those at home, then those abroad, each in the
 * finer order.
 */
const BUCKETS = 16;
const GRADES = [WHOLE, BEGINNING, BY_TYPE];
const HOME = 1;
const EXACT_ID = 0;
const EXACT_NAME = 1;
const MAIN_NAME = 2;
const OTHERS = 3;
const CLASSES = 4;

/** The bucket of names at home that begin with the typed text. */
const BEGINS_AT_HOME = OTHERS * BUCKETS + HOME;
/** The bucket of each grade, at home. */
const OF_BEGINNINGS = new Uint8Array(GRADES.length).fill(BEGINS_AT_HOME);
const OF_OTHERS = Uint8Array.from(GRADES, (grade) => BEGINS_AT_HOME + 1 + grade);
const OF_EXACT_NAMES = new Uint8Array(GRADES.length).fill(EXACT_NAME * BUCKETS + HOME);
const OF_MAIN_NAMES = new Uint8Array(GRADES.length).fill(MAIN_NAME * BUCKETS + HOME);

/**
 * Entries are already in alphabetical order of their keys, so each only has to be put into its
 * bucket until that is full; only used billers are sorted. One letter matches most of a catalogue:
 * what is at home comes first, and where that fills the answer no others are looked at.
 * `others` has the places of the other names that billers go by.
 */
export function createRanking(
  entries: readonly Entry[],
  others: ReadonlyMap<string, readonly number[]>,
  ids: IdIndex,
): Ranking {
  const { distances, measure, eachAtHome, isWanted } = createDistances(entries);
  const rangesOf = createNameRanges(entries);

  const byUse = (unsorted: readonly number[], query: RankingQuery): number[] =>
    unsorted
      .map((place) => ({
        place,
        weight: query.uses.weight(entries[place]?.biller.id ?? 0, query.now),
      }))
      .sort((a, b) => b.weight - a.weight || a.place - b.place)
      .map(({ place }) => place);

  return {
    rank: (matches, name, exactId, query) => {
      measure(query);
      const { grades } = matches;
      const buckets: number[][] = Array.from({ length: CLASSES * BUCKETS }, () => []);
      const ranges = rangesOf(name).filter(({ from, to }) => from < to);
      const isIn = (place: number, fit: NameRange['fit']): boolean =>
        ranges.some((range) => range.fit === fit && place >= range.from && place < range.to);
      const alsoCalledSo = new Set(others.get(name));
      const putApart = (place: number): void => {
        const grade = grades[place] ?? MISS;
        const distance = distances[place] ?? NOWHERE;
        if (grade === MISS || distance === NOWHERE) return;
        const isMain = distance === 0 && (isIn(place, 'main') || alsoCalledSo.has(place));
        const class_ =
          place === exactId
            ? EXACT_ID
            : isIn(place, 'exact')
              ? EXACT_NAME
              : isMain
                ? MAIN_NAME
                : OTHERS;
        buckets[class_ * BUCKETS]?.push(place);
      };
      // These are added here, and skipped in the loops below.
      const leading = new Set([...query.uses.ids()].flatMap((id) => ids.at(id) ?? []));
      if (exactId !== undefined) leading.add(exactId);
      const before = new Map([...leading].map((place) => [place, distances[place] ?? NOWHERE]));
      for (const place of leading) {
        putApart(place);
        distances[place] = NOWHERE;
      }
      for (const place of alsoCalledSo) {
        const distance = distances[place] ?? NOWHERE;
        if (distance !== 0 || isIn(place, 'exact') || grades[place] === MISS) continue;
        buckets[MAIN_NAME * BUCKETS + HOME + 1]?.push(place);
        before.set(place, distance);
        distances[place] = NOWHERE;
      }
      const put = (from: number, to: number, distance: number, bucketOf: Uint8Array): void => {
        const act = (place: number): void => {
          if (distances[place] !== distance) return;
          const bucket = buckets[(bucketOf[grades[place] ?? MISS] ?? 0) + distance];
          if (bucket && bucket.length < query.limit) bucket.push(place);
        };
        if (distance === 0) eachAtHome(matches, from, to, act);
        else eachMatch(matches, from, to, act);
      };
      const isFull = (): boolean =>
        buckets.reduce((count, bucket) => count + bucket.length, 0) >= query.limit;
      for (const { from, to, fit } of ranges) {
        if (fit !== 'beginning') put(from, to, 0, fit === 'main' ? OF_MAIN_NAMES : OF_EXACT_NAMES);
        if (fit === 'exact') put(from, to, FAR, OF_EXACT_NAMES);
      }
      // What is left is one class, and in it whatever is abroad comes after all that is at home.
      for (const distance of [0, FAR]) {
        if (isFull()) break;
        for (const { from, to, fit } of ranges) {
          // Abroad, a main name is no more than a name that begins so.
          const begins = fit === 'beginning' || (fit === 'main' && distance === FAR);
          if (begins) put(from, to, distance, OF_BEGINNINGS);
        }
        if (isFull()) break;
        let behind = 0;
        for (const { from, to } of ranges) {
          put(behind, from, distance, OF_OTHERS);
          behind = to;
        }
        put(behind, entries.length, distance, OF_OTHERS);
      }
      for (const [place, distance] of before) distances[place] = distance;
      const answer: number[] = [];
      for (const [number, bucket] of buckets.entries()) {
        if (answer.length >= query.limit) break;
        answer.push(...(number % BUCKETS === 0 ? byUse(bucket, query) : bucket));
      }
      return answer.slice(0, query.limit);
    },
    rankWorse: ({ grades, isFit }, most, query) => {
      measure(query);
      const used = new Set([...query.uses.ids()].flatMap((id) => ids.at(id) ?? []));
      const home: number[] = [];
      const abroad: number[] = [];
      const fours = foursOf(grades);
      const end = entries.length;
      for (let place = nextMatch(grades, fours, 0, end); place < end; ) {
        const distance = distances[place] ?? NOWHERE;
        const some = distance === 0 ? home : abroad;
        // Whether it fits takes longest to tell.
        const isWanted = distance !== NOWHERE && some.length < most && !used.has(place);
        if (isWanted && isFit(place)) some.push(place);
        // What is left is further down the alphabet, or abroad.
        if (home.length >= most) break;
        place = nextMatch(grades, fours, place + 1, end);
      }
      const usedHere = [...used].filter((at) => distances[at] !== NOWHERE && isFit(at));
      return [...byUse(usedHere, query), ...home, ...abroad].slice(0, most);
    },
    byUse: (unsorted, query) =>
      byUse(
        unsorted.filter((place) => isWanted(place, query)),
        query,
      ),
  };
}

export interface Worse {
  readonly grades: Uint8Array;
  readonly isFit: (place: number) => boolean;
}
