import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Problem } from '../../shared/contract/index.ts';
import { billerOf } from '../../tests/bench/support/billers.ts';
import { type Database, openDatabase } from '../ledger/index.ts';
import { silentLog, virtualClock } from '../platform/index.ts';
import { createFetchParts } from './fetch-parts.ts';
import { dueParts, inOrder, PARTS, type Part } from './parts.ts';
import { type ScriptedService, scriptedService } from './testing/rig.ts';

const SILENT: Problem = { kind: 'service-silent', seconds: 60 };
const UNREADABLE: Problem = { kind: 'service-unreadable', httpStatus: 502 };

let folder: string;
let database: Database;
let service: ScriptedService;
let said: string[];
let isStopped: boolean;
const clock = virtualClock(Date.parse('2026-01-15T16:00:00.000Z'));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fetch-parts-'));
  database = openDatabase(join(folder, 'ledger.db'));
  service = scriptedService();
  service.lists.utility = [billerOf(1, 'Agua')];
  service.lists['top-up'] = [billerOf(900, 'Telcel', 'Cell')];
  said = [];
  isStopped = false;
});

afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

function fetchParts(parts: readonly Part[] = PARTS): Promise<Problem | null> {
  const fetch = createFetchParts(
    {
      database,
      clock,
      log: silentLog,
      onBillers: async (kind) => {
        said.push(`billers ${kind}`);
      },
    },
    {
      isStopped: () => isStopped,
      progress: ({ kind, done }) => {
        if (done === 0) said.push(`asks ${kind}`);
      },
      kept: (part) => said.push(`kept ${part}`),
      failed: (part) => said.push(`failed ${part}`),
    },
  );
  return fetch(service, parts);
}

describe('the parts of a refresh', () => {
  test('are all due where nothing was ever fetched, and none right after', async () => {
    expect(inOrder(dueParts(database, clock.now()))).toEqual(PARTS);
    service.lists['gift-card'] = [billerOf(2, 'Juegos')];
    service.lists.partner = [billerOf(3, 'Tienda')];
    expect(await fetchParts()).toBeNull();
    expect(dueParts(database, clock.now())).toEqual([]);
  });

  test('are fetched each while the one before is kept', async () => {
    expect(await fetchParts(['rates', 'top-up', 'utility'])).toBeNull();
    expect(said).toEqual([
      'asks rates',
      'asks top-up',
      'kept rates',
      'asks utility',
      'billers top-up',
      'kept top-up',
      'billers utility',
      'kept utility',
    ]);
  });

  test('go on after a failure that is of one part alone, and the first one is answered', async () => {
    service.broken.set('rates', { problem: UNREADABLE, page: 0 });
    service.broken.set('utility', { problem: SILENT, page: 0 });
    expect(await fetchParts(['rates', 'top-up', 'utility'])).toEqual(UNREADABLE);
    expect(said.filter((word) => /kept|failed/.test(word))).toEqual([
      'failed rates',
      'kept top-up',
      'failed utility',
    ]);
  });

  test('are not asked for any more after one that the next would meet as well', async () => {
    service.broken.set('top-up', { problem: SILENT, page: 0 });
    expect(await fetchParts()).toEqual(SILENT);
    expect(service.asked()).toEqual(['rates', 'top-up']);
  });

  test('that come after the stop are neither kept nor told', async () => {
    const open = service.hold();
    const fetching = fetchParts(['top-up', 'utility']);
    isStopped = true;
    open();
    await fetching;
    expect(said).toEqual(['asks top-up']);
    expect(inOrder(dueParts(database, clock.now()))).toEqual(PARTS);
  });
});
