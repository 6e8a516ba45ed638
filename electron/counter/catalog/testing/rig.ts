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
import { type Database, openDatabase } from '../../../ledger/index.ts';
import { createVirtualClock, silentLog, type VirtualClock } from '../../../platform/index.ts';
import { type Catalog, createCatalog } from '../index.ts';
import type { CatalogService } from '../part-fetcher.ts';

/** A service whose lists a test sets, breaks and holds back. */
export interface ScriptedService extends CatalogService {
  readonly lists: Record<BillerKind, readonly Biller[]>;
  perUsd: Record<string, string>;
  /** What a list or the rates answer instead, after so many pages of four. */
  readonly broken: Map<BillerKind | 'rates', { readonly problem: Problem; readonly page: number }>;
  /** Holds the answers of all parts or of one back until the function that it answers is called. */
  hold(only?: BillerKind): () => void;
  /** What was asked for since the last look. */
  asked(): string[];
}

export function scriptedService(): ScriptedService {
  let asked: string[] = [];
  let gate: Promise<void> = Promise.resolve();
  let held: BillerKind | undefined;
  const service: ScriptedService = {
    version: 'v1.6',
    lists: { utility: [], 'top-up': [], 'gift-card': [], partner: [] },
    perUsd: { MXN: '20.2181' },
    broken: new Map(),
    hold: (only) => {
      held = only;
      let open = (): void => {};
      gate = new Promise((resolve) => {
        open = resolve;
      });
      return open;
    },
    asked: () => {
      const before = asked;
      asked = [];
      return before;
    },
    billers: async (kind, onPage): Promise<Result<Biller[]>> => {
      asked.push(kind);
      const broken = service.broken.get(kind);
      for (let page = 1; page <= 4; page += 1) {
        if (held === undefined || held === kind) await gate;
        if (broken && page > broken.page) return fail(broken.problem);
        onPage?.({ page, totalPages: 4, entries: page }, page === 4 ? service.lists[kind] : []);
      }
      return ok([...service.lists[kind]]);
    },
    rates: async () => {
      asked.push('rates');
      if (held === undefined) await gate;
      const broken = service.broken.get('rates');
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
  /** Another run of the program on the same ledger. */
  again(): Catalog;
  found(text: string): number[];
  close(): void;
}

export function openRig(start?: number): CatalogRig {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-catalog-'));
  const database = openDatabase(join(folder, 'ledger.db'));
  const clock = createVirtualClock(start);
  const service = scriptedService();
  const states: CatalogState[] = [];
  const open = (): Catalog =>
    createCatalog({
      random: () => 0,
      database,
      clock,
      service: () => service,
      log: silentLog,
      onChange: (state) => states.push(catalogStateSchema.parse(state)),
    });
  const catalog = open();
  return {
    clock,
    service,
    database,
    catalog,
    states,
    again: open,
    found: (text) =>
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
