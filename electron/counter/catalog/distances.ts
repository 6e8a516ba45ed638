import type { BillerKind } from '../../../shared/contract/index.ts';
import { forEachMatch } from './grades.ts';
import { findLowerBound } from './lower-bound.ts';
import type { SearchEntry } from './search-entry.ts';
import { NO_MATCH } from './vocabulary.ts';

export interface SearchScope {
  readonly kinds: readonly BillerKind[];
  /** The shop's own country, if it is known. */
  readonly country: string | null;
}

/** How many buckets of the ranking lie between billers at home and billers abroad. */
export const ABROAD_DISTANCE = 6;
export const EXCLUDED_DISTANCE = 255;

/** Which billers are in the search scope, and which of them are at home; computed per scope. */
export interface Distances {
  /** By place: 0 at home, `ABROAD_DISTANCE` abroad, `EXCLUDED_DISTANCE` if the kind is excluded. */
  readonly distances: Uint8Array;
  computeDistances(scope: SearchScope): void;
  /** Visits at least the matches at home, and skips those abroad if that saves time. */
  readonly forEachMatchAtHome: typeof forEachMatch;
  isInScope(place: number, scope: SearchScope): boolean;
}

export function createDistances(entries: readonly SearchEntry[]): Distances {
  const kinds = new Uint8Array(entries.length);
  for (let place = 0; place < kinds.length; place += 1) {
    const entry = entries[place];
    if (entry) kinds[place] = toKindBit(entry.biller.kind);
  }
  const distances = new Uint8Array(entries.length);
  /** The places at home of the requested kinds. */
  let homePlaces: number[] = [];
  let measuredFor = '';

  return {
    distances,
    computeDistances: (scope) => {
      const kindBits = toKindBits(scope);
      const { country } = scope;
      if (`${kindBits} ${country}` === measuredFor) return;
      measuredFor = `${kindBits} ${country}`;
      homePlaces = [];
      for (const [place, { biller }] of entries.entries()) {
        const isHome = country === null || biller.country === country;
        const isRequested = ((kinds[place] ?? 0) & kindBits) !== 0;
        distances[place] = !isRequested ? EXCLUDED_DISTANCE : isHome ? 0 : ABROAD_DISTANCE;
        if (isRequested && isHome) homePlaces.push(place);
      }
    },
    forEachMatchAtHome: (matches, from, to, act) => {
      if (matches.sparsePlaces !== null || homePlaces.length > entries.length / 4) {
        forEachMatch(matches, from, to, act);
        return;
      }
      for (let index = findLowerBound(homePlaces, from); index < homePlaces.length; index += 1) {
        const place = homePlaces[index] ?? to;
        if (place >= to) return;
        if (matches.grades[place] !== NO_MATCH) act(place);
      }
    },
    isInScope: (place, scope) => ((kinds[place] ?? 0) & toKindBits(scope)) !== 0,
  };
}

function toKindBits({ kinds }: SearchScope): number {
  return kinds.reduce((bits, kind) => bits | toKindBit(kind), 0);
}

function toKindBit(kind: BillerKind): number {
  return { utility: 1, 'top-up': 2, 'gift-card': 4, partner: 8 }[kind];
}
