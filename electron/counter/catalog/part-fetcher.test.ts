import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Problem } from '../../../shared/contract/index.ts';
import { createBiller } from '../../../tests/bench/support/biller-catalog.ts';
import { type Database, StorageError } from '../../ledger/index.ts';
import { openTestLedger } from '../../ledger/testing/index.ts';
import { createVirtualClock, silentLog } from '../../platform/index.ts';
import {
  CATALOG_PARTS,
  type CatalogPart,
  listDueCatalogParts,
  toPartsInFetchOrder,
} from './catalog-parts.ts';
import { createCatalogPartFetcher } from './part-fetcher.ts';
import { createScriptedService, type ScriptedService } from './testing/catalog-rig.ts';

const SILENT: Problem = { kind: 'service-silent', seconds: 60 };
const UNREADABLE: Problem = { kind: 'service-unreadable', httpStatus: 502 };

let folder: string;
let database: Database;
let service: ScriptedService;
let events: string[];
let isStopped: boolean;
let isFull: boolean;
const clock = createVirtualClock(Date.parse('2026-01-15T16:00:00.000Z'));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fetch-parts-'));
  database = openTestLedger(join(folder, 'ledger.db'));
  service = createScriptedService();
  service.lists.utility = [createBiller(1, 'Agua')];
  service.lists['top-up'] = [createBiller(900, 'Telcel', 'Cell')];
  events = [];
  isStopped = false;
  isFull = false;
});

afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

function fetchParts(parts: readonly CatalogPart[] = CATALOG_PARTS): Promise<Problem | null> {
  const observedDatabase: Database = {
    ...database,
    commit: (work) => {
      events.push('commit');
      if (isFull) throw new StorageError('full', 'ledger.db', null);
      return database.commit(work);
    },
  };
  const fetch = createCatalogPartFetcher(
    {
      database: observedDatabase,
      clock,
      log: silentLog,
      onBillersChange: async (changed) => {
        events.push(['billers', ...changed.keys()].join(' '));
      },
    },
    {
      isStopped: () => isStopped,
      onProgress: ({ kind, done }) => {
        if (done === 0) events.push(`asks ${kind}`);
      },
      onPartStored: (part) => events.push(`kept ${part}`),
      onPartFailed: (part) => events.push(`failed ${part}`),
    },
  );
  return fetch(service, parts);
}

describe('part fetcher', () => {
  test('lists all parts as due before the first fetch, and none right after it', async () => {
    expect(toPartsInFetchOrder(listDueCatalogParts(database, clock.now()))).toEqual(CATALOG_PARTS);
    service.lists['gift-card'] = [createBiller(2, 'Juegos')];
    service.lists.partner = [createBiller(3, 'Tienda')];
    expect(await fetchParts()).toBeNull();
    expect(listDueCatalogParts(database, clock.now())).toEqual([]);
  });

  test('stores parts that arrive together in one commit', async () => {
    expect(await fetchParts(['rates', 'top-up', 'utility'])).toBeNull();
    expect(events).toEqual([
      'asks rates',
      'asks top-up',
      'asks utility',
      'commit',
      'billers top-up utility',
      'kept rates',
      'kept top-up',
      'kept utility',
    ]);
  });

  test('stores fetched parts while the service is slow to answer the next one', async () => {
    const releaseResponses = service.delayResponses('utility');
    const fetching = fetchParts(['rates', 'top-up', 'utility']);
    await clock.advance(100);
    await expect.poll(() => events).toContain('kept top-up');
    expect(toPartsInFetchOrder(listDueCatalogParts(database, clock.now()))).not.toContain('top-up');
    expect(events).not.toContain('kept utility');
    releaseResponses();
    expect(await fetching).toBeNull();
    expect(events.filter((word) => /kept|commit/.test(word))).toEqual([
      'commit',
      'kept rates',
      'kept top-up',
      'commit',
      'kept utility',
    ]);
  });

  test('stores the other parts if one is not accepted, and none if the ledger refuses', async () => {
    service.lists.utility = Array.from({ length: 30 }, (_, id) =>
      createBiller(id + 1, `Agua ${id}`),
    );
    expect(await fetchParts(['utility'])).toBeNull();
    service.lists.utility = [];
    events = [];
    expect(await fetchParts(['top-up', 'utility'])).toMatchObject({ kind: 'service-unreadable' });
    expect(events.filter((word) => /kept|failed/.test(word))).toEqual([
      'kept top-up',
      'failed utility',
    ]);
    events = [];
    isFull = true;
    expect(await fetchParts(['rates', 'top-up'])).toMatchObject({ kind: 'storage' });
    expect(events.filter((word) => /kept|failed/.test(word))).toEqual([
      'failed rates',
      'failed top-up',
    ]);
    expect(listDueCatalogParts(database, clock.now())).toContain('rates');
  });

  test('fetches the next parts after a failure of one part, and returns the first failure', async () => {
    service.failures.set('rates', { problem: UNREADABLE, page: 0 });
    service.failures.set('utility', { problem: SILENT, page: 0 });
    expect(await fetchParts(['rates', 'top-up', 'utility'])).toEqual(UNREADABLE);
    expect(events.filter((word) => /kept|failed/.test(word))).toEqual([
      'failed rates',
      'failed utility',
      'kept top-up',
    ]);
  });

  test('stops fetching after a failure that affects the whole service', async () => {
    service.failures.set('top-up', { problem: SILENT, page: 0 });
    expect(await fetchParts()).toEqual(SILENT);
    expect(service.takeRequests()).toEqual(['rates', 'top-up']);
  });

  test('discards catalog parts that arrive after the stop', async () => {
    const releaseResponses = service.delayResponses();
    const fetching = fetchParts(['top-up', 'utility']);
    isStopped = true;
    releaseResponses();
    await fetching;
    expect(events).toEqual(['asks top-up']);
    expect(toPartsInFetchOrder(listDueCatalogParts(database, clock.now()))).toEqual(CATALOG_PARTS);
  });
});
