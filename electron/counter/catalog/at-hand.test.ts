import { afterEach, describe, expect, test } from 'vitest';
import type { Biller } from '../../../shared/contract/index.ts';
import { createBiller } from '../../../tests/bench/support/biller-catalog.ts';
import { insertIntentRow } from '../../ledger/testing/index.ts';
import { type CatalogRig, openRig } from './testing/catalog-rig.ts';

let rig: CatalogRig;
afterEach(() => rig.close());

async function openRigWithBillers(utilities: readonly Biller[], topUps: readonly Biller[] = []) {
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

const listFilledIds = (kinds: readonly Biller['kind'][], limit = 10) =>
  rig.catalog.atHand({ kinds, limit, isFilled: true }).map(({ biller }) => biller.id);

const listAtHand = (kinds: readonly Biller['kind'][] = ['utility', 'top-up'], limit = 10) =>
  rig.catalog.atHand({ kinds, limit }).map((entry) => [entry.biller.id, entry.isFavourite]);

describe('billers at hand', () => {
  test('lists favourites in their order, then used billers by latest use', async () => {
    await openRigWithBillers([CFE, TELMEX, SKY], [TELCEL]);
    expect(listAtHand()).toEqual([]);
    rig.catalog.setFavourite(37, true);
    rig.catalog.setFavourite(40, true);
    rig.catalog.setFavourite(37, true);
    rig.catalog.recordUse(35);
    rig.clock.jump(1000);
    rig.catalog.recordUse(13599);
    rig.catalog.recordUse(40);
    expect(listAtHand()).toEqual([
      [37, true],
      [40, true],
      [13599, false],
      [35, false],
    ]);
    expect([37, 35].map(rig.catalog.isFavourite)).toEqual([true, false]);
    expect(listAtHand(['top-up'])).toEqual([[13599, false]]);
    expect(listAtHand(['utility'], 2)).toEqual([
      [37, true],
      [40, true],
    ]);
  });

  test('sorts used billers by number of uses before latest use', async () => {
    await openRigWithBillers([CFE, TELMEX, SKY]);
    for (const id of [35, 35, 40]) {
      rig.catalog.recordUse(id);
      rig.clock.jump(1000);
    }
    expect(listAtHand()).toEqual([
      [35, false],
      [40, false],
    ]);
  });

  test('fills the list with unused billers of the kind, home country first, in service order', async () => {
    const foreign: Biller = { ...TELCEL, id: 2, country: 'GT' };
    const withoutCurrency: Biller = { ...TELCEL, id: 3, currency: '' };
    const movistar: Biller = { ...TELCEL, id: 13600 };
    await openRigWithBillers([CFE], [foreign, withoutCurrency, movistar, TELCEL]);
    rig.catalog.recordUse(13600);
    expect(listFilledIds(['top-up'])).toEqual([13600, 13599, 2]);
    expect(listFilledIds(['top-up'], 1)).toEqual([13600]);
    expect(listAtHand(['top-up'])).toEqual([[13600, false]]);
  });

  test('lists the main biller of each family first, then the other billers family by family', async () => {
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
    const movistarMain: Biller = { ...TELCEL, id: 19, name: 'Movistar México', type: 'Cell' };
    await openRigWithBillers([], [amigo, unefon, airTime, plan, movistar, movistarMain]);
    expect(listFilledIds(['top-up'])).toEqual([15, 14, 19, 13, 16, 18]);
    rig.catalog.recordUse(16);
    expect(listFilledIds(['top-up'])).toEqual([16, 15, 14, 19, 13, 18]);
  });

  test('omits removed favourites and billers that left the list', async () => {
    await openRigWithBillers([CFE, TELMEX], []);
    rig.catalog.setFavourite(40, true);
    rig.catalog.setFavourite(35, true);
    rig.catalog.setFavourite(40, false);
    expect(listAtHand()).toEqual([[35, true]]);
    rig.service.lists.utility = [CFE];
    rig.catalog.refresh();
    await rig.catalog.waitUntilSettled();
    expect(listAtHand()).toEqual([]);
  });
});

describe('search by scanned code', () => {
  const twelveDigits: Biller = { ...CFE, accountNumberDigits: '12' };
  const withBarCode: Biller = { ...TELMEX, accountNumberDigits: '12', billType: 'bar_code' };
  const tenDigits: Biller = { ...SKY, accountNumberDigits: '10' };

  const findIds = (code: string) =>
    rig.catalog.byBarcode(code, 10).billers.map((match) => match.biller.id);

  test('finds billers whose account rules accept the scanned code, those with bar codes first', async () => {
    await openRigWithBillers([twelveDigits, withBarCode, tenDigits]);
    expect(findIds('501000000007')).toEqual([35, 40]);
    expect(findIds(']C1501000000007')).toEqual([35, 40]);
    expect(findIds('5010000000')).toEqual([37]);
    expect(findIds('50100')).toEqual([]);
  });

  test('lists billers that this shop uses first for a scanned code', async () => {
    await openRigWithBillers([twelveDigits, withBarCode, tenDigits]);
    rig.catalog.recordUse(40);
    expect(findIds('501000000007')).toEqual([40, 35]);
  });

  test('excludes billers without account rules or currency, and top-ups, for a scanned code', async () => {
    await openRigWithBillers(
      [CFE, { ...twelveDigits, id: 41, currency: '' }],
      [{ ...TELCEL, accountNumberDigits: '12' }],
    );
    expect(findIds('501000000007')).toEqual([]);
  });

  const getCertainId = (code: string) => rig.catalog.byBarcode(code, 10).certainId;

  function insertPayment(billerId: number, account: string, state = 'paid', kind = 'bill'): void {
    // The row needs no cashier and no shift.
    rig.database.prepare('PRAGMA foreign_keys = OFF').run();
    const id = `${billerId}-${account}-${state}-${kind}`;
    insertIntentRow(rig.database, { id, at: '2026-11-20T15:00:00.000Z', billerId, account, kind });
    rig.database.prepare('INSERT INTO outcomes (intent_id, state) VALUES (?, ?)').run(id, state);
  }

  test('returns no biller as certain for a code that was not paid, also if only one fits', async () => {
    await openRigWithBillers([twelveDigits, withBarCode, tenDigits]);
    expect(findIds('5010000000')).toEqual([37]);
    expect(getCertainId('5010000000')).toBeNull();
    expect(getCertainId('501000000007')).toBeNull();
    expect(getCertainId('50100')).toBeNull();
  });

  test('returns the only biller that this account was paid to as certain, and lists it first', async () => {
    await openRigWithBillers([twelveDigits, withBarCode, tenDigits]);
    rig.catalog.recordUse(35);
    insertPayment(40, '501000000007', 'rejected');
    insertPayment(40, '501000000007', 'paid', 'cancel');
    insertPayment(40, '501000000004');
    expect([findIds('501000000007'), getCertainId('501000000007')]).toEqual([[35, 40], null]);
    insertPayment(40, '501000000007');
    expect([findIds(']C1501000000007'), getCertainId(']C1501000000007')]).toEqual([[40, 35], 40]);
    insertPayment(35, '501000000007', 'by-hand-paid');
    expect(getCertainId('501000000007')).toBeNull();
  });

  test('leaves out billers of another country, unless favourites or paid with this account', async () => {
    const foreign = { ...withBarCode, country: 'US' };
    const unknown = { ...tenDigits, accountNumberDigits: '12', country: '' };
    await openRigWithBillers([twelveDigits, foreign, unknown]);
    // The shop's country is that of the billers it uses.
    rig.catalog.recordUse(40);
    expect(findIds('501000000007')).toEqual([40, 37]);
    rig.catalog.setFavourite(35, true);
    expect(findIds('501000000007')).toEqual([40, 37, 35]);
    rig.catalog.setFavourite(35, false);
    insertPayment(35, '501000000007');
    expect(findIds('501000000007')).toEqual([35, 40, 37]);
    expect(getCertainId('501000000007')).toBe(35);
  });
});
