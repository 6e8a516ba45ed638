import type {
  Biller,
  BillerKind,
  BillerMatch,
  CallOutput,
  CatalogState,
  RateTable,
} from '../../../shared/contract/index.ts';
import { getServiceVersionInfo } from '../../../shared/rules/index.ts';
import { type Database, StorageError } from '../../ledger/index.ts';
import { type Clock, type Log, toIsoTime } from '../../platform/index.ts';
import { canBeAccountNumberOfBiller, removeBarcodeSymbologyPrefix } from './barcode.ts';
import { sortBillersByFamily } from './biller-families.ts';
import { createBillerUses } from './biller-uses.ts';
import { toEpochMsOrNull } from './catalog-parts.ts';
import {
  incrementBillerUse,
  readBillerIdsPaidForAccount,
  readBillerJson,
  readBillerList,
  readBillerUses,
  readDelistedBillerJson,
  readFavouriteBillerIds,
  readRates,
  readRatesFetchedAt,
  writeFavouriteBiller,
} from './catalog-queries.ts';
import { createCatalogRefresher } from './catalog-refresher.ts';
import { createBillerSearchIndexHolder } from './live-index.ts';
import type { CatalogService } from './part-fetcher.ts';
import { areRatesStale, isBillerListStale } from './refresh-schedule.ts';
import { BILLER_KINDS, parseBillerJson } from './stored-biller.ts';

export interface CatalogPorts {
  readonly database: Database;
  readonly clock: Clock;
  /** Null while the till has no service: then nothing is fetched, and the other calls work. */
  readonly service: () => CatalogService | null;
  readonly log: Log;
  readonly onChange: (state: CatalogState) => void;
  /**
   * The shop's country, ISO 3166-1 alpha-2; its billers come first. If it is left out or null, the
   * country of the service's version applies, or else that of the billers this shop uses most.
   */
  readonly getCountry?: () => string | null;
  /** See `CatalogRefresherPorts`. */
  readonly getRatesWindowFraction?: () => number;
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
  /** Favourites in their order, then used billers by most and latest use; each once. */
  atHand(query: {
    readonly kinds: readonly BillerKind[];
    readonly limit: number;
    /** If true, the other billers of these kinds follow, the shop's own country first. */
    readonly isFilled?: boolean | undefined;
  }): { readonly biller: Biller; readonly isFavourite: boolean; readonly uses: number }[];
  /** Throws `StorageError` if the ledger refuses it. */
  isFavourite(billerId: number): boolean;
  setFavourite(billerId: number, isFavourite: boolean): void;
  /**
   * Billers whose account this code can be: those paid with this account before come first, then
   * those that this shop uses. `certainId` is the only one that was paid with it: the form of a code
   * alone names no biller. Billers of another country are left out, unless they are favourites
   * or were paid with this account.
   */
  byBarcode(code: string, limit: number): CallOutput<'catalog.findByBarcode'>;
  /** Refreshes all lists and the rates in the background, or joins a refresh in progress. */
  refresh(): CatalogState;
  /** Counts a use. Call it after the commit of the payment, never inside a commit. */
  recordUse(billerId: number): void;
  /** Builds the index in the background and begins to check what is due. */
  start(): void;
  /** Checks at once what is due, after the machine woke up or the service is reachable again. */
  wake(): void;
  /** Resolves when no refresh is under way and the index is built. */
  waitUntilSettled(): Promise<void>;
  /** Nothing is written, fetched or reported after this. */
  stop(): void;
}

export function createCatalog(ports: CatalogPorts): Catalog {
  const { database, clock, log } = ports;
  const uses = createBillerUses(readBillerUses(database));
  const index = createBillerSearchIndexHolder({ database, log });
  let indexBuild: Promise<void> = Promise.resolve();
  let isStopped = false;

  const refresher = createCatalogRefresher({
    ...ports,
    onChange: () => {
      if (!isStopped) ports.onChange(getState());
    },
    onBillersChange: (changed) => {
      indexBuild = index.replaceBillerLists(changed);
      return indexBuild;
    },
  });

  function getState(): CatalogState {
    const now = clock.now();
    const lists = BILLER_KINDS.map((kind) => {
      const list = readBillerList(database, kind);
      return { kind, count: list?.count ?? 0, refreshedAt: list?.refreshedAt ?? null };
    });
    const ratesAt = readRatesFetchedAt(database);
    return {
      lists,
      ratesAt,
      isStale: lists.some((list) => isBillerListStale(toEpochMsOrNull(list.refreshedAt), now)),
      areRatesStale: areRatesStale(toEpochMsOrNull(ratesAt), now),
      refreshing: refresher.refreshing,
      lastFailure: refresher.lastFailure,
    };
  }

  function getBiller(id: number): { readonly biller: Biller; readonly isListed: boolean } | null {
    for (const kind of BILLER_KINDS) {
      const json = readBillerJson(database, id, kind);
      const listed = json === null ? null : parseBillerJson(json);
      if (listed) return { biller: listed, isListed: true };
    }
    const json = readDelistedBillerJson(database, id);
    const delisted = json === null ? null : parseBillerJson(json);
    return delisted ? { biller: delisted, isListed: false } : null;
  }

  function getCountry(): string | null {
    const configuredCountry = ports.getCountry?.() ?? null;
    if (configuredCountry !== null) return configuredCountry;
    const version = ports.service()?.version;
    return (version && getServiceVersionInfo(version).country) ?? computeCountryOfUses();
  }

  let usualCountry: string | null | undefined;

  function computeCountryOfUses(): string | null {
    if (usualCountry !== undefined) return usualCountry;
    const counts = new Map<string, number>();
    for (const id of uses.listBillerIds()) {
      const billerCountry = getBiller(id)?.biller.country ?? '';
      if (billerCountry !== '')
        counts.set(billerCountry, (counts.get(billerCountry) ?? 0) + uses.getUseCount(id));
    }
    usualCountry = [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
    return usualCountry;
  }

  /** The billers of these kinds that can be paid, those of the shop's own country first. */
  function listOtherBillers(kinds: readonly BillerKind[]): number[] {
    const homeCountry = getCountry();
    const [homeBillers, foreignBillers] = [true, false].map((isHome) =>
      index
        .listBillers()
        .filter(
          (biller) =>
            kinds.includes(biller.kind) &&
            biller.currency !== '' &&
            (biller.country === homeCountry) === isHome,
        ),
    );
    return [homeBillers ?? [], foreignBillers ?? []]
      .flatMap((ofCountry) => sortBillersByFamily(ofCountry))
      .map(({ id }) => id);
  }

  return {
    state: getState,
    search: (query) =>
      index.getCurrentIndex().search({ ...query, uses, country: getCountry(), now: clock.now() }),
    biller: getBiller,
    rates: () => readRates(database) ?? { perUsd: {}, fetchedAt: null },
    atHand: ({ kinds, limit, isFilled = false }) => {
      const favourites = readFavouriteBillerIds(database);
      const results: ReturnType<Catalog['atHand']> = [];
      const others = isFilled ? listOtherBillers(kinds) : [];
      for (const id of new Set([
        ...favourites,
        ...uses.listBillerIdsByUse(clock.now()),
        ...others,
      ])) {
        if (results.length >= limit) break;
        const entry = getBiller(id);
        if (!entry?.isListed || !kinds.includes(entry.biller.kind)) continue;
        const isFavourite = favourites.includes(id);
        results.push({ biller: entry.biller, isFavourite, uses: uses.getUseCount(id) });
      }
      return results;
    },
    isFavourite: (billerId) => readFavouriteBillerIds(database).includes(billerId),
    setFavourite: (billerId, isFavourite) =>
      database.commit(() => writeFavouriteBiller(database, billerId, isFavourite)),
    byBarcode: (code, limit) => {
      const account = removeBarcodeSymbologyPrefix(code);
      const now = clock.now();
      const paidIds = readBillerIdsPaidForAccount(database, account);
      const favouriteIds = new Set(readFavouriteBillerIds(database));
      const homeCountry = getCountry();
      const isForeign = ({ country }: Biller): boolean =>
        homeCountry !== null &&
        country !== '' &&
        country.toUpperCase() !== homeCountry.toUpperCase();
      const getWeight = (biller: Biller): number => uses.computeUseWeight(biller.id, now);
      const compareBillers = (a: Biller, b: Biller): number =>
        Number(paidIds.has(b.id)) - Number(paidIds.has(a.id)) ||
        getWeight(b) - getWeight(a) ||
        Number(isForeign(a)) - Number(isForeign(b)) ||
        Number(b.billType === 'bar_code') - Number(a.billType === 'bar_code') ||
        a.id - b.id;
      const fitting = index
        .listBillers()
        .filter((biller) => canBeAccountNumberOfBiller(biller, account))
        .filter(
          (biller) => !isForeign(biller) || paidIds.has(biller.id) || favouriteIds.has(biller.id),
        )
        .sort(compareBillers);
      const paid = fitting.filter(({ id }) => paidIds.has(id));
      const [certain, ...others] = paid;
      return {
        billers: fitting
          .slice(0, limit)
          .map((biller) => ({ biller, matches: [], uses: uses.getUseCount(biller.id) })),
        certainId: certain && others.length === 0 ? certain.id : null,
      };
    },
    refresh: () => {
      refresher.refresh();
      return getState();
    },
    recordUse: (billerId) => {
      const now = clock.now();
      try {
        database.commit(() => incrementBillerUse(database, billerId, toIsoTime(now)));
      } catch (error) {
        if (!(error instanceof StorageError)) throw error;
        // This only orders a list, so a failure here must not affect a payment.
        log.warn({ billerId, reason: error.reason }, 'catalog: recording biller use failed');
      }
      uses.addUse(billerId, now);
      usualCountry = undefined;
    },
    start: () => {
      indexBuild = index.buildFromLedger();
      refresher.start();
    },
    wake: refresher.wake,
    waitUntilSettled: async () => {
      await refresher.waitForRunningRefresh();
      await indexBuild;
    },
    stop: () => {
      isStopped = true;
      refresher.stop();
      index.stop();
    },
  };
}
