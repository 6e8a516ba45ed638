import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { PROVISIONED_BY_FIRST_SET_UP } from '../../counter/staff/index.ts';
import { getLedgerFile } from '../../platform/index.ts';
import { createTestProfile, TRAINING_PROVISIONING } from './host.fixture.ts';
import { createTillEvents } from './till-events.ts';

const profile = createTestProfile();
const [CASHIER] = TRAINING_PROVISIONING.cashiers;
if (CASHIER === undefined) throw new Error('no cashier');
const FLOAT = { counts: [{ currency: 'MXN', pieces: [], other: '100.00' }] };

async function openTill() {
  const host = profile.start();
  await host.provision(TRAINING_PROVISIONING, profile.folder, PROVISIONED_BY_FIRST_SET_UP);
  const till = host.till();
  if (till === null) throw new Error('no till');
  return { host, till };
}

/** Inserts a basket of an earlier run whose only item was not sent. */
function insertWaitingBasket(): void {
  const money = { amount: '10.00', currency: 'MXN' };
  const item = { orderId: 'o', kind: 'bill', billerId: 40, billerName: 'CFE', accountNumber: '1' };
  const decisions = { fee: null, hasBalance: false, keptBillId: null, acknowledged: [], seen: [] };
  const items = [
    { ...item, ...decisions, accountShown: '1', nameOnAccount: null, amount: money, due: money },
  ];
  const database = new DatabaseSync(getLedgerFile(profile.folder, 'training'));
  database
    .prepare(
      `INSERT INTO baskets (id, number, created_at, cashier_id, cashier_name, shift_id, items, due,
         cash, shop_currency)
       SELECT 'b', 1, opened_at, opened_by, 'Luis', id, ?, '10.00', '10.00', 'MXN' FROM shifts`,
    )
    .run(JSON.stringify(items));
  database.close();
}

it('sends an event to the page when the cash of a drawer changes', async () => {
  const { till } = await openTill();
  profile.emittedEvents = [];
  expect(till.cash.open(FLOAT, CASHIER)).toMatchObject({ ok: true });
  expect(profile.emittedEvents).toEqual([{ name: 'cash.changed', payload: {} }]);
});

it('sends an event to the page when a basket changes', async () => {
  const { host, till } = await openTill();
  till.cash.open(FLOAT, CASHIER);
  await host.close();
  insertWaitingBasket();
  const { till: reopenedTill } = await openTill();
  profile.emittedEvents = [];
  expect(reopenedTill.basket.discardRest({ basketId: 'b' }, CASHIER)).toMatchObject({ ok: true });
  expect(profile.emittedEvents).toEqual([{ name: 'basket.changed', payload: { basketId: 'b' } }]);
});

it('throws at an event before the parts of the till are connected', () => {
  expect(() => createTillEvents().emit('paymentChanged', 'p1')).toThrow('paymentChanged');
});
