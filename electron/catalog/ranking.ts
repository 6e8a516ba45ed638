import type { Biller, BillerKind } from '../../shared/contract/index.ts';
import type { Ids } from './ids.ts';
import type { Uses } from './uses.ts';
import { BEGINNING, INSIDE, MISS, TRADE, TYPO, WHOLE } from './vocabulary.ts';

/** A biller with its folded name, in the alphabet's order of folded names. */
export interface Entry {
  readonly name: string;
  readonly biller: Biller;
}

export interface RankingQuery {
  readonly kinds: readonly BillerKind[];
  readonly limit: number;
  readonly uses: Uses;
  /** The shop's own country, where it is known. */
  readonly country: string | null;
  readonly now: number;
}

export interface Ranking {
  /**
   * Places in the order that `search-index.ts` promises, at most `limit`. `grades` holds the worst
   * grade of the typed words, by place; `name` is the typed text, folded.
   */
  rank(
    grades: Uint8Array,
    name: string,
    exactId: number | undefined,
    query: RankingQuery,
  ): number[];
  /** Those of the places that are of the kinds asked for, most used and latest first. */
  byUse(places: readonly number[], query: RankingQuery): number[];
}

/**
 * Buckets of one class: the used billers first, then those at home and abroad, each in the finer
 * order.
 */
const BUCKETS = 16;
const GRADES = [WHOLE, BEGINNING, TRADE, INSIDE, TYPO];
const HOME = 1;
const ABROAD = 7;
const EXACT_ID = 0;
const EXACT_NAME = 1;
const CLASSES = 5;
const NOWHERE = 255;

function classOf(grade: number): number {
  return grade <= TRADE ? 2 : grade === INSIDE ? 3 : 4;
}

/** The bucket of each grade, for home: by its class, and within it by what `finer` says. */
function bucketsOf(finer: (grade: number) => number): Uint8Array {
  return Uint8Array.from(GRADES, (grade) => classOf(grade) * BUCKETS + HOME + finer(grade));
}

const OF_BEGINNINGS = bucketsOf(() => 0);
const OF_OTHERS = bucketsOf((grade) => 1 + grade);
const OF_EXACT_NAMES = new Uint8Array(GRADES.length).fill(EXACT_NAME * BUCKETS + HOME);

/**
 * Entries stand in the alphabet's order already, so it is enough to put each in its bucket until
 * that is full; only what this shop uses is sorted. One letter fits most of a catalogue, so the
 * loop over it looks at two bytes of each.
 */
export function createRanking(entries: readonly Entry[], ids: Ids): Ranking {
  const kinds = Uint8Array.from(entries, (entry) => bitOf(entry.biller.kind));
  /** How many buckets further than one at home; `NOWHERE` where the kind is not asked for. */
  const distances = new Uint8Array(entries.length);
  let measuredFor = '';

  const measure = (country: string | null, wanted: number): void => {
    const asked = `${wanted} ${country}`;
    if (asked === measuredFor) return;
    measuredFor = asked;
    for (const [place, { biller }] of entries.entries()) {
      const distance = country !== null && biller.country === country ? 0 : ABROAD - HOME;
      distances[place] = ((kinds[place] ?? 0) & wanted) === 0 ? NOWHERE : distance;
    }
  };

  const byUse = (unsorted: readonly number[], query: RankingQuery): number[] =>
    unsorted
      .map((place) => ({
        place,
        weight: query.uses.weight(entries[place]?.biller.id ?? 0, query.now),
      }))
      .sort((a, b) => b.weight - a.weight || a.place - b.place)
      .map(({ place }) => place);

  /** First place whose name is not before `name`. */
  const notBefore = (name: string): number => {
    let low = 0;
    let high = entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((entries[middle]?.name ?? '') < name) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    rank: (grades, name, exactId, query) => {
      measure(query.country, wantedBits(query));
      const buckets: number[][] = Array.from({ length: CLASSES * BUCKETS }, () => []);
      const put = (from: number, to: number, bucketOf: Uint8Array): void => {
        for (let place = from; place < to; place += 1) {
          const grade = grades[place] ?? MISS;
          if (grade === MISS) continue;
          const distance = distances[place] ?? NOWHERE;
          if (distance === NOWHERE) continue;
          const bucket = buckets[(bucketOf[grade] ?? 0) + distance];
          if (bucket && bucket.length < query.limit) bucket.push(place);
        }
      };
      // Names that begin with what was typed stand together; those that are it stand first.
      const firstBeginning = notBefore(name);
      const behindExact = notBefore(`${name}\0`);
      const behindBeginnings = notBefore(`${name}\uffff`);
      const putApart = (place: number): void => {
        const grade = grades[place] ?? MISS;
        if (grade === MISS || distances[place] === NOWHERE) return;
        const isExact = place >= firstBeginning && place < behindExact;
        const class_ = place === exactId ? EXACT_ID : isExact ? EXACT_NAME : classOf(grade);
        buckets[class_ * BUCKETS]?.push(place);
      };
      // Each once: those that lead their class are put by themselves, and not found again.
      const leading = new Set([...query.uses.ids()].flatMap((id) => ids.at(id) ?? []));
      if (exactId !== undefined) leading.add(exactId);
      const before = new Map([...leading].map((place) => [place, distances[place] ?? NOWHERE]));
      for (const place of leading) {
        putApart(place);
        distances[place] = NOWHERE;
      }
      put(0, firstBeginning, OF_OTHERS);
      put(firstBeginning, behindExact, OF_EXACT_NAMES);
      put(behindExact, behindBeginnings, OF_BEGINNINGS);
      put(behindBeginnings, grades.length, OF_OTHERS);
      for (const [place, distance] of before) distances[place] = distance;
      const answer: number[] = [];
      for (const [number, bucket] of buckets.entries()) {
        if (answer.length >= query.limit) break;
        answer.push(...(number % BUCKETS === 0 ? byUse(bucket, query) : bucket));
      }
      return answer.slice(0, query.limit);
    },
    byUse: (unsorted, query) => {
      const wanted = wantedBits(query);
      return byUse(
        unsorted.filter((place) => ((kinds[place] ?? 0) & wanted) !== 0),
        query,
      );
    },
  };
}

function wantedBits({ kinds }: RankingQuery): number {
  return kinds.reduce((bits, kind) => bits | bitOf(kind), 0);
}

function bitOf(kind: BillerKind): number {
  return { utility: 1, 'top-up': 2, 'gift-card': 4, partner: 8 }[kind];
}
