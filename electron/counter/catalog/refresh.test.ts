import { afterEach, describe, expect, test } from 'vitest';
import type { Biller, Problem } from '../../../shared/contract/index.ts';
import { createBiller, createBillerCatalog } from '../../../tests/bench/support/biller-catalog.ts';
import { type CatalogRig, openRig } from './testing/rig.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const PARTS = ['rates', 'top-up', 'gift-card', 'partner', 'utility'];
const SILENT: Problem = { kind: 'service-silent', seconds: 60 };
const UNREADABLE: Problem = { kind: 'service-unreadable', httpStatus: 502 };

let rig: CatalogRig;
afterEach(() => rig.close());

/** A till whose catalogue holds 30 utilities, refreshed just now. */
async function openFilled(start?: number): Promise<CatalogRig> {
  const made = openRig(start);
  made.service.lists.utility = thirty('Agua');
  made.service.lists['top-up'] = [createBiller(900, 'Telcel', 'Cell')];
  made.catalog.start();
  await made.catalog.waitUntilSettled();
  made.service.asked();
  made.states.length = 0;
  return made;
}

function thirty(name: string): Biller[] {
  return Array.from({ length: 30 }, (_, index) => createBiller(index + 1, `${name} ${index + 1}`));
}

function count(kind: string): number | undefined {
  return rig.catalog.state().lists.find((list) => list.kind === kind)?.count;
}

describe('a refresh', () => {
  test('at the first start fetches everything, tells its progress, and is fresh', async () => {
    rig = openRig();
    rig.service.lists.utility = thirty('Agua');
    expect(rig.catalog.state()).toMatchObject({
      isStale: true,
      areRatesStale: true,
      ratesAt: null,
    });
    rig.catalog.start();
    await rig.catalog.waitUntilSettled();
    expect(rig.service.asked()).toEqual(PARTS);
    const told = rig.states.map((state) => state.refreshing);
    expect(told).toContainEqual({ kind: 'utility', done: 0, total: null });
    expect(told).toContainEqual({ kind: 'utility', done: 3, total: 4 });
    expect(told.at(-1)).toBeNull();
    expect(rig.catalog.state()).toMatchObject({
      isStale: false,
      areRatesStale: false,
      lastFailure: null,
      ratesAt: '2026-01-15T16:00:00.000Z',
    });
    expect(rig.catalog.rates().perUsd).toEqual({ MXN: '20.2181' });
    expect(rig.found('agua 7')[0]).toBe(7);
  });

  test('is one at a time: asking again joins it', async () => {
    rig = await openFilled();
    const open = rig.service.hold();
    expect(rig.catalog.refresh().refreshing).toEqual({ kind: 'rates', done: 0, total: null });
    rig.catalog.refresh();
    rig.catalog.wake();
    open();
    await rig.catalog.waitUntilSettled();
    rig.catalog.wake();
    await rig.catalog.waitUntilSettled();
    expect(rig.service.asked()).toEqual(PARTS);
  });

  test('asked for while only the rates are fetched does the rest after them', async () => {
    rig = await openFilled();
    const open = rig.service.hold();
    await rig.clock.advance(DAY);
    rig.catalog.refresh();
    open();
    await rig.catalog.waitUntilSettled();
    expect(rig.service.asked()).toEqual(PARTS);
  });

  test('replaces a list: what is new is found, what is gone is not, what changed is changed', async () => {
    rig = await openFilled();
    const without = thirty('Agua').filter((one) => one.id !== 7);
    rig.service.lists.utility = [
      ...without.slice(1),
      createBiller(1, 'Gas Uno'),
      createBiller(77, 'Luz'),
    ];
    rig.catalog.refresh();
    await rig.catalog.waitUntilSettled();
    expect(rig.found('luz')).toEqual([77]);
    expect(rig.found('gas')).toEqual([1]);
    expect(rig.found('agua 7')).not.toContain(7);
    expect(rig.catalog.biller(1)?.biller.name).toBe('Gas Uno');
    expect(count('utility')).toBe(30);
  });

  test.each([0, 1, 2, 3])('that fails after page %i leaves the old list working', async (page) => {
    rig = await openFilled();
    rig.service.lists.utility = thirty('Gas');
    rig.service.broken.set('utility', { problem: UNREADABLE, page });
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
    expect(rig.found('agua')).toHaveLength(30);
    expect(rig.found('gas')).toEqual([]);
  });

  test('whose commit breaks at any biller leaves the old list whole', async () => {
    rig = await openFilled();
    rig.service.lists.utility = [...thirty('Gas'), createBiller(31, 'Gas 31')];
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
      expect(rig.found('agua')).toHaveLength(30);
      expect(rig.catalog.biller(31)).toBeNull();
      expect(count('utility')).toBe(30);
    }
    rig.catalog.refresh();
    await rig.catalog.waitUntilSettled();
    expect(rig.catalog.state().lastFailure).toBeNull();
    expect(rig.found('gas')).toHaveLength(31);
  });

  test('of one list that fails leaves the others new; a silent service is not asked five times', async () => {
    rig = await openFilled();
    rig.service.lists['top-up'] = [createBiller(901, 'Movistar', 'Cell')];
    rig.service.broken.set('partner', { problem: UNREADABLE, page: 0 });
    rig.catalog.refresh();
    await rig.catalog.waitUntilSettled();
    expect(rig.found('movistar')).toEqual([901]);
    expect(rig.service.asked()).toEqual(PARTS);
    rig.service.broken.set('rates', { problem: SILENT, page: 0 });
    rig.catalog.refresh();
    await rig.catalog.waitUntilSettled();
    expect(rig.service.asked()).toEqual(['rates']);
    expect(rig.catalog.state().lastFailure?.problem).toBe('service-silent');
  });

  test('that is stopped in the middle writes and tells nothing, and waits for nothing', async () => {
    rig = await openFilled();
    rig.service.lists.utility = thirty('Gas');
    const open = rig.service.hold();
    rig.catalog.refresh();
    rig.catalog.stop();
    const told = rig.states.length;
    open();
    await rig.catalog.waitUntilSettled();
    expect(rig.clock.pending).toBe(0);
    expect(rig.states).toHaveLength(told);
    expect(rig.found('agua')).toHaveLength(30);
    expect(rig.again().biller(1)?.biller.name).toBe('Agua 1');
  });

  test('that throws is a failure like any other', async () => {
    rig = await openFilled();
    rig.service.rates = () => Promise.reject(new Error('a fault of the program'));
    rig.catalog.refresh();
    await rig.catalog.waitUntilSettled();
    expect(rig.catalog.state()).toMatchObject({
      refreshing: null,
      lastFailure: { problem: 'internal' },
    });
  });

  test('of thousands that did not change writes next to nothing', async () => {
    rig = await openFilled();
    rig.service.lists.utility = createBillerCatalog(6000);
    rig.catalog.refresh();
    await rig.catalog.waitUntilSettled();
    const changes = (): unknown =>
      rig.database.prepare('SELECT total_changes() AS changes').get()?.changes;
    const before = Number(changes());
    rig.catalog.refresh();
    await rig.catalog.waitUntilSettled();
    expect(Number(changes()) - before).toBeLessThan(20);
  });
});

describe('a list that comes back short', () => {
  test('is not believed at once, but a day later', async () => {
    rig = await openFilled();
    rig.service.lists.utility = thirty('Agua').slice(0, 14);
    rig.catalog.refresh();
    await rig.catalog.waitUntilSettled();
    expect(rig.catalog.state().lastFailure?.problem).toBe('service-unreadable');
    expect(count('utility')).toBe(30);
    await rig.clock.advance(23 * HOUR);
    expect(count('utility')).toBe(30);
    await rig.clock.advance(2 * HOUR);
    await rig.catalog.waitUntilSettled();
    expect(count('utility')).toBe(14);
    expect(rig.catalog.state().lastFailure).toBeNull();
  });

  test('is forgotten when the whole list is there again', async () => {
    rig = await openFilled();
    rig.service.lists.utility = thirty('Agua').slice(0, 14);
    rig.catalog.refresh();
    await rig.catalog.waitUntilSettled();
    rig.service.lists.utility = thirty('Agua');
    await rig.clock.advance(2 * HOUR);
    rig.service.lists.utility = thirty('Agua').slice(0, 14);
    await rig.clock.advance(DAY);
    rig.catalog.refresh();
    await rig.catalog.waitUntilSettled();
    expect(count('utility')).toBe(30);
  });

  test('an empty one is never believed; one that lost less than half is, and so is a short one', async () => {
    rig = await openFilled();
    rig.service.lists.utility = [];
    rig.service.lists['top-up'] = [];
    rig.catalog.refresh();
    await rig.catalog.waitUntilSettled();
    expect([count('utility'), count('top-up')]).toEqual([30, 0]);
    await rig.clock.advance(9 * DAY);
    expect(count('utility')).toBe(30);
    rig.service.lists.utility = thirty('Agua').slice(0, 15);
    await rig.clock.advance(HOUR);
    await rig.catalog.waitUntilSettled();
    expect(count('utility')).toBe(15);
  });

  test('rates that are none or no numbers leave the old ones', async () => {
    rig = await openFilled();
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

describe('by the clock', () => {
  test('the rates are fetched at 06:00 EST, the lists after a week', async () => {
    rig = await openFilled(Date.parse('2026-01-15T16:00:00Z'));
    await rig.clock.advance(19 * HOUR - 1);
    expect(rig.service.asked()).toEqual([]);
    await rig.clock.advance(1);
    expect(rig.service.asked()).toEqual(['rates']);
    expect(rig.catalog.state().ratesAt).toBe('2026-01-16T11:00:00.000Z');
    for (let day = 0; day < 7; day += 1) {
      await rig.clock.advance(DAY);
      await rig.catalog.waitUntilSettled();
    }
    const asked = rig.service.asked();
    expect(asked.filter((part) => part === 'rates')).toHaveLength(7);
    expect(asked.filter((part) => part === 'utility')).toHaveLength(1);
    expect(rig.catalog.state().isStale).toBe(false);
  });

  test('what fell due while the till was off is fetched at start, the rest is not', async () => {
    rig = await openFilled();
    rig.catalog.stop();
    rig.clock.jump(2 * DAY);
    const next = rig.again();
    next.start();
    await next.waitUntilSettled();
    expect(rig.service.asked()).toEqual(['rates']);
    next.stop();
    rig.clock.jump(6 * DAY);
    const later = rig.again();
    later.start();
    await later.waitUntilSettled();
    expect(rig.service.asked()).toEqual(PARTS);
    later.stop();
  });

  test('waking up looks at once', async () => {
    rig = await openFilled();
    rig.clock.jump(DAY);
    rig.catalog.wake();
    await rig.catalog.waitUntilSettled();
    expect(rig.service.asked()).toEqual(['rates']);
  });

  test('a clock that is set forward is noticed within minutes, one that is set back as well', async () => {
    rig = await openFilled();
    rig.clock.jump(30 * DAY);
    await rig.clock.advance(10 * MINUTE);
    await rig.catalog.waitUntilSettled();
    expect(rig.service.asked()).toEqual(PARTS);
    rig.clock.jump(-60 * DAY);
    expect(rig.catalog.state()).toMatchObject({ isStale: true, areRatesStale: true });
    await rig.clock.advance(10 * MINUTE);
    await rig.catalog.waitUntilSettled();
    expect(rig.service.asked()).toEqual(PARTS);
    expect(rig.catalog.state()).toMatchObject({ isStale: false, areRatesStale: false });
  });

  test('retries a failed refresh with growing delays and reports the problem until it succeeds', async () => {
    rig = await openFilled();
    rig.service.broken.set('rates', { problem: SILENT, page: 0 });
    await rig.clock.advance(19 * HOUR);
    expect(rig.service.asked()).toEqual(['rates']);
    await rig.clock.advance(15 * MINUTE);
    expect(rig.service.asked()).toHaveLength(4);
    await rig.clock.advance(6 * HOUR);
    expect(rig.service.asked().length).toBeLessThan(10);
    expect(rig.catalog.state()).toMatchObject({
      areRatesStale: true,
      lastFailure: { problem: 'service-silent' },
    });
    rig.service.broken.clear();
    rig.catalog.wake();
    await rig.catalog.waitUntilSettled();
    expect(rig.catalog.state()).toMatchObject({ areRatesStale: false, lastFailure: null });
  });

  test('what a person asked for and failed is tried again, though it was not due', async () => {
    rig = await openFilled();
    rig.service.broken.set('partner', { problem: UNREADABLE, page: 0 });
    rig.catalog.refresh();
    await rig.catalog.waitUntilSettled();
    rig.service.asked();
    rig.service.broken.clear();
    await rig.clock.advance(MINUTE);
    expect(rig.service.asked()).toEqual(['partner']);
    await rig.clock.advance(HOUR);
    expect(rig.service.asked()).toEqual([]);
  });
});
