import type { BillerKind } from '../../../shared/contract/index.ts';
import { forEachMatch } from './grades.ts';
import { lowerBound } from './lower-bound.ts';
import type { SearchEntry } from './search-entry.ts';
import { NO_MATCH } from './vocabulary.ts';

export interface SearchScope {
  readonly kinds: readonly BillerKind[];
  /** The shop's own country, if it is known. */
  readonly country: string | null;
}

/** How many buckets of the ranking come between what is at home and what is abroad. */
export const ABROAD_DISTANCE = 6;
export const EXCLUDED_DISTANCE = 255;

/** Which billers were asked for, and which of them are at home: measured when that changes. */
export interface Distances {
  /** By place: 0 at home, `FAR` abroad, `NOWHERE` if the kind was not asked for. */
  readonly distances: Uint8Array;
  measure(wanted: SearchScope): void;
  /** At least the matches at home. Where there are many matches, most may be abroad. */
  readonly forEachMatchAtHome: typeof forEachMatch;
  isInScope(place: number, wanted: SearchScope): boolean;
}

export function createDistances(entries: readonly SearchEntry[]): Distances {
  const kinds = new Uint8Array(entries.length);
  for (let place = 0; place < kinds.length; place += 1) {
    const entry = entries[place];
    if (entry) kinds[place] = toKindBit(entry.biller.kind);
  }
  const distances = new Uint8Array(entries.length);
  /** The places at home of the kinds that were asked for. */
  let home: number[] = [];
  let measuredFor = '';

  return {
    distances,
    measure: (asked) => {
      const wanted = toKindBits(asked);
      const { country } = asked;
      if (`${wanted} ${country}` === measuredFor) return;
      measuredFor = `${wanted} ${country}`;
      home = [];
      for (const [place, { biller }] of entries.entries()) {
        const isHome = country === null || biller.country === country;
        const isAsked = ((kinds[place] ?? 0) & wanted) !== 0;
        distances[place] = !isAsked ? EXCLUDED_DISTANCE : isHome ? 0 : ABROAD_DISTANCE;
        if (isAsked && isHome) home.push(place);
      }
    },
    forEachMatchAtHome: (matches, from, to, act) => {
      if (matches.sparsePlaces !== null || home.length > entries.length / 4) {
        forEachMatch(matches, from, to, act);
        return;
      }
      for (let index = lowerBound(home, from); index < home.length; index += 1) {
        const place = home[index] ?? to;
        if (place >= to) return;
        if (matches.grades[place] !== NO_MATCH) act(place);
      }
    },
    isInScope: (place, asked) => ((kinds[place] ?? 0) & toKindBits(asked)) !== 0,
  };
}

function toKindBits({ kinds }: SearchScope): number {
  return kinds.reduce((bits, kind) => bits | toKindBit(kind), 0);
}

function toKindBit(kind: BillerKind): number {
  return { utility: 1, 'top-up': 2, 'gift-card': 4, partner: 8 }[kind];
}
