/** Bills that the shop keeps, from the till's own calls down to the training service. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Balance, LinkedBill, Result } from '../../shared/contract/index.ts';
import { createSale, sell } from '../faults/support/cashier.ts';
import { ANA, BILLERS, createWorld, type FaultWorld, MINUTE_MS } from '../faults/support/world.ts';
import { createRandom } from '../support/random.ts';
import { VERSIONS_WITH_LINKED_BILLS } from '../support/versions.ts';

let world: FaultWorld;
afterEach(() => world.close());

async function done<Value>(work: () => Promise<Result<Value>>): Promise<Value> {
  const answer = await world.finish(work);
  if (!answer?.ok) throw new Error(JSON.stringify(answer));
  return answer.value;
}

const link = (billerId: number, accountNumber: string): Promise<LinkedBill> =>
  done(() => world.till().bills.link({ billerId, accountNumber, nameOnAccount: null }));
const listed = async (): Promise<readonly string[]> =>
  (await done(() => world.till().bills.list({ page: 1 }))).bills.map((one) => one.accountNumber);

async function pay(balance: Balance, amount: string) {
  const { payments } = world.till();
  const order = await done(async () =>
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
  const payment = await done(async () =>
    payments.pay({ orderId: order.id, cash: order.due, acknowledged: [] }, ANA),
  );
  await world.advance(1000);
  return payments.views([payment.id])[0];
}

describe.each(VERSIONS_WITH_LINKED_BILLS)('saved bills in %s', (version) => {
  beforeEach(async () => {
    world = await createWorld({ version, random: createRandom(version) });
  });

  it('are linked once, listed, paid by their id, and unlinked', async () => {
    const bill = await link(BILLERS.partial, '1234 5685 0001');
    expect(bill).toMatchObject({ accountNumber: '123456850001', status: 'linked' });
    expect(bill.billerName).toContain('Agua y Drenaje');
    expect((await link(BILLERS.partial, '123456850001')).id).toBe(bill.id);
    expect(await listed()).toEqual(['123456850001']);
    const balance = await done(() => world.till().bills.balance({ billId: bill.id }));
    expect(await pay(balance, '10.00')).toMatchObject({ state: 'paid' });
    expect(world.network.sent[0]?.target).toBe(`/bills/${bill.id}/pay`);
    await world.advance(60 * MINUTE_MS);
    expect(await listed()).toEqual(['123456850001']);
    await done(() => world.till().bills.unlink({ billId: bill.id }));
    expect(await listed()).toEqual([]);
  });

  it('that failed are listed with their reason, and are not paid', async () => {
    const refused = await world.finish(() =>
      world.till().bills.link({ billerId: 40, accountNumber: '501000000004', nameOnAccount: null }),
    );
    expect(refused).toMatchObject({ ok: false, problem: { code: 'R2' } });
    const { bills } = await done(() => world.till().bills.list({ page: 1 }));
    expect(bills).toMatchObject([{ status: 'failed', errorCode: 'R2' }]);
    const asked = await world.finish(() =>
      world.till().bills.balance({ billId: bills[0]?.id ?? '' }),
    );
    expect(asked).toMatchObject({ ok: false, problem: { kind: 'service-refused', code: 'R2' } });
  });

  it('have their extra data in rows, where there is some', async () => {
    const bill = await link(40, '501000000007');
    expect(bill.hasExtraData).toBe(true);
    const { rows } = await done(() => world.till().bills.extraData({ billId: bill.id }));
    expect(rows).toContainEqual({ label: 'consumption kwh', value: '227' });
    const bare = await link(BILLERS.partial, '123456850001');
    expect(bare.hasExtraData).toBe(false);
    expect(
      await world.finish(() => world.till().bills.extraData({ billId: bare.id })),
    ).toMatchObject({
      problem: { kind: 'not-offered', what: 'extra-data' },
    });
  });

  it('are paid also where the biller tells no balance', async () => {
    const silent = [...world.billers.values()].find(
      (one) =>
        one.kind === 'utility' &&
        one.currency === 'MXN' &&
        !one.canCheckBalance &&
        one.supportsPartialPayment &&
        !one.requiresNameOnAccount &&
        one.accountNumberDigits === '10' &&
        one.mask === '',
    );
    const bill = await link(silent?.id ?? 0, '1234567890');
    const balance = await done(() => world.till().bills.balance({ billId: bill.id }));
    expect(balance.amount).toBeNull();
    expect(await pay(balance, '25.00')).toMatchObject({ state: 'paid' });
  });

  it('come page by page, and none past the end', async () => {
    for (let number = 0; number < 101; number += 1) {
      await link(BILLERS.partial, `12345685${String(number).padStart(4, '0')}`);
    }
    const page = (number: number) => done(() => world.till().bills.list({ page: number }));
    const [first, second, past] = [await page(1), await page(2), await page(3)];
    expect(first).toMatchObject({ page: 1, totalPages: 2, totalBills: 101, hasNext: true });
    expect(second).toMatchObject({ page: 2, totalPages: 2, hasNext: false });
    expect(past).toMatchObject({ page: 3, bills: [], hasNext: false });
    const ids = [...first.bills, ...second.bills].map((one) => one.id);
    expect(new Set(ids).size).toBe(101);
  });

  it('that are gone say so', async () => {
    const { id } = await link(BILLERS.partial, '123456850001');
    await done(() => world.till().bills.unlink({ billId: id }));
    const { bills } = world.till();
    for (const call of ['refresh', 'balance', 'extraData'] as const) {
      const ask = (): Promise<Result<unknown>> => bills[call]({ billId: id });
      expect(await world.finish(ask), call).toMatchObject({
        problem: { kind: 'not-found', what: 'bill' },
      });
    }
    expect(await world.finish(() => bills.unlink({ billId: id }))).toMatchObject({ ok: true });
  });

  it('are not unlinked while a payment of theirs is not known', async () => {
    const bill = await link(BILLERS.partial, '123456850001');
    const balance = await done(() => world.till().bills.balance({ billId: bill.id }));
    world.network.money.push({ kind: 'answer-lost', how: 'reset' });
    world.network.reads.push(...Array.from({ length: 20 }, () => ({ kind: 'refused' }) as const));
    const payment = await pay(balance, '10.00');
    expect(payment?.state).toBe('unknown');
    const answer = await world.finish(() => world.till().bills.unlink({ billId: bill.id }));
    expect(answer).toMatchObject({ ok: false, problem: { kind: 'held' } });
  });
});

describe('a walk-in in v3.3, whose payment makes a bill and deletes it', () => {
  beforeEach(async () => {
    world = await createWorld({ version: 'v3.3', random: createRandom('walk-in') });
  });

  const walkIn = () => sell(world, createSale(world, 'bill', 1));

  it('leaves none behind', async () => {
    expect(await walkIn()).not.toBeNull();
    await world.advance(10 * MINUTE_MS);
    expect(await listed()).toEqual([]);
  });

  it('leaves the one that this till keeps', async () => {
    const { accountNumber } = createSale(world, 'bill', 1);
    await link(BILLERS.partial, accountNumber);
    expect(await walkIn()).not.toBeNull();
    await world.advance(60 * MINUTE_MS);
    expect(await listed()).toEqual([accountNumber]);
  });

  /** Another till of the chain linked it, a while ago. */
  async function linkElsewhere(): Promise<{ id: string; accountNumber: string }> {
    const { accountNumber } = createSale(world, 'bill', 1);
    const { service } = world.till();
    const account = { billerId: BILLERS.partial, accountNumber, nameOnAccount: null };
    const { id } = await done(() => service.createBill({ ...account, currency: 'MXN' }));
    await world.advance(10 * MINUTE_MS);
    return { id, accountNumber };
  }

  it('leaves the one that another till of the chain keeps', async () => {
    const { accountNumber } = await linkElsewhere();
    expect(await walkIn()).not.toBeNull();
    await world.advance(60 * MINUTE_MS);
    expect(await listed()).toEqual([accountNumber]);
  });

  it('leaves it after looking it up twice: the first look-up makes it look new', async () => {
    const { accountNumber } = await linkElsewhere();
    const account = { billerId: BILLERS.partial, accountNumber, nameOnAccount: null };
    await done(() => world.till().payments.consult(account, ANA));
    await world.restart();
    expect(await walkIn()).not.toBeNull();
    await world.advance(60 * MINUTE_MS);
    expect(await listed()).toEqual([accountNumber]);
  });

  it('leaves it after it was refreshed from the list', async () => {
    const { id, accountNumber } = await linkElsewhere();
    await done(() => world.till().bills.refresh({ billId: id }));
    expect(await walkIn()).not.toBeNull();
    await world.advance(60 * MINUTE_MS);
    expect(await listed()).toEqual([accountNumber]);
  });

  it('is linked after the payment: the bill is taken over', async () => {
    expect(await walkIn()).not.toBeNull();
    const { accountNumber } = createSale(world, 'bill', 1);
    await link(BILLERS.partial, accountNumber);
    await world.advance(60 * MINUTE_MS);
    expect(await listed()).toEqual([accountNumber]);
  });
});

it('v1.6 has none, and says so', async () => {
  world = await createWorld({ version: 'v1.6', random: createRandom('v1.6') });
  expect(await world.till().bills.list({ page: 1 })).toEqual({
    ok: false,
    problem: { kind: 'not-offered', what: 'linked-bills' },
  });
});
