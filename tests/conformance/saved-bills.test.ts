/**
 * Bills that the shop stores at the service, from the till's own calls down to the training
 * service.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Balance, LinkedBill, Result } from '../../shared/contract/index.ts';
import { createSale, sell } from '../faults/support/cashier.ts';
import {
  ANA,
  BILLERS,
  createWorld,
  type FaultWorld,
  MINUTE_MS,
} from '../faults/support/fault-world.ts';
import { createRandom } from '../support/random.ts';
import { VERSIONS_WITH_LINKED_BILLS } from '../support/versions.ts';

let world: FaultWorld;
afterEach(() => world.close());

async function finishOk<Value>(work: () => Promise<Result<Value>>): Promise<Value> {
  const answer = await world.finish(work);
  if (!answer?.ok) throw new Error(JSON.stringify(answer));
  return answer.value;
}

const link = (billerId: number, accountNumber: string): Promise<LinkedBill> =>
  finishOk(() => world.till().bills.link({ billerId, accountNumber, nameOnAccount: null }));
const listAccounts = async (): Promise<readonly string[]> =>
  (await finishOk(() => world.till().bills.list({ page: 1 }))).bills.map(
    (bill) => bill.accountNumber,
  );

async function pay(balance: Balance, amount: string) {
  const { payments } = world.till();
  const order = await finishOk(async () =>
    payments.prepare(
      {
        kind: 'bill',
        billerId: balance.billerId,
        accountNumber: balance.accountNumber,
        nameOnAccount: null,
        amount: { amount, currency: 'MXN' },
        balanceId: balance.id,
      },
      ANA,
    ),
  );
  const payment = await finishOk(async () =>
    payments.pay({ orderId: order.id, cash: order.due, acknowledged: [] }, ANA),
  );
  await world.advance(1000);
  return payments.listViews([payment.id])[0];
}

describe.each(VERSIONS_WITH_LINKED_BILLS)('saved bills in %s', (version) => {
  beforeEach(async () => {
    world = await createWorld({ version, random: createRandom(version) });
  });

  it('links a bill once, lists it, pays it by its id, and unlinks it', async () => {
    const bill = await link(BILLERS.partial, '1234 5685 0001');
    expect(bill).toMatchObject({ accountNumber: '123456850001', status: 'linked' });
    expect(bill.billerName).toContain('Agua y Drenaje');
    expect((await link(BILLERS.partial, '123456850001')).id).toBe(bill.id);
    expect(await listAccounts()).toEqual(['123456850001']);
    const balance = await finishOk(() => world.till().bills.balance({ billId: bill.id }));
    expect(await pay(balance, '10.00')).toMatchObject({ state: 'paid' });
    expect(world.network.sentRequests[0]?.target).toBe(`/bills/${bill.id}/pay`);
    await world.advance(60 * MINUTE_MS);
    expect(await listAccounts()).toEqual(['123456850001']);
    await finishOk(() => world.till().bills.unlink({ billId: bill.id }));
    expect(await listAccounts()).toEqual([]);
  });

  it('lists a bill whose look-up failed with its code, and does not pay it', async () => {
    const refusedLink = await world.finish(() =>
      world.till().bills.link({ billerId: 40, accountNumber: '501000000004', nameOnAccount: null }),
    );
    expect(refusedLink).toMatchObject({ ok: false, problem: { code: 'R2' } });
    const { bills } = await finishOk(() => world.till().bills.list({ page: 1 }));
    expect(bills).toMatchObject([{ status: 'failed', errorCode: 'R2' }]);
    const balance = await world.finish(() =>
      world.till().bills.balance({ billId: bills[0]?.id ?? '' }),
    );
    expect(balance).toMatchObject({ ok: false, problem: { kind: 'service-refused', code: 'R2' } });
  });

  it("returns a bill's extra data in rows, and not-offered for a bill without extra data", async () => {
    const bill = await link(40, '501000000007');
    expect(bill.hasExtraData).toBe(true);
    const { rows } = await finishOk(() => world.till().bills.extraData({ billId: bill.id }));
    expect(rows).toContainEqual({ label: 'consumption kwh', value: '227' });
    const bareBill = await link(BILLERS.partial, '123456850001');
    expect(bareBill.hasExtraData).toBe(false);
    expect(
      await world.finish(() => world.till().bills.extraData({ billId: bareBill.id })),
    ).toMatchObject({
      problem: { kind: 'not-offered', what: 'extra-data' },
    });
  });

  it('pays a bill of a biller that returns no balance', async () => {
    const billerWithoutBalance = [...world.billers.values()].find(
      (biller) =>
        biller.kind === 'utility' &&
        biller.currency === 'MXN' &&
        !biller.canCheckBalance &&
        biller.supportsPartialPayment &&
        !biller.requiresNameOnAccount &&
        /^\d+$/.test(biller.accountNumberDigits) &&
        biller.mask === '',
    );
    const digitCount = Number(billerWithoutBalance?.accountNumberDigits);
    const bill = await link(billerWithoutBalance?.id ?? 0, '1'.repeat(digitCount));
    const balance = await finishOk(() => world.till().bills.balance({ billId: bill.id }));
    expect(balance.amount).toBeNull();
    expect(await pay(balance, '25.00')).toMatchObject({ state: 'paid' });
  });

  it('lists bills page by page, and none after the last page', async () => {
    for (let number = 0; number < 101; number += 1) {
      await link(BILLERS.partial, `12345685${String(number).padStart(4, '0')}`);
    }
    const readPage = (number: number) => finishOk(() => world.till().bills.list({ page: number }));
    const [first, second, pastEnd] = [await readPage(1), await readPage(2), await readPage(3)];
    expect(first).toMatchObject({ page: 1, totalPages: 2, totalBills: 101, hasNext: true });
    expect(second).toMatchObject({ page: 2, totalPages: 2, hasNext: false });
    expect(pastEnd).toMatchObject({ page: 3, bills: [], hasNext: false });
    const ids = [...first.bills, ...second.bills].map((bill) => bill.id);
    expect(new Set(ids).size).toBe(101);
  });

  it('returns not-found for every call on an unlinked bill, except unlinking it again', async () => {
    const { id } = await link(BILLERS.partial, '123456850001');
    await finishOk(() => world.till().bills.unlink({ billId: id }));
    const { bills } = world.till();
    for (const call of ['refresh', 'balance', 'extraData'] as const) {
      const makeCall = (): Promise<Result<unknown>> => bills[call]({ billId: id });
      expect(await world.finish(makeCall), call).toMatchObject({
        problem: { kind: 'not-found', what: 'bill' },
      });
    }
    expect(await world.finish(() => bills.unlink({ billId: id }))).toMatchObject({ ok: true });
  });

  it('does not unlink a bill while one of its payments is unresolved', async () => {
    const bill = await link(BILLERS.partial, '123456850001');
    const balance = await finishOk(() => world.till().bills.balance({ billId: bill.id }));
    world.network.money.push({ kind: 'answer-lost', how: 'reset' });
    world.network.reads.push(...Array.from({ length: 20 }, () => ({ kind: 'refused' }) as const));
    const payment = await pay(balance, '10.00');
    expect(payment?.state).toBe('unknown');
    const answer = await world.finish(() => world.till().bills.unlink({ billId: bill.id }));
    expect(answer).toMatchObject({ ok: false, problem: { kind: 'held' } });
  });
});

describe('a walk-in payment in v3.3, which creates a bill and deletes it', () => {
  beforeEach(async () => {
    world = await createWorld({ version: 'v3.3', random: createRandom('walk-in') });
  });

  const sellWalkIn = () => sell(world, createSale(world, 'bill', 1));

  it('deletes the bill of a walk-in payment', async () => {
    expect(await sellWalkIn()).not.toBeNull();
    await world.advance(10 * MINUTE_MS);
    expect(await listAccounts()).toEqual([]);
  });

  it('keeps a bill that this till linked, after a walk-in payment', async () => {
    const { accountNumber } = createSale(world, 'bill', 1);
    await link(BILLERS.partial, accountNumber);
    expect(await sellWalkIn()).not.toBeNull();
    await world.advance(60 * MINUTE_MS);
    expect(await listAccounts()).toEqual([accountNumber]);
  });

  /** Links a bill at another till of the chain, some time ago. */
  async function linkAtOtherTill(): Promise<{ id: string; accountNumber: string }> {
    const { accountNumber } = createSale(world, 'bill', 1);
    const { service } = world.till();
    const account = { billerId: BILLERS.partial, accountNumber, nameOnAccount: null };
    const { id } = await finishOk(() => service.createBill({ ...account, currency: 'MXN' }));
    await world.advance(10 * MINUTE_MS);
    return { id, accountNumber };
  }

  it('keeps a bill that another till of the chain linked, after a walk-in payment', async () => {
    const { accountNumber } = await linkAtOtherTill();
    expect(await sellWalkIn()).not.toBeNull();
    await world.advance(60 * MINUTE_MS);
    expect(await listAccounts()).toEqual([accountNumber]);
  });

  it("keeps another till's bill after two look-ups, though the first makes it look new", async () => {
    const { accountNumber } = await linkAtOtherTill();
    const account = { billerId: BILLERS.partial, accountNumber, nameOnAccount: null };
    await finishOk(() => world.till().payments.consult(account, ANA));
    await world.restart();
    expect(await sellWalkIn()).not.toBeNull();
    await world.advance(60 * MINUTE_MS);
    expect(await listAccounts()).toEqual([accountNumber]);
  });

  it("keeps another till's bill after it was refreshed from the list", async () => {
    const { id, accountNumber } = await linkAtOtherTill();
    await finishOk(() => world.till().bills.refresh({ billId: id }));
    expect(await sellWalkIn()).not.toBeNull();
    await world.advance(60 * MINUTE_MS);
    expect(await listAccounts()).toEqual([accountNumber]);
  });

  it('keeps the bill of a walk-in payment that is linked afterwards', async () => {
    expect(await sellWalkIn()).not.toBeNull();
    const { accountNumber } = createSale(world, 'bill', 1);
    await link(BILLERS.partial, accountNumber);
    await world.advance(60 * MINUTE_MS);
    expect(await listAccounts()).toEqual([accountNumber]);
  });
});

it('returns not-offered for linked bills in v1.6', async () => {
  world = await createWorld({ version: 'v1.6', random: createRandom('v1.6') });
  expect(await world.till().bills.list({ page: 1 })).toEqual({
    ok: false,
    problem: { kind: 'not-offered', what: 'linked-bills' },
  });
});
