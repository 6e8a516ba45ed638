import type { Biller, BillerKind } from '../../shared/contract/index.ts';
import type { Ids } from './ids.ts';
import type { Uses } from './uses.ts';
import { INSIDE, MISS, TRADE } from './vocabulary.ts';

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

/** Shelves of one class: first the used billers, then home and abroad in the finer order. */
const SHELVES = 16;
const ABROAD = 6;
const CLASSES = 5;

/**
 * Entries stand in the alphabet's order already, so it is enough to put each on its shelf until
 * that is full; only what this shop uses is sorted. One letter fits most of a catalogue, so the
 * loop over it looks at bytes alone.
 */
export function createRanking(entries: readonly Entry[], ids: Ids): Ranking {
  const kinds = Uint8Array.from(entries, (entry) => bitOf(entry.biller.kind));
  const distances = new Uint8Array(entries.length);
  const used = new Uint8Array(entries.length);
  let distancesFrom: string | null | undefined;

  const measure = (country: string | null): void => {
    if (country === distancesFrom) return;
    distancesFrom = country;
    for (const [place, entry] of entries.entries()) {
      distances[place] = country !== null && entry.biller.country === country ? 1 : 1 + ABROAD;
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

  const markUsed = (query: RankingQuery): void => {
    used.fill(0);
    for (const id of query.uses.ids()) {
      const place = ids.at(id);
      if (place !== undefined) used[place] = 1;
    }
  };

  return {
    rank: (grades, name, exactId, query) => {
      measure(query.country);
      markUsed(query);
      const wanted = query.kinds.reduce((bits, kind) => bits | bitOf(kind), 0);
      const shelves: number[][] = Array.from({ length: CLASSES * SHELVES }, () => []);
      // Names that begin with what was typed stand together; those that are it stand first.
      const firstBeginning = notBefore(name);
      const behindBeginnings = notBefore(`${name}\uffff`);
      const isExact = (place: number): boolean => entries[place]?.name === name;
      for (let place = 0; place < grades.length; place += 1) {
        const grade = grades[place] ?? MISS;
        if (grade === MISS || ((kinds[place] ?? 0) & wanted) === 0) continue;
        const isBeginning = place >= firstBeginning && place < behindBeginnings;
        let class_ = grade <= TRADE ? 2 : grade === INSIDE ? 3 : 4;
        if (place === exactId) class_ = 0;
        else if (isBeginning && isExact(place)) class_ = 1;
        const isUsed = used[place] === 1;
        const finer = isUsed ? 0 : (distances[place] ?? 1) + (isBeginning ? 0 : 1 + grade);
        const shelf = shelves[class_ * SHELVES + finer];
        if (shelf && (isUsed || shelf.length < query.limit)) shelf.push(place);
      }
      const answer: number[] = [];
      for (const [number, shelf] of shelves.entries()) {
        if (answer.length >= query.limit) break;
        answer.push(...(number % SHELVES === 0 ? byUse(shelf, query) : shelf));
      }
      return answer.slice(0, query.limit);
    },
    byUse: (unsorted, query) => {
      const wanted = query.kinds.reduce((bits, kind) => bits | bitOf(kind), 0);
      return byUse(
        unsorted.filter((place) => ((kinds[place] ?? 0) & wanted) !== 0),
        query,
      );
    },
  };
}

function bitOf(kind: BillerKind): number {
  return { utility: 1, 'top-up': 2, 'gift-card': 4, partner: 8 }[kind];
}
