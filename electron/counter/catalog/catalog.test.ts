import { afterEach, describe, expect, test } from 'vitest';
import { type Biller, billerSchema } from '../../../shared/contract/index.ts';
import { createBiller, createBillerCatalog } from '../../../tests/bench/support/biller-catalog.ts';
import { silentLog } from '../../platform/index.ts';
import { createCatalog } from './index.ts';
import { type CatalogRig, openRig } from './testing/catalog-rig.ts';

const DAY = 24 * 60 * 60 * 1000;
const ALL = ['utility', 'top-up', 'gift-card', 'partner'] as const;

let rig: CatalogRig;
afterEach(() => rig.close());

async function openRigWithBillers(utilities: readonly Biller[], partners: readonly Biller[] = []) {
  rig = openRig();
  rig.service.lists.utility = utilities;
  rig.service.lists.partner = partners;
  rig.catalog.start();
  await rig.catalog.waitUntilSettled();
}

async function refreshWith(utilities: readonly Biller[]): Promise<void> {
  rig.service.lists.utility = utilities;
  rig.catalog.refresh();
  await rig.catalog.waitUntilSettled();
}

describe('a biller that leaves the list', () => {
  const [cfe, telmex, sky] = [
    createBiller(40, 'CFE'),
    createBiller(35, 'Telmex'),
    createBiller(37, 'SKY'),
  ];

  test('returns a biller that left its list by id but not by search, until it is listed again', async () => {
    await openRigWithBillers([cfe, telmex, sky]);
    await refreshWith([telmex, sky]);
    expect(rig.catalog.biller(40)).toEqual({ biller: cfe, isListed: false });
    expect(rig.findIds('cfe')).toEqual([]);
    await refreshWith([cfe, telmex, sky]);
    expect(rig.catalog.biller(40)?.isListed).toBe(true);
    expect(rig.findIds('cfe')).toEqual([40]);
  });

  test('omits a biller that left its list from the most used billers', async () => {
    await openRigWithBillers([cfe, telmex, sky]);
    rig.catalog.recordUse(40);
    rig.catalog.recordUse(37);
    await refreshWith([telmex, sky]);
    expect(rig.findIds('')).toEqual([37]);
  });

  test('deletes a biller 30 days after it left its list', async () => {
    await openRigWithBillers([cfe, telmex, sky]);
    await refreshWith([telmex, sky]);
    rig.clock.jump(29 * DAY);
    await refreshWith([telmex, sky]);
    expect(rig.catalog.biller(40)?.isListed).toBe(false);
    rig.clock.jump(2 * DAY);
    await refreshWith([telmex, sky]);
    expect(rig.catalog.biller(40)).toBeNull();
  });

  test('lists a biller that moved to another list under its new kind', async () => {
    await openRigWithBillers([cfe, telmex], []);
    rig.service.lists.partner = [{ ...cfe, kind: 'partner' }];
    await refreshWith([telmex]);
    expect(rig.catalog.biller(40)).toEqual({ biller: { ...cfe, kind: 'partner' }, isListed: true });
    expect(rig.findIds('cfe')).toEqual([40]);
  });
});

describe('biller lists', () => {
  test('returns the same biller by id and by search for an id in two lists', async () => {
    await openRigWithBillers(
      [createBiller(5, 'Uno')],
      [createBiller(5, 'Dos', 'Utility', 'MX', { kind: 'partner' })],
    );
    expect(rig.catalog.biller(5)?.biller.name).toBe('Uno');
    expect(rig.findIds('uno')).toEqual([5]);
    expect(rig.findIds('dos')).toEqual([]);
  });

  test('finds and returns a biller without a currency', async () => {
    await openRigWithBillers([createBiller(4, 'Cuatro', 'Gas', 'MX', { currency: '' })]);
    expect(rig.findIds('cuatro')).toEqual([4]);
    expect(rig.catalog.biller(4)?.biller.currency).toBe('');
  });

  test('uses the later of two billers with the same id in one list', async () => {
    await openRigWithBillers([createBiller(5, 'Uno'), createBiller(5, 'Dos')]);
    expect(rig.findIds('dos')).toEqual([5]);
    expect(rig.findIds('uno')).toEqual([]);
    expect(rig.catalog.biller(5)?.biller.name).toBe('Dos');
    expect(rig.catalog.state().lists[0]?.count).toBe(1);
  });

  test('skips a stored biller that cannot be parsed', async () => {
    await openRigWithBillers([createBiller(1, 'Uno'), createBiller(2, 'Dos')]);
    rig.database.prepare(`UPDATE billers SET biller = '{"id":1}' WHERE id = 1`).run();
    const nextCatalog = rig.createNextCatalog();
    expect(nextCatalog.search({ text: 'dos', kinds: ALL, limit: 5 })).toHaveLength(1);
    expect(nextCatalog.search({ text: 'uno', kinds: ALL, limit: 5 })).toEqual([]);
    expect(nextCatalog.biller(1)).toBeNull();
    nextCatalog.stop();
  });

  test('returns complete search results before the index is built', async () => {
    await openRigWithBillers(createBillerCatalog(3000));
    const nextCatalog = rig.createNextCatalog();
    nextCatalog.start();
    const results = nextCatalog.search({ text: 'acueducto de bogota', kinds: ALL, limit: 5 });
    expect(results[0]?.biller.id).toBe(15008);
    expect(billerSchema.parse(results[0]?.biller)).toEqual(results[0]?.biller);
    nextCatalog.stop();
  });
});

describe('biller uses', () => {
  test('keeps biller uses across restarts', async () => {
    await openRigWithBillers([createBiller(1, 'Agua Norte'), createBiller(2, 'Agua Sur')]);
    expect(rig.findIds('agua')).toEqual([1, 2]);
    rig.catalog.recordUse(2);
    rig.catalog.recordUse(2);
    expect(rig.findIds('agua')).toEqual([2, 1]);
    const [first] = rig.createNextCatalog().search({ text: '', kinds: ALL, limit: 5 });
    expect([first?.biller.id, first?.uses]).toEqual([2, 2]);
  });

  test('refuses to count a use inside a commit, and does not throw if the ledger is read-only', async () => {
    await openRigWithBillers([createBiller(1, 'Agua')]);
    expect(() => rig.database.commit(() => rig.catalog.recordUse(1))).toThrow('inside a commit');
    rig.database.prepare('PRAGMA query_only = ON').run();
    expect(() => rig.catalog.recordUse(1)).not.toThrow();
    rig.database.prepare('PRAGMA query_only = OFF').run();
  });

  test('lists billers of the configured country first', async () => {
    await openRigWithBillers([
      createBiller(1, 'Claro', 'Cell', 'DO'),
      createBiller(2, 'Claro', 'Cell', 'GT'),
    ]);
    const findIds = (country: string | null): number[] =>
      createCatalog({
        database: rig.database,
        clock: rig.clock,
        service: () => rig.service,
        getCountry: () => country,
        log: silentLog,
        onChange: () => undefined,
      })
        .search({ text: 'claro', kinds: ALL, limit: 5 })
        .map(({ biller }) => biller.id);
    expect(findIds('GT')).toEqual([2, 1]);
    expect(findIds('DO')).toEqual([1, 2]);
  });

  test('derives the home country from biller uses if none is configured', async () => {
    await openRigWithBillers([
      createBiller(1, 'Claro', 'Cell', 'DO'),
      createBiller(2, 'Claro', 'Cell', 'GT'),
    ]);
    rig.service.lists.partner = [createBiller(3, 'Tigo', 'Gas', 'GT')];
    await refreshWith(rig.service.lists.utility);
    expect(rig.findIds('claro')).toEqual([1, 2]);
    rig.catalog.recordUse(3);
    expect(rig.findIds('claro')).toEqual([2, 1]);
  });
});

test('fetches nothing and reports no failure without a service, and fetches once there is one', async () => {
  rig = openRig();
  let hasService = false;
  const catalog = createCatalog({
    database: rig.database,
    clock: rig.clock,
    service: () => (hasService ? rig.service : null),
    log: silentLog,
    onChange: () => {},
  });
  catalog.start();
  catalog.refresh();
  await catalog.waitUntilSettled();
  expect(catalog.state()).toMatchObject({ lastFailure: null, refreshing: null, isStale: true });
  hasService = true;
  catalog.wake();
  await catalog.waitUntilSettled();
  expect(catalog.state().isStale).toBe(false);
  catalog.stop();
  expect(rig.clock.pendingTimerCount).toBe(0);
});
