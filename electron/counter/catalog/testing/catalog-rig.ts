import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Biller,
  type BillerKind,
  type CatalogState,
  catalogStateSchema,
  fail,
  ok,
  type Problem,
  type Result,
} from '../../../../shared/contract/index.ts';
import type { Database } from '../../../ledger/index.ts';
import { openTestLedger } from '../../../ledger/testing/index.ts';
import { createVirtualClock, silentLog, type VirtualClock } from '../../../platform/index.ts';
import { type Catalog, createCatalog } from '../index.ts';
import type { CatalogService } from '../part-fetcher.ts';

/** A fake service whose lists a test can set, fail and delay. */
export interface ScriptedService extends CatalogService {
  readonly lists: Record<BillerKind, readonly Biller[]>;
  perUsd: Record<string, string>;
  /** The problem with which a list or the rates fail, after `page` of four pages. */
  readonly failures: Map<
    BillerKind | 'rates',
    { readonly problem: Problem; readonly page: number }
  >;
  /** Delays the responses of all parts, or of one list, until the returned function is called. */
  delayResponses(only?: BillerKind): () => void;
  /** The parts requested since the last call. */
  takeRequests(): string[];
}

export function createScriptedService(): ScriptedService {
  let requestedParts: string[] = [];
  let gate: Promise<void> = Promise.resolve();
  let delayedKind: BillerKind | undefined;
  const service: ScriptedService = {
    version: 'v1.6',
    lists: { utility: [], 'top-up': [], 'gift-card': [], partner: [] },
    perUsd: { MXN: '20.2181' },
    failures: new Map(),
    delayResponses: (only) => {
      delayedKind = only;
      let release = (): void => {};
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    takeRequests: () => {
      const requested = requestedParts;
      requestedParts = [];
      return requested;
    },
    readBillers: async (kind, onPage): Promise<Result<Biller[]>> => {
      requestedParts.push(kind);
      const broken = service.failures.get(kind);
      for (let page = 1; page <= 4; page += 1) {
        if (delayedKind === undefined || delayedKind === kind) await gate;
        if (broken && page > broken.page) return fail(broken.problem);
        onPage?.({ page, totalPages: 4, entriesRead: page }, page === 4 ? service.lists[kind] : []);
      }
      return ok([...service.lists[kind]]);
    },
    readExchangeRates: async () => {
      requestedParts.push('rates');
      if (delayedKind === undefined) await gate;
      const broken = service.failures.get('rates');
      return broken ? fail(broken.problem) : ok(service.perUsd);
    },
  };
  return service;
}

export interface CatalogRig {
  readonly clock: VirtualClock;
  readonly service: ScriptedService;
  readonly database: Database;
  readonly catalog: Catalog;
  readonly states: CatalogState[];
  /** Creates another catalogue on the same ledger, as after a restart. */
  createNextCatalog(): Catalog;
  findIds(text: string): number[];
  close(): void;
}

export function openRig(startTime?: number): CatalogRig {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-catalog-'));
  const database = openTestLedger(join(folder, 'ledger.db'));
  const clock = createVirtualClock(startTime);
  const service = createScriptedService();
  const states: CatalogState[] = [];
  const createNextCatalog = (): Catalog =>
    createCatalog({
      random: () => 0,
      database,
      clock,
      service: () => service,
      log: silentLog,
      onChange: (state) => states.push(catalogStateSchema.parse(state)),
    });
  const catalog = createNextCatalog();
  return {
    clock,
    service,
    database,
    catalog,
    states,
    createNextCatalog,
    findIds: (text) =>
      catalog
        .search({ text, kinds: ['utility', 'top-up', 'gift-card', 'partner'], limit: 50 })
        .map(({ biller }) => biller.id),
    close: () => {
      catalog.stop();
      database.close();
      rmSync(folder, { recursive: true });
    },
  };
}
