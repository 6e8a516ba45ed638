import { afterEach, describe, expect, test } from 'vitest';
import type { Biller } from '../../../shared/contract/index.ts';
import { createBiller } from '../../../tests/bench/support/biller-catalog.ts';
import { type CatalogRig, openRig } from './testing/rig.ts';

let rig: CatalogRig;
afterEach(() => rig.close());

async function openWith(utilities: readonly Biller[], topUps: readonly Biller[] = []) {
  rig = openRig();
  rig.service.lists.utility = utilities;
  rig.service.lists['top-up'] = topUps;
  rig.catalog.start();
  await rig.catalog.waitUntilSettled();
}

const CFE: Biller = { ...createBiller(40, 'CFE'), accountNumberDigits: '', mask: '' };
const TELMEX = createBiller(35, 'Telmex');
const SKY = createBiller(37, 'SKY');
const TELCEL: Biller = { ...createBiller(13599, 'Telcel'), kind: 'top-up' };

const filled = (kinds: readonly Biller['kind'][], limit = 10) =>
  rig.catalog.atHand({ kinds, limit, isFilled: true }).map(({ biller }) => biller.id);

const atHand = (kinds: readonly Biller['kind'][] = ['utility', 'top-up'], limit = 10) =>
  rig.catalog.atHand({ kinds, limit }).map((one) => [one.biller.id, one.isFavourite]);

describe('billers at hand', () => {
  test('are the favourites in their order, then those used last', async () => {
    await openWith([CFE, TELMEX, SKY], [TELCEL]);
    expect(atHand()).toEqual([]);
    rig.catalog.setFavourite(37, true);
    rig.catalog.setFavourite(40, true);
    rig.catalog.setFavourite(37, true);
    rig.catalog.noteUse(35);
    rig.clock.jump(1000);
    rig.catalog.noteUse(13599);
    rig.catalog.noteUse(40);
    expect(atHand()).toEqual([
      [37, true],
      [40, true],
      [13599, false],
      [35, false],
    ]);
    expect([37, 35].map(rig.catalog.isFavourite)).toEqual([true, false]);
    expect(atHand(['top-up'])).toEqual([[13599, false]]);
    expect(atHand(['utility'], 2)).toEqual([
      [37, true],
      [40, true],
    ]);
  });

  test('are by most use, and then by the latest', async () => {
    await openWith([CFE, TELMEX, SKY]);
    for (const id of [35, 35, 40]) {
      rig.catalog.noteUse(id);
      rig.clock.jump(1000);
    }
    expect(atHand()).toEqual([
      [35, false],
      [40, false],
    ]);
  });

  test('are filled with the rest of a kind, at home first and in the order of the service', async () => {
    const abroad: Biller = { ...TELCEL, id: 2, country: 'GT' };
    const unpaid: Biller = { ...TELCEL, id: 3, currency: '' };
    const movistar: Biller = { ...TELCEL, id: 13600 };
    await openWith([CFE], [abroad, unpaid, movistar, TELCEL]);
    rig.catalog.noteUse(13600);
    expect(filled(['top-up'])).toEqual([13600, 13599, 2]);
    expect(filled(['top-up'], 1)).toEqual([13600]);
    expect(atHand(['top-up'])).toEqual([[13600, false]]);
  });

  test('begin with the bare name of each family, and go on by families', async () => {
    const amigo: Biller = { ...TELCEL, id: 13, name: 'Telcel Amigo Sin Límite' };
    const unefon: Biller = { ...TELCEL, id: 14, name: 'Unefon' };
    const airTime: Biller = {
      ...TELCEL,
      id: 15,
      name: 'Telcel Tiempo Aire',
      type: 'Cell',
    };
    const plan: Biller = { ...TELCEL, id: 16, name: 'Telcel Plan' };
    const movistar: Biller = { ...TELCEL, id: 18, name: 'Movistar Paquete' };
    const bare: Biller = { ...TELCEL, id: 19, name: 'Movistar México', type: 'Cell' };
    await openWith([], [amigo, unefon, airTime, plan, movistar, bare]);
    expect(filled(['top-up'])).toEqual([15, 14, 19, 13, 16, 18]);
    rig.catalog.noteUse(16);
    expect(filled(['top-up'])).toEqual([16, 15, 14, 19, 13, 18]);
  });

  test('lose what is taken out, and what left the list', async () => {
    await openWith([CFE, TELMEX], []);
    rig.catalog.setFavourite(40, true);
    rig.catalog.setFavourite(35, true);
    rig.catalog.setFavourite(40, false);
    expect(atHand()).toEqual([[35, true]]);
    rig.service.lists.utility = [CFE];
    rig.catalog.refresh();
    await rig.catalog.waitUntilSettled();
    expect(atHand()).toEqual([]);
  });
});

describe('a scanned code', () => {
  const twelve: Biller = { ...CFE, accountNumberDigits: '12' };
  const scanned: Biller = { ...TELMEX, accountNumberDigits: '12', billType: 'bar_code' };
  const ten: Biller = { ...SKY, accountNumberDigits: '10' };

  const found = (code: string) => rig.catalog.byBarcode(code, 10).map((one) => one.biller.id);

  test('finds the billers whose accounts look like it, those with bar codes first', async () => {
    await openWith([twelve, scanned, ten]);
    expect(found('501000000007')).toEqual([35, 40]);
    expect(found(']C1501000000007')).toEqual([35, 40]);
    expect(found('5010000000')).toEqual([37]);
    expect(found('50100')).toEqual([]);
  });

  test('finds what this shop uses before all else', async () => {
    await openWith([twelve, scanned, ten]);
    rig.catalog.noteUse(40);
    expect(found('501000000007')).toEqual([40, 35]);
  });

  test('finds no biller that takes every account, has no currency, or sells top-ups', async () => {
    await openWith(
      [CFE, { ...twelve, id: 41, currency: '' }],
      [{ ...TELCEL, accountNumberDigits: '12' }],
    );
    expect(found('501000000007')).toEqual([]);
  });
});
