import uFuzzy from '@leeoniya/ufuzzy';
import MiniSearch from 'minisearch';
import type { Biller } from '../../../shared/contract/index.ts';
import { HOME_COUNTRY, SHOP_USES } from './ranking-list.ts';

/**
 * The compared search libraries, bare: each with the options that bring it closest to the ranking
 * list, its own index, and only what its documentation shows: normalized texts, and the shop's uses
 * and country as boost or sort.
 */
export interface SearchLibrary {
  readonly name: string;
  /** Returns ids, best first, at most `MAX_RESULTS`. */
  search(query: string): readonly number[];
}

export const MAX_RESULTS = 20;

interface IndexedBiller {
  readonly id: number;
  readonly idText: string;
  readonly name: string;
  readonly trade: string;
  readonly uses: number;
  readonly isHome: boolean;
}

export function createSearchLibraries(billers: readonly Biller[]): SearchLibrary[] {
  const uses = new Map(SHOP_USES);
  const texts = billers.map(
    (biller): IndexedBiller => ({
      id: biller.id,
      idText: String(biller.id),
      name: normalizeText(biller.name),
      trade: TRADES[biller.type] ?? '',
      uses: uses.get(biller.id) ?? 0,
      isHome: biller.country === HOME_COUNTRY,
    }),
  );
  return [createUFuzzy(texts), createMiniSearch(texts)];
}

const TRADES: Readonly<Record<string, string>> = {
  Electricity: 'luz electricidad',
  Water: 'agua drenaje',
  Gas: 'gas',
  Cable: 'cable television',
  Internet: 'internet',
  Landline: 'telefono',
  Cell: 'recarga celular',
  GiftCard: 'tarjeta regalo',
};

function normalizeText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}.'&]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

function createUFuzzy(texts: readonly IndexedBiller[]): SearchLibrary {
  // A sign separates the id and the trade from the name.
  const haystack = texts.map((text) => `${text.name} | ${text.idText} | ${text.trade}`);
  const oneError = { intraIns: 1, intraSub: 1, intraTrn: 1, intraDel: 1 } as const;
  const noErrors = { intraIns: 0, intraSub: 0, intraTrn: 0, intraDel: 0 } as const;
  const fuzzy = new uFuzzy({
    intraMode: 1,
    intraRules: (term) => ({
      intraSlice: [0, Number.POSITIVE_INFINITY],
      ...(term.length >= 4 && !/\d/.test(term) ? oneError : noErrors),
    }),
    sort: (info, _haystack, needle) => {
      const terms = needle.split(' ');
      const keys = info.idx.map((textIndex, index) => {
        const text = texts[textIndex];
        if (!text) return 0;
        let key = 0;
        if (text.idText === needle) key = 6;
        else if (text.name === needle) key = 5;
        else if (!terms.every((term) => haystack[textIndex]?.includes(term))) key = 2;
        else key = (info.interLft2[index] ?? 0) < terms.length ? 3 : 4;
        const finer = (text.isHome ? 2 : 0) + (text.name.startsWith(needle) ? 1 : 0);
        return key * 1e6 + Math.min(text.uses, 999) * 1e2 + finer;
      });
      return info.idx
        .map((_, index) => index)
        .sort(
          (a, b) =>
            (keys[b] ?? 0) - (keys[a] ?? 0) ||
            ((haystack[info.idx[a] ?? 0] ?? '') < (haystack[info.idx[b] ?? 0] ?? '') ? -1 : 1),
        );
    },
  });
  return {
    name: 'uFuzzy',
    search: (query) => {
      const needle = normalizeText(query);
      // Without a bound: unsorted results fail the ranking list.
      const [textIndexes, info, order] = fuzzy.search(
        haystack,
        needle,
        5,
        Number.POSITIVE_INFINITY,
      );
      const best =
        order && info ? order.map((orderIndex) => info.idx[orderIndex] ?? 0) : (textIndexes ?? []);
      return best.slice(0, MAX_RESULTS).map((textIndex) => texts[textIndex]?.id ?? 0);
    },
  };
}

function createMiniSearch(texts: readonly IndexedBiller[]): SearchLibrary {
  const index = new MiniSearch<IndexedBiller>({
    fields: ['name', 'idText', 'trade'],
    storeFields: ['uses', 'isHome'],
    // Suffixes are indexed as words, so that the inside of a word is found as a prefix.
    processTerm: (term, field) =>
      field === 'name'
        ? Array.from({ length: Math.max(1, term.length - 2) }, (_, start) => term.slice(start))
        : term,
    searchOptions: {
      processTerm: (term) => term,
      combineWith: 'AND',
      prefix: true,
      fuzzy: (term) =>
        /\d/.test(term) ? false : term.length >= 6 ? 2 : term.length >= 4 ? 1 : false,
      boost: { idText: 3, name: 2 },
      boostDocument: (_id, _term, stored) =>
        (1 + Number(stored?.uses ?? 0)) * (stored?.isHome ? 2 : 1),
    },
  });
  index.addAll(texts);
  return {
    name: 'minisearch',
    search: (query) =>
      index
        .search(normalizeText(query))
        .slice(0, MAX_RESULTS)
        .map((result) => Number(result.id)),
  };
}
