import { afterEach, describe, expect, test } from 'vitest';
import { type Biller, billerSchema } from '../../../shared/contract/index.ts';
import { createBiller, createBillerCatalog } from '../../../tests/bench/support/biller-catalog.ts';
import { silentLog } from '../../platform/index.ts';
import { createCatalog } from './index.ts';
import { type CatalogRig, openRig } from './testing/rig.ts';

const DAY = 24 * 60 * 60 * 1000;
const ALL = ['utility', 'top-up', 'gift-card', 'partner'] as const;

let rig: CatalogRig;
afterEach(() => rig.close());

async function openWith(utilities: readonly Biller[], partners: readonly Biller[] = []) {
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

  test('is still answered, is not found, and may come back', async () => {
    await openWith([cfe, telmex, sky]);
    await refreshWith([telmex, sky]);
    expect(rig.catalog.biller(40)).toEqual({ biller: cfe, isListed: false });
    expect(rig.found('cfe')).toEqual([]);
    await refreshWith([cfe, telmex, sky]);
    expect(rig.catalog.biller(40)?.isListed).toBe(true);
    expect(rig.found('cfe')).toEqual([40]);
  });

  test('is not among the usual ones any more', async () => {
    await openWith([cfe, telmex, sky]);
    rig.catalog.noteUse(40);
    rig.catalog.noteUse(37);
    await refreshWith([telmex, sky]);
    expect(rig.found('')).toEqual([37]);
  });

  test('is forgotten after a month', async () => {
    await openWith([cfe, telmex, sky]);
    await refreshWith([telmex, sky]);
    rig.clock.jump(29 * DAY);
    await refreshWith([telmex, sky]);
    expect(rig.catalog.biller(40)?.isListed).toBe(false);
    rig.clock.jump(2 * DAY);
    await refreshWith([telmex, sky]);
    expect(rig.catalog.biller(40)).toBeNull();
  });

  test('and moved to another one is listed there', async () => {
    await openWith([cfe, telmex], []);
    rig.service.lists.partner = [{ ...cfe, kind: 'partner' }];
    await refreshWith([telmex]);
    expect(rig.catalog.biller(40)).toEqual({ biller: { ...cfe, kind: 'partner' }, isListed: true });
    expect(rig.found('cfe')).toEqual([40]);
  });
});

describe('what the lists hold', () => {
  test('an id in two lists is one biller, the same wherever it is asked for', async () => {
    await openWith(
      [createBiller(5, 'Uno')],
      [createBiller(5, 'Dos', 'Utility', 'MX', { kind: 'partner' })],
    );
    expect(rig.catalog.biller(5)?.biller.name).toBe('Uno');
    expect(rig.found('uno')).toEqual([5]);
    expect(rig.found('dos')).toEqual([]);
  });

  test('a biller without a currency is found and answered', async () => {
    await openWith([createBiller(4, 'Cuatro', 'Gas', 'MX', { currency: '' })]);
    expect(rig.found('cuatro')).toEqual([4]);
    expect(rig.catalog.biller(4)?.biller.currency).toBe('');
  });

  test('of two billers with one id in a list the later counts, as it is kept', async () => {
    await openWith([createBiller(5, 'Uno'), createBiller(5, 'Dos')]);
    expect(rig.found('dos')).toEqual([5]);
    expect(rig.found('uno')).toEqual([]);
    expect(rig.catalog.biller(5)?.biller.name).toBe('Dos');
    expect(rig.catalog.state().lists[0]?.count).toBe(1);
  });

  test('a row that cannot be read any more is left out, not fatal', async () => {
    await openWith([createBiller(1, 'Uno'), createBiller(2, 'Dos')]);
    rig.database.prepare(`UPDATE billers SET biller = '{"id":1}' WHERE id = 1`).run();
    const next = rig.again();
    expect(next.search({ text: 'dos', kinds: ALL, limit: 5 })).toHaveLength(1);
    expect(next.search({ text: 'uno', kinds: ALL, limit: 5 })).toEqual([]);
    expect(next.biller(1)).toBeNull();
    next.stop();
  });

  test('whoever types before the index is built gets a whole answer', async () => {
    await openWith(createBillerCatalog(3000));
    const next = rig.again();
    next.start();
    const found = next.search({ text: 'acueducto de bogota', kinds: ALL, limit: 5 });
    expect(found[0]?.biller.id).toBe(15008);
    expect(billerSchema.parse(found[0]?.biller)).toEqual(found[0]?.biller);
    next.stop();
  });
});

describe('what this shop uses', () => {
  test('is remembered from run to run', async () => {
    await openWith([createBiller(1, 'Agua Norte'), createBiller(2, 'Agua Sur')]);
    expect(rig.found('agua')).toEqual([1, 2]);
    rig.catalog.noteUse(2);
    rig.catalog.noteUse(2);
    expect(rig.found('agua')).toEqual([2, 1]);
    const [first] = rig.again().search({ text: '', kinds: ALL, limit: 5 });
    expect([first?.biller.id, first?.uses]).toEqual([2, 2]);
  });

  test('is not counted inside a commit: what is paid must not hang on it', async () => {
    await openWith([createBiller(1, 'Agua')]);
    expect(() => rig.database.commit(() => rig.catalog.noteUse(1))).toThrow('inside a commit');
    rig.database.prepare('PRAGMA query_only = ON').run();
    expect(() => rig.catalog.noteUse(1)).not.toThrow();
    rig.database.prepare('PRAGMA query_only = OFF').run();
  });

  test('begins with the billers of the country that the shop says is its own', async () => {
    await openWith([
      createBiller(1, 'Claro', 'Cell', 'DO'),
      createBiller(2, 'Claro', 'Cell', 'GT'),
    ]);
    const found = (country: string | null): number[] =>
      createCatalog({
        database: rig.database,
        clock: rig.clock,
        service: () => rig.service,
        country: () => country,
        log: silentLog,
        onChange: () => undefined,
      })
        .search({ text: 'claro', kinds: ALL, limit: 5 })
        .map(({ biller }) => biller.id);
    expect(found('GT')).toEqual([2, 1]);
    expect(found('DO')).toEqual([1, 2]);
  });

  test('says which country is home, where nobody else does', async () => {
    await openWith([
      createBiller(1, 'Claro', 'Cell', 'DO'),
      createBiller(2, 'Claro', 'Cell', 'GT'),
    ]);
    rig.service.lists.partner = [createBiller(3, 'Tigo', 'Gas', 'GT')];
    await refreshWith(rig.service.lists.utility);
    expect(rig.found('claro')).toEqual([1, 2]);
    rig.catalog.noteUse(3);
    expect(rig.found('claro')).toEqual([2, 1]);
  });
});

test('without a service nothing is fetched and nothing has failed; it is fetched when it is there', async () => {
  rig = openRig();
  let isThere = false;
  const catalog = createCatalog({
    database: rig.database,
    clock: rig.clock,
    service: () => (isThere ? rig.service : null),
    log: silentLog,
    onChange: () => {},
  });
  catalog.start();
  catalog.refresh();
  await catalog.waitUntilSettled();
  expect(catalog.state()).toMatchObject({ lastFailure: null, refreshing: null, isStale: true });
  isThere = true;
  catalog.wake();
  await catalog.waitUntilSettled();
  expect(catalog.state().isStale).toBe(false);
  catalog.stop();
  expect(rig.clock.pending).toBe(0);
});
