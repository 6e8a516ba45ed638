/** Bills that the shop keeps, from the till's own calls down to the training service. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Balance, LinkedBill, Result } from '../../shared/contract/index.ts';
import { saleOf, sell } from '../faults/support/cashier.ts';
import { createRandom } from '../faults/support/random.ts';
import { ANA, BILLERS, createWorld, MINUTE, type World } from '../faults/support/world.ts';

let world: World;
afterEach(() => world.close());

async function done<Value>(work: () => Promise<Result<Value>>): Promise<Value> {
  const answer = await world.finish(work);
  if (!answer?.ok) throw new Error(JSON.stringify(answer));
  return answer.value;
}

const link = (billerId: number, accountNumber: string): Promise<LinkedBill> =>
  done(() => world.till().bills.link({ billerId, accountNumber, nameOnAccount: null }));
const listed = async (): Promise<readonly string[]> =>
  (await done(() => world.till().bills.list(1))).bills.map((one) => one.accountNumber);

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

describe.each(['v3.3', 'v3.mx', 'v3.co'] as const)('kept bills in %s', (version) => {
  beforeEach(async () => {
    world = await createWorld({ version, random: createRandom(version) });
  });

  it('are linked once, listed, paid by their id, and unlinked', async () => {
    const bill = await link(BILLERS.partial, '1234 5685 0001');
    expect(bill).toMatchObject({ accountNumber: '123456850001', status: 'linked' });
    expect(bill.billerName).toContain('Agua y Drenaje');
    expect((await link(BILLERS.partial, '123456850001')).id).toBe(bill.id);
    expect(await listed()).toEqual(['123456850001']);
    const balance = await done(() => world.till().bills.balance(bill.id));
    expect(await pay(balance, '10.00')).toMatchObject({ state: 'paid' });
    expect(world.network.sent[0]?.target).toBe(`/bills/${bill.id}/pay`);
    await world.advance(60 * MINUTE);
    expect(await listed()).toEqual(['123456850001']);
    await done(() => world.till().bills.unlink(bill.id));
    expect(await listed()).toEqual([]);
  });

  it('that failed are listed with their reason, and are not paid', async () => {
    const refused = await world.finish(() =>
      world.till().bills.link({ billerId: 40, accountNumber: '501000000004', nameOnAccount: null }),
    );
    expect(refused).toMatchObject({ ok: false, problem: { code: 'R2' } });
    const { bills } = await done(() => world.till().bills.list(1));
    expect(bills).toMatchObject([{ status: 'failed', errorCode: 'R2' }]);
    const asked = await world.finish(() => world.till().bills.balance(bills[0]?.id ?? ''));
    expect(asked).toMatchObject({ ok: false, problem: { kind: 'service-refused', code: 'R2' } });
  });

  it('have their extra data in rows', async () => {
    const bill = await link(40, '501000000007');
    expect(bill.hasExtraData).toBe(true);
    const { rows } = await done(() => world.till().bills.extraData(bill.id));
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row.label).not.toBe('');
  });

  it('are not unlinked while a payment of theirs is not known', async () => {
    const bill = await link(BILLERS.partial, '123456850001');
    const balance = await done(() => world.till().bills.balance(bill.id));
    world.network.money.push({ kind: 'answer-lost', how: 'reset' });
    world.network.reads.push(...Array.from({ length: 20 }, () => ({ kind: 'refused' }) as const));
    const payment = await pay(balance, '10.00');
    expect(payment?.state).toBe('unknown');
    const answer = await world.finish(() => world.till().bills.unlink(bill.id));
    expect(answer).toMatchObject({ ok: false, problem: { kind: 'held' } });
  });
});

describe('a walk-in in v3.3, whose payment makes a bill and deletes it', () => {
  beforeEach(async () => {
    world = await createWorld({ version: 'v3.3', random: createRandom('walk-in') });
  });

  const walkIn = () => sell(world, saleOf(world, 'bill', 1));

  it('leaves none behind', async () => {
    expect(await walkIn()).not.toBeNull();
    await world.advance(10 * MINUTE);
    expect(await listed()).toEqual([]);
  });

  it('leaves the one that this till keeps', async () => {
    const { accountNumber } = saleOf(world, 'bill', 1);
    await link(BILLERS.partial, accountNumber);
    expect(await walkIn()).not.toBeNull();
    await world.advance(60 * MINUTE);
    expect(await listed()).toEqual([accountNumber]);
  });

  it('leaves the one that another till of the chain keeps', async () => {
    const { accountNumber } = saleOf(world, 'bill', 1);
    const { service } = world.till();
    const account = { billerId: BILLERS.partial, accountNumber, nameOnAccount: null };
    await done(() => service.createBill({ ...account, currency: 'MXN' }));
    await world.advance(10 * MINUTE);
    expect(await walkIn()).not.toBeNull();
    await world.advance(60 * MINUTE);
    expect(await listed()).toEqual([accountNumber]);
  });
});

it('v1.6 has none, and says so', async () => {
  world = await createWorld({ version: 'v1.6', random: createRandom('v1.6') });
  expect(await world.till().bills.list(1)).toEqual({
    ok: false,
    problem: { kind: 'not-offered', what: 'linked-bills' },
  });
});
