import { afterEach, describe, expect, test } from 'vitest';
import type { Biller, Problem } from '../../../shared/contract/index.ts';
import { createBiller, createBillerCatalog } from '../../../tests/bench/support/biller-catalog.ts';
import { type CatalogRig, openRig } from './testing/catalog-rig.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const PARTS = ['rates', 'top-up', 'gift-card', 'partner', 'utility'];
const SILENT: Problem = { kind: 'service-silent', seconds: 60 };
const UNREADABLE: Problem = { kind: 'service-unreadable', httpStatus: 502 };

let rig: CatalogRig;
afterEach(() => rig.close());

/** A till whose catalogue holds 30 utilities, refreshed just now. */
async function openFilledRig(start?: number): Promise<CatalogRig> {
  const filledRig = openRig(start);
  filledRig.service.lists.utility = createThirtyBillers('Agua');
  filledRig.service.lists['top-up'] = [createBiller(900, 'Telcel', 'Cell')];
  filledRig.catalog.start();
  await filledRig.catalog.waitUntilSettled();
  filledRig.service.takeRequests();
  filledRig.states.length = 0;
  return filledRig;
}

function createThirtyBillers(name: string): Biller[] {
  return Array.from({ length: 30 }, (_, index) => createBiller(index + 1, `${name} ${index + 1}`));
}

function getListCount(kind: string): number | undefined {
  return rig.catalog.state().lists.find((list) => list.kind === kind)?.count;
}

describe('a refresh', () => {
  test('fetches all parts and reports progress at the first start', async () => {
    rig = openRig();
    rig.service.lists.utility = createThirtyBillers('Agua');
    expect(rig.catalog.state()).toMatchObject({
      isStale: true,
      areRatesStale: true,
      ratesAt: null,
    });
    rig.catalog.start();
    await rig.catalog.waitUntilSettled();
    expect(rig.service.takeRequests()).toEqual(PARTS);
    const progress = rig.states.map((state) => state.refreshing);
    expect(progress).toContainEqual({ kind: 'utility', done: 0, total: null });
    expect(progress).toContainEqual({ kind: 'utility', done: 3, total: 4 });
    expect(progress.at(-1)).toBeNull();
    expect(rig.catalog.state()).toMatchObject({
      isStale: false,
      areRatesStale: false,
      lastFailure: null,
      ratesAt: '2026-01-15T16:00:00.000Z',
    });
    expect(rig.catalog.rates().perUsd).toEqual({ MXN: '20.2181' });
    expect(rig.findIds('agua 7')[0]).toBe(7);
  });

  test('joins the refresh in progress if another one is requested', async () => {
    rig = await openFilledRig();
    const releaseResponses = rig.service.delayResponses();
    expect(rig.catalog.refresh().refreshing).toEqual({ kind: 'rates', done: 0, total: null });
    rig.catalog.refresh();
    rig.catalog.wake();
    releaseResponses();
    await rig.catalog.waitUntilSettled();
    rig.catalog.wake();
    await rig.catalog.waitUntilSettled();
    expect(rig.service.takeRequests()).toEqual(PARTS);
  });

  test('fetches the lists after the rates if a refresh is requested while only rates are fetched', async () => {
    rig = await openFilledRig();
    const releaseResponses = rig.service.delayResponses();
    await rig.clock.advance(DAY);
    rig.catalog.refresh();
    releaseResponses();
    await rig.catalog.waitUntilSettled();
    expect(rig.service.takeRequests()).toEqual(PARTS);
  });

  test('finds new and changed billers and no removed ones after a refresh', async () => {
    rig = await openFilledRig();
    const remaining = createThirtyBillers('Agua').filter((biller) => biller.id !== 7);
    rig.service.lists.utility = [
      ...remaining.slice(1),
      createBiller(1, 'Gas Uno'),
      createBiller(77, 'Luz'),
    ];
    rig.catalog.refresh();
    await rig.catalog.waitUntilSettled();
    expect(rig.findIds('luz')).toEqual([77]);
    expect(rig.findIds('gas')).toEqual([1]);
    expect(rig.findIds('agua 7')).not.toContain(7);
    expect(rig.catalog.biller(1)?.biller.name).toBe('Gas Uno');
    expect(getListCount('utility')).toBe(30);
  });

  test.each([0, 1, 2, 3])('keeps the old list if a refresh fails after page %i', async (page) => {
    rig = await openFilledRig();
    rig.service.lists.utility = createThirtyBillers('Gas');
    rig.service.failures.set('utility', { problem: UNREADABLE, page });
    const before = rig.catalog.state().lists;
    rig.clock.jump(MINUTE);
    rig.catalog.refresh();
    await rig.catalog.waitUntilSettled();
    const after = rig.catalog.state();
    expect(after.lists.find((list) => list.kind === 'utility')).toEqual(before[0]);
    expect(after.lastFailure).toEqual({
      at: '2026-01-15T16:01:00.000Z',
      problem: 'service-unreadable',
    });
    expect(rig.findIds('agua')).toHaveLength(30);
    expect(rig.findIds('gas')).toEqual([]);
  });

  test('keeps the complete old list if the commit fails at any biller', async () => {
    rig = await openFilledRig();
    rig.service.lists.utility = [...createThirtyBillers('Gas'), createBiller(31, 'Gas 31')];
    for (const broken of [1, 2, 15, 30, 31]) {
      rig.database
        .prepare(
          `CREATE TRIGGER breaks BEFORE INSERT ON billers WHEN NEW.id = ${broken}
           BEGIN SELECT RAISE(ABORT, 'broken'); END`,
        )
        .run();
      rig.catalog.refresh();
      await rig.catalog.waitUntilSettled();
      rig.database.prepare('DROP TRIGGER breaks').run();
      expect(rig.catalog.state().lastFailure?.problem).toBe('storage');
      expect(rig.findIds('agua')).toHaveLength(30);
      expect(rig.catalog.biller(31)).toBeNull();
      expect(getListCount('utility')).toBe(30);
    }
    rig.catalog.refresh();
    await rig.catalog.waitUntilSettled();
    expect(rig.catalog.state().lastFailure).toBeNull();
    expect(rig.findIds('gas')).toHaveLength(31);
  });

  test('refreshes the other lists if one fails, and sends one request to a silent service', async () => {
    rig = await openFilledRig();
    rig.service.lists['top-up'] = [createBiller(901, 'Movistar', 'Cell')];
    rig.service.failures.set('partner', { problem: UNREADABLE, page: 0 });
    rig.catalog.refresh();
    await rig.catalog.waitUntilSettled();
    expect(rig.findIds('movistar')).toEqual([901]);
    expect(rig.service.takeRequests()).toEqual(PARTS);
    rig.service.failures.set('rates', { problem: SILENT, page: 0 });
    rig.catalog.refresh();
    await rig.catalog.waitUntilSettled();
    expect(rig.service.takeRequests()).toEqual(['rates']);
    expect(rig.catalog.state().lastFailure?.problem).toBe('service-silent');
  });

  test('writes and reports nothing and leaves no timer after a stop during a refresh', async () => {
    rig = await openFilledRig();
    rig.service.lists.utility = createThirtyBillers('Gas');
    const releaseResponses = rig.service.delayResponses();
    rig.catalog.refresh();
    rig.catalog.stop();
    const stateCount = rig.states.length;
    releaseResponses();
    await rig.catalog.waitUntilSettled();
    expect(rig.clock.pendingTimerCount).toBe(0);
    expect(rig.states).toHaveLength(stateCount);
    expect(rig.findIds('agua')).toHaveLength(30);
    expect(rig.createNextCatalog().biller(1)?.biller.name).toBe('Agua 1');
  });

  test('reports an internal failure if fetching throws', async () => {
    rig = await openFilledRig();
    rig.service.readExchangeRates = () => Promise.reject(new Error('a fault of the program'));
    rig.catalog.refresh();
    await rig.catalog.waitUntilSettled();
    expect(rig.catalog.state()).toMatchObject({
      refreshing: null,
      lastFailure: { problem: 'internal' },
    });
  });

  test('writes almost nothing if thousands of billers are unchanged', async () => {
    rig = await openFilledRig();
    rig.service.lists.utility = createBillerCatalog(6000);
    rig.catalog.refresh();
    await rig.catalog.waitUntilSettled();
    const readTotalChanges = (): unknown =>
      rig.database.prepare('SELECT total_changes() AS changes').get()?.changes;
    const before = Number(readTotalChanges());
    rig.catalog.refresh();
    await rig.catalog.waitUntilSettled();
    expect(Number(readTotalChanges()) - before).toBeLessThan(20);
  });
});

describe('suspiciously short lists', () => {
  test('accepts a suspiciously short list only after a day', async () => {
    rig = await openFilledRig();
    rig.service.lists.utility = createThirtyBillers('Agua').slice(0, 14);
    rig.catalog.refresh();
    await rig.catalog.waitUntilSettled();
    expect(rig.catalog.state().lastFailure?.problem).toBe('service-unreadable');
    expect(getListCount('utility')).toBe(30);
    await rig.clock.advance(23 * HOUR);
    expect(getListCount('utility')).toBe(30);
    await rig.clock.advance(2 * HOUR);
    await rig.catalog.waitUntilSettled();
    expect(getListCount('utility')).toBe(14);
    expect(rig.catalog.state().lastFailure).toBeNull();
  });

  test('discards the doubt about a list when it is complete again', async () => {
    rig = await openFilledRig();
    rig.service.lists.utility = createThirtyBillers('Agua').slice(0, 14);
    rig.catalog.refresh();
    await rig.catalog.waitUntilSettled();
    rig.service.lists.utility = createThirtyBillers('Agua');
    await rig.clock.advance(2 * HOUR);
    rig.service.lists.utility = createThirtyBillers('Agua').slice(0, 14);
    await rig.clock.advance(DAY);
    rig.catalog.refresh();
    await rig.catalog.waitUntilSettled();
    expect(getListCount('utility')).toBe(30);
  });

  test('never accepts an empty list in place of a long one, but accepts half of it, and an empty short list', async () => {
    rig = await openFilledRig();
    rig.service.lists.utility = [];
    rig.service.lists['top-up'] = [];
    rig.catalog.refresh();
    await rig.catalog.waitUntilSettled();
    expect([getListCount('utility'), getListCount('top-up')]).toEqual([30, 0]);
    await rig.clock.advance(9 * DAY);
    expect(getListCount('utility')).toBe(30);
    rig.service.lists.utility = createThirtyBillers('Agua').slice(0, 15);
    await rig.clock.advance(HOUR);
    await rig.catalog.waitUntilSettled();
    expect(getListCount('utility')).toBe(15);
  });

  test('keeps the old rates if no new one is usable, and ignores unusable currencies and rates', async () => {
    rig = await openFilledRig();
    rig.service.perUsd = { MXN: 'many' };
    rig.catalog.refresh();
    await rig.catalog.waitUntilSettled();
    expect(rig.catalog.rates().perUsd).toEqual({ MXN: '20.2181' });
    rig.service.perUsd = { RD: '45.3925', COP: '1e4', MXN: '20.5' };
    rig.catalog.refresh();
    await rig.catalog.waitUntilSettled();
    expect(rig.catalog.rates().perUsd).toEqual({ RD: '45.3925', MXN: '20.5' });
  });
});

describe('scheduled refresh', () => {
  test('fetches the rates at 06:00 EST and the lists within a week', async () => {
    rig = await openFilledRig(Date.parse('2026-01-15T16:00:00Z'));
    await rig.clock.advance(19 * HOUR - 1);
    expect(rig.service.takeRequests()).toEqual([]);
    await rig.clock.advance(1);
    expect(rig.service.takeRequests()).toEqual(['rates']);
    expect(rig.catalog.state().ratesAt).toBe('2026-01-16T11:00:00.000Z');
    for (let day = 0; day < 7; day += 1) {
      await rig.clock.advance(DAY);
      await rig.catalog.waitUntilSettled();
    }
    const requestedParts = rig.service.takeRequests();
    expect(requestedParts.filter((part) => part === 'rates')).toHaveLength(7);
    expect(requestedParts.filter((part) => part === 'utility')).toHaveLength(1);
    expect(rig.catalog.state().isStale).toBe(false);
  });

  test('fetches only the parts at start that became due while the till was off', async () => {
    rig = await openFilledRig();
    rig.catalog.stop();
    rig.clock.jump(2 * DAY);
    const secondCatalog = rig.createNextCatalog();
    secondCatalog.start();
    await secondCatalog.waitUntilSettled();
    expect(rig.service.takeRequests()).toEqual(['rates']);
    secondCatalog.stop();
    rig.clock.jump(6 * DAY);
    const thirdCatalog = rig.createNextCatalog();
    thirdCatalog.start();
    await thirdCatalog.waitUntilSettled();
    expect(rig.service.takeRequests()).toEqual(PARTS);
    thirdCatalog.stop();
  });

  test('fetches due parts at once after a wake-up', async () => {
    rig = await openFilledRig();
    rig.clock.jump(DAY);
    rig.catalog.wake();
    await rig.catalog.waitUntilSettled();
    expect(rig.service.takeRequests()).toEqual(['rates']);
  });

  test('refreshes within ten minutes after the clock is set forward or back', async () => {
    rig = await openFilledRig();
    rig.clock.jump(30 * DAY);
    await rig.clock.advance(10 * MINUTE);
    await rig.catalog.waitUntilSettled();
    expect(rig.service.takeRequests()).toEqual(PARTS);
    rig.clock.jump(-60 * DAY);
    expect(rig.catalog.state()).toMatchObject({ isStale: true, areRatesStale: true });
    await rig.clock.advance(10 * MINUTE);
    await rig.catalog.waitUntilSettled();
    expect(rig.service.takeRequests()).toEqual(PARTS);
    expect(rig.catalog.state()).toMatchObject({ isStale: false, areRatesStale: false });
  });

  test('retries a failed refresh with growing delays and reports the problem until it succeeds', async () => {
    rig = await openFilledRig();
    rig.service.failures.set('rates', { problem: SILENT, page: 0 });
    await rig.clock.advance(19 * HOUR);
    expect(rig.service.takeRequests()).toEqual(['rates']);
    await rig.clock.advance(15 * MINUTE);
    expect(rig.service.takeRequests()).toHaveLength(4);
    await rig.clock.advance(6 * HOUR);
    expect(rig.service.takeRequests().length).toBeLessThan(10);
    expect(rig.catalog.state()).toMatchObject({
      areRatesStale: true,
      lastFailure: { problem: 'service-silent' },
    });
    rig.service.failures.clear();
    rig.catalog.wake();
    await rig.catalog.waitUntilSettled();
    expect(rig.catalog.state()).toMatchObject({ areRatesStale: false, lastFailure: null });
  });

  test('retries a part that failed in a manual refresh although it was not due', async () => {
    rig = await openFilledRig();
    rig.service.failures.set('partner', { problem: UNREADABLE, page: 0 });
    rig.catalog.refresh();
    await rig.catalog.waitUntilSettled();
    rig.service.takeRequests();
    rig.service.failures.clear();
    await rig.clock.advance(MINUTE);
    expect(rig.service.takeRequests()).toEqual(['partner']);
    await rig.clock.advance(HOUR);
    expect(rig.service.takeRequests()).toEqual([]);
  });
});
