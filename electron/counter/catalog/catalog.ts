import type {
  Biller,
  BillerKind,
  BillerMatch,
  CatalogState,
  RateTable,
} from '../../../shared/contract/index.ts';
import { getVersionFacts } from '../../../shared/rules/index.ts';
import { type Database, StorageError } from '../../ledger/index.ts';
import { type Clock, type Log, toIsoTime } from '../../platform/index.ts';
import { canBeAccountOf, removeSymbology } from './barcode.ts';
import { sortByFamily } from './biller-families.ts';
import { createBillerUses } from './biller-uses.ts';
import { parseTime } from './catalog-parts.ts';
import {
  incrementBillerUse,
  readBiller,
  readBillerList,
  readBillerUses,
  readDepartedBiller,
  readFavouriteBillers,
  readRates,
  readRatesTime,
  writeFavouriteBiller,
} from './catalog-queries.ts';
import { createCatalogRefresher } from './catalog-refresher.ts';
import { createLiveIndex } from './live-index.ts';
import type { CatalogService } from './part-fetcher.ts';
import { areRatesStale, isListStale } from './refresh-schedule.ts';
import { BILLER_KINDS, parseBiller } from './stored-biller.ts';

export interface CatalogPorts {
  readonly database: Database;
  readonly clock: Clock;
  /** Null while the till has no service: then nothing is fetched, and all else works. */
  readonly service: () => CatalogService | null;
  readonly log: Log;
  readonly onChange: (state: CatalogState) => void;
  /**
   * The shop's country, ISO 3166-1 alpha-2; its billers come first. If it is left out or not known,
   * the country of the service's version, or else that of the billers that this shop uses most.
   */
  readonly country?: () => string | null;
  /** See `RefresherPorts`. */
  readonly ratesRefreshOffset?: () => number;
  readonly random?: () => number;
}

export interface Catalog {
  state(): CatalogState;
  search(query: {
    readonly text: string;
    readonly kinds: readonly BillerKind[];
    readonly limit: number;
  }): BillerMatch[];
  /** Null for an id that no list has held for a month. */
  biller(id: number): { readonly biller: Biller; readonly isListed: boolean } | null;
  rates(): RateTable;
  /** Favourites in their order, then those used most recently; each once. */
  atHand(query: {
    readonly kinds: readonly BillerKind[];
    readonly limit: number;
    /** The rest of these kinds follows, the shop's own country first. */
    readonly isFilled?: boolean | undefined;
  }): { readonly biller: Biller; readonly isFavourite: boolean; readonly uses: number }[];
  /** Throws `StorageError` if the ledger refuses it. */
  isFavourite(billerId: number): boolean;
  setFavourite(billerId: number, isFavourite: boolean): void;
  /** Those with a bar code on their bills and those that this shop uses come first. */
  byBarcode(code: string, limit: number): BillerMatch[];
  /** Refreshes all lists and the rates in the background, or joins a refresh under way. */
  refresh(): CatalogState;
  /** Counts a use. Call it after the commit of the payment, never inside one. */
  noteUse(billerId: number): void;
  /** Builds the index in the background and begins to check what is due. */
  start(): void;
  /** The machine woke up, or the service can be reached again: checks at once what is due. */
  wake(): void;
  /** Resolves when no refresh is under way and the index is built. */
  waitUntilSettled(): Promise<void>;
  /** Nothing is written, fetched or reported after this. */
  stop(): void;
}

export function createCatalog(ports: CatalogPorts): Catalog {
  const { database, clock, log } = ports;
  const uses = createBillerUses(readBillerUses(database));
  const index = createLiveIndex({ database, log });
  let indexed: Promise<void> = Promise.resolve();
  let isStopped = false;

  const refresher = createCatalogRefresher({
    ...ports,
    onChange: () => {
      if (!isStopped) ports.onChange(state());
    },
    onBillersChange: (changed) => {
      indexed = index.replace(changed);
      return indexed;
    },
  });

  function state(): CatalogState {
    const now = clock.now();
    const lists = BILLER_KINDS.map((kind) => {
      const list = readBillerList(database, kind);
      return { kind, count: list?.count ?? 0, refreshedAt: list?.refreshedAt ?? null };
    });
    const ratesAt = readRatesTime(database);
    return {
      lists,
      ratesAt,
      isStale: lists.some((list) => isListStale(parseTime(list.refreshedAt), now)),
      areRatesStale: areRatesStale(parseTime(ratesAt), now),
      refreshing: refresher.refreshing,
      lastFailure: refresher.lastFailure,
    };
  }

  function biller(id: number): { readonly biller: Biller; readonly isListed: boolean } | null {
    for (const kind of BILLER_KINDS) {
      const json = readBiller(database, id, kind);
      const listed = json === null ? null : parseBiller(json);
      if (listed) return { biller: listed, isListed: true };
    }
    const json = readDepartedBiller(database, id);
    const departed = json === null ? null : parseBiller(json);
    return departed ? { biller: departed, isListed: false } : null;
  }

  function country(): string | null {
    const told = ports.country?.() ?? null;
    if (told !== null) return told;
    const version = ports.service()?.version;
    return (version && getVersionFacts(version).country) ?? countryOfUses();
  }

  let usual: string | null | undefined;

  function countryOfUses(): string | null {
    if (usual !== undefined) return usual;
    const counts = new Map<string, number>();
    for (const id of uses.listIds()) {
      const from = biller(id)?.biller.country ?? '';
      if (from !== '') counts.set(from, (counts.get(from) ?? 0) + uses.getCount(id));
    }
    usual = [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
    return usual;
  }

  /** Those that can be paid, at home first. */
  function othersOf(kinds: readonly BillerKind[]): number[] {
    const home = country();
    const [ours, foreign] = [true, false].map((isHome) =>
      index
        .listBillers()
        .filter(
          (one) =>
            kinds.includes(one.kind) && one.currency !== '' && (one.country === home) === isHome,
        ),
    );
    return [...sortByFamily(ours ?? []), ...sortByFamily(foreign ?? [])].map(({ id }) => id);
  }

  return {
    state,
    search: (query) =>
      index.getCurrent().search({ ...query, uses, country: country(), now: clock.now() }),
    biller,
    rates: () => readRates(database) ?? { perUsd: {}, fetchedAt: null },
    atHand: ({ kinds, limit, isFilled = false }) => {
      const favourites = readFavouriteBillers(database);
      const found: ReturnType<Catalog['atHand']> = [];
      const rest = isFilled ? othersOf(kinds) : [];
      for (const id of new Set([...favourites, ...uses.listMostUsedFirst(clock.now()), ...rest])) {
        if (found.length >= limit) break;
        const known = biller(id);
        if (!known?.isListed || !kinds.includes(known.biller.kind)) continue;
        const isFavourite = favourites.includes(id);
        found.push({ biller: known.biller, isFavourite, uses: uses.getCount(id) });
      }
      return found;
    },
    isFavourite: (billerId) => readFavouriteBillers(database).includes(billerId),
    setFavourite: (billerId, isFavourite) =>
      database.commit(() => writeFavouriteBiller(database, billerId, isFavourite)),
    byBarcode: (code, limit) => {
      const account = removeSymbology(code);
      const now = clock.now();
      const weight = (one: Biller): number => uses.computeWeight(one.id, now);
      const home = country();
      const order = (a: Biller, b: Biller): number =>
        weight(b) - weight(a) ||
        Number(b.billType === 'bar_code') - Number(a.billType === 'bar_code') ||
        Number(b.country === home) - Number(a.country === home) ||
        a.id - b.id;
      return index
        .listBillers()
        .filter((one) => canBeAccountOf(one, account))
        .sort(order)
        .slice(0, limit)
        .map((one) => ({ biller: one, matches: [], uses: uses.getCount(one.id) }));
    },
    refresh: () => {
      refresher.refresh();
      return state();
    },
    noteUse: (billerId) => {
      const now = clock.now();
      try {
        database.commit(() => incrementBillerUse(database, billerId, toIsoTime(now)));
      } catch (error) {
        if (!(error instanceof StorageError)) throw error;
        // This only orders a list, so a failure here must not affect a payment.
        log.warn({ billerId, reason: error.reason }, 'catalog: recording biller use failed');
      }
      uses.add(billerId, now);
      usual = undefined;
    },
    start: () => {
      indexed = index.build();
      refresher.start();
    },
    wake: refresher.wake,
    waitUntilSettled: async () => {
      await refresher.waitUntilSettled();
      await indexed;
    },
    stop: () => {
      isStopped = true;
      refresher.stop();
      index.stop();
    },
  };
}
