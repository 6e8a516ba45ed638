import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Problem } from '../../../shared/contract/index.ts';
import { createBiller } from '../../../tests/bench/support/biller-catalog.ts';
import { type Database, openDatabase, StorageError } from '../../ledger/index.ts';
import { createVirtualClock, silentLog } from '../../platform/index.ts';
import { CATALOG_PARTS, type CatalogPart, listDueParts, toFetchOrder } from './catalog-parts.ts';
import { createPartFetcher } from './part-fetcher.ts';
import { type ScriptedService, scriptedService } from './testing/rig.ts';

const SILENT: Problem = { kind: 'service-silent', seconds: 60 };
const UNREADABLE: Problem = { kind: 'service-unreadable', httpStatus: 502 };

let folder: string;
let database: Database;
let service: ScriptedService;
let said: string[];
let isStopped: boolean;
let isFull: boolean;
const clock = createVirtualClock(Date.parse('2026-01-15T16:00:00.000Z'));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fetch-parts-'));
  database = openDatabase(join(folder, 'ledger.db'));
  service = scriptedService();
  service.lists.utility = [createBiller(1, 'Agua')];
  service.lists['top-up'] = [createBiller(900, 'Telcel', 'Cell')];
  said = [];
  isStopped = false;
  isFull = false;
});

afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

function fetchParts(parts: readonly CatalogPart[] = CATALOG_PARTS): Promise<Problem | null> {
  const noticed: Database = {
    ...database,
    commit: (work) => {
      said.push('commit');
      if (isFull) throw new StorageError('full', 'ledger.db', null);
      return database.commit(work);
    },
  };
  const fetch = createPartFetcher(
    {
      database: noticed,
      clock,
      log: silentLog,
      onBillersChange: async (changed) => {
        said.push(['billers', ...changed.keys()].join(' '));
      },
    },
    {
      isStopped: () => isStopped,
      onProgress: ({ kind, done }) => {
        if (done === 0) said.push(`asks ${kind}`);
      },
      onPartStored: (part) => said.push(`kept ${part}`),
      onPartFailed: (part) => said.push(`failed ${part}`),
    },
  );
  return fetch(service, parts);
}

describe('the parts of a refresh', () => {
  test('are all due where nothing was ever fetched, and none right after', async () => {
    expect(toFetchOrder(listDueParts(database, clock.now()))).toEqual(CATALOG_PARTS);
    service.lists['gift-card'] = [createBiller(2, 'Juegos')];
    service.lists.partner = [createBiller(3, 'Tienda')];
    expect(await fetchParts()).toBeNull();
    expect(listDueParts(database, clock.now())).toEqual([]);
  });

  test('that come at once are kept in one commit', async () => {
    expect(await fetchParts(['rates', 'top-up', 'utility'])).toBeNull();
    expect(said).toEqual([
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

  test('are each kept while the service takes its time over the next one', async () => {
    const open = service.hold('utility');
    const fetching = fetchParts(['rates', 'top-up', 'utility']);
    await clock.advance(100);
    await expect.poll(() => said).toContain('kept top-up');
    expect(toFetchOrder(listDueParts(database, clock.now()))).not.toContain('top-up');
    expect(said).not.toContain('kept utility');
    open();
    expect(await fetching).toBeNull();
    expect(said.filter((word) => /kept|commit/.test(word))).toEqual([
      'commit',
      'kept rates',
      'kept top-up',
      'commit',
      'kept utility',
    ]);
  });

  test('are kept although one of them is not believed, and none where the ledger refuses', async () => {
    service.lists.utility = Array.from({ length: 30 }, (_, id) =>
      createBiller(id + 1, `Agua ${id}`),
    );
    expect(await fetchParts(['utility'])).toBeNull();
    service.lists.utility = [];
    said = [];
    expect(await fetchParts(['top-up', 'utility'])).toMatchObject({ kind: 'service-unreadable' });
    expect(said.filter((word) => /kept|failed/.test(word))).toEqual([
      'kept top-up',
      'failed utility',
    ]);
    said = [];
    isFull = true;
    expect(await fetchParts(['rates', 'top-up'])).toMatchObject({ kind: 'storage' });
    expect(said.filter((word) => /kept|failed/.test(word))).toEqual([
      'failed rates',
      'failed top-up',
    ]);
    expect(listDueParts(database, clock.now())).toContain('rates');
  });

  test('go on after a failure that is of one part alone, and the first one is answered', async () => {
    service.broken.set('rates', { problem: UNREADABLE, page: 0 });
    service.broken.set('utility', { problem: SILENT, page: 0 });
    expect(await fetchParts(['rates', 'top-up', 'utility'])).toEqual(UNREADABLE);
    expect(said.filter((word) => /kept|failed/.test(word))).toEqual([
      'failed rates',
      'failed utility',
      'kept top-up',
    ]);
  });

  test('are not asked for any more after one that the next would meet as well', async () => {
    service.broken.set('top-up', { problem: SILENT, page: 0 });
    expect(await fetchParts()).toEqual(SILENT);
    expect(service.asked()).toEqual(['rates', 'top-up']);
  });

  test('discards catalog parts that arrive after the stop', async () => {
    const open = service.hold();
    const fetching = fetchParts(['top-up', 'utility']);
    isStopped = true;
    open();
    await fetching;
    expect(said).toEqual(['asks top-up']);
    expect(toFetchOrder(listDueParts(database, clock.now()))).toEqual(CATALOG_PARTS);
  });
});
