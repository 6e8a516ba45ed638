import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CallReceived, fail, linkedBill, ok } from '../../shared/contract/index.ts';
import { StorageError } from '../ledger/index.ts';
import {
  ANA,
  expectOk,
  expectProblem,
  type TestCounter,
  testBiller,
  testCounter,
} from '../payments/testing/index.ts';
import type { ServiceBill } from '../service/index.ts';
import { type Bills, createBills } from './bills.ts';

const ACCOUNT = '501000000007';
const MINUTE = 60_000;

let counter: TestCounter;
let bills: Bills;

function open(version: 'v1.6' | 'v3.3'): void {
  counter = testCounter({ version });
  let serial = 0;
  bills = createBills({
    database: counter.database,
    clock: counter.clock,
    newId: () => {
      serial += 1;
      return `balance-${serial}`;
    },
    connected: async () =>
      counter.serviceIsThere
        ? ok(counter.service)
        : fail({ kind: 'not-connected', reason: 'not-ready' }),
    catalog: {
      biller: (id) => {
        const biller = counter.billers.get(id);
        return biller ? { biller } : null;
      },
    },
    keepBalance: (kept) => counter.payments.keepBalance(kept),
    whileNoneIsDeleted: (work) => counter.payments.whileNoneIsDeleted(work),
  });
}

beforeEach(() => open('v3.3'));
afterEach(() => counter.close());

function serviceBill(changes: Partial<ServiceBill> = {}): ServiceBill {
  return {
    id: '8390',
    billerId: 40,
    accountNumber: ACCOUNT,
    nameOnAccount: null,
    dueDate: null,
    balance: { amount: '549.00', currency: 'MXN' },
    balanceUpdatedAt: '2026-01-15T00:13:46.000Z',
    status: 'linked',
    errorCode: null,
    errorMessage: null,
    hasExtraData: false,
    ...changes,
  };
}

const failed = () =>
  serviceBill({
    status: 'failed',
    balance: null,
    errorCode: 'R2',
    errorMessage: 'Invalid Account Number',
  });
const missing = async () =>
  fail({ kind: 'service-refused', httpStatus: 404, code: null, message: "Couldn't find bill" });
const link = (changes: Partial<CallReceived<'bills.link'>> = {}) =>
  bills.link({ billerId: 40, accountNumber: ACCOUNT, nameOnAccount: null, ...changes });
const kept = () => counter.rows('SELECT bill_id FROM kept_bills').map((row) => Object(row).bill_id);
const walkIns = () =>
  counter
    .rows('SELECT bill_id FROM walk_in_bills WHERE deleted_at IS NULL')
    .map((row) => Object(row).bill_id);

/** A customer without a kept bill has the account looked up, and perhaps pays. */
async function walkIn(pays: boolean): Promise<void> {
  const input = { billerId: 40, accountNumber: ACCOUNT, nameOnAccount: null };
  const looking = counter.payments.consult(input, ANA);
  await counter.advance(10);
  const balance = expectOk(await looking);
  if (!pays) return;
  expectOk(counter.pay(await counter.order({ account: ACCOUNT, balanceId: balance.id })));
  await counter.advance(1000);
}

describe('where there are none', () => {
  const calls = (): Promise<unknown>[] => [
    bills.list({ page: 1 }),
    link(),
    bills.refresh({ billId: '8390' }),
    bills.extraData({ billId: '8390' }),
    bills.unlink({ billId: '8390' }),
    bills.balance({ billId: '8390' }),
  ];

  it('every call says that this version has no bills', async () => {
    counter.close();
    open('v1.6');
    for (const answer of await Promise.all(calls())) {
      expect(answer).toEqual(fail({ kind: 'not-offered', what: 'linked-bills' }));
    }
  });

  it('every call says that there is no service', async () => {
    counter.serviceIsThere = false;
    for (const answer of await Promise.all(calls())) {
      expect(answer).toEqual(fail({ kind: 'not-connected', reason: 'not-ready' }));
    }
  });
});

describe('the list', () => {
  it('names the billers, and says of a failed bill why', async () => {
    counter.billers.set(40, testBiller({ hasExtraData: true }));
    const page = { page: 2, totalPages: 3, totalBills: 250, hasNext: true };
    counter.service.listBills = async (asked) =>
      ok({
        ...page,
        page: asked,
        bills: [
          serviceBill(),
          { ...failed(), id: '2' },
          serviceBill({ id: '3', billerId: 7, status: '', balanceUpdatedAt: null }),
        ],
      });
    const list = expectOk(await bills.list({ page: 2 }));
    expect(list).toMatchObject(page);
    for (const bill of list.bills) expect(linkedBill.safeParse(bill).error).toBeUndefined();
    expect(list.bills).toMatchObject([
      { id: '8390', billerName: 'CFE', hasExtraData: true },
      { id: '2', status: 'failed', errorCode: 'R2', errorMessage: 'Invalid Account Number' },
      { id: '3', billerName: '7', hasExtraData: false },
    ]);
  });
});

describe('linking', () => {
  it('sends the account as the biller takes it, and the shop keeps the bill', async () => {
    const sent: unknown[] = [];
    counter.service.createBill = async (account) => {
      sent.push(account);
      return ok(serviceBill());
    };
    expect(expectOk(await link({ accountNumber: ' 5010 0000 0007 ' })).id).toBe('8390');
    expect(sent).toMatchObject([{ billerId: 40, accountNumber: ACCOUNT, currency: 'MXN' }]);
    expect(kept()).toEqual(['8390']);
  });

  it.each([
    ['a biller that is not known', { billerId: 7 }, { kind: 'not-found', what: 'biller' }],
    ['a top-up', { billerId: 41 }, { kind: 'biller-unusable', reason: 'wrong-kind' }],
    ['a gift card', { billerId: 42 }, { kind: 'biller-unusable', reason: 'wrong-kind' }],
    ['no account number', { accountNumber: ' ' }, { kind: 'account-number', reason: 'empty' }],
  ] as const)('asks the service nothing of %s', async (_what, changes, problem) => {
    counter.billers.set(41, testBiller({ id: 41, kind: 'top-up' }));
    counter.billers.set(42, testBiller({ id: 42, kind: 'gift-card' }));
    counter.service.createBill = async () => {
      throw new Error('asked');
    };
    expect(expectProblem(await link(changes))).toMatchObject(problem);
  });

  it('that is refused keeps nothing', async () => {
    const problem = {
      kind: 'service-refused',
      httpStatus: 422,
      code: 'R2',
      message: 'No',
    } as const;
    counter.service.createBill = async () => fail(problem);
    expect(await link()).toEqual(fail(problem));
    expect(kept()).toEqual([]);
  });

  it('takes a bill over that a walk-in’s look-up made', async () => {
    await walkIn(false);
    expect(walkIns()).toEqual([`bill-${ACCOUNT}`]);
    counter.service.createBill = async () => ok(serviceBill({ id: `bill-${ACCOUNT}` }));
    expectOk(await link());
    expect(kept()).toEqual([`bill-${ACCOUNT}`]);
    expect(walkIns()).toEqual([]);
    await counter.advance(120 * MINUTE);
    expect(counter.service.deletedBills).toEqual([]);
  });

  it('waits for a deletion under way, which would take the bill that it is given', async () => {
    const order: string[] = [];
    const deleteBill = counter.service.deleteBill.bind(counter.service);
    counter.service.deleteBill = async (billId) => {
      const answer = await deleteBill(billId);
      order.push('deleted');
      return answer;
    };
    counter.service.createBill = async () => {
      order.push('linked');
      return ok(serviceBill());
    };
    const balance = counter.payments.consult(
      { billerId: 40, accountNumber: ACCOUNT, nameOnAccount: null },
      ANA,
    );
    await counter.advance(10);
    const { id } = expectOk(await balance);
    const paid = expectOk(counter.pay(await counter.order({ account: ACCOUNT, balanceId: id })));
    // Up to where the payment is done and its bill is being deleted.
    for (let step = 0; step < 2000 && counter.get(paid.id).state !== 'paid'; step += 1) {
      await counter.advance(1);
    }
    expect(order).toEqual([]);
    const linking = link();
    await counter.advance(1000);
    expectOk(await linking);
    expect(order).toEqual(['deleted', 'linked']);
  });

  it('says so when the ledger cannot remember the bill', async () => {
    counter.service.createBill = async () => ok(serviceBill());
    const { database } = counter;
    bills = createBills({
      database: {
        ...database,
        commit: () => {
          throw new StorageError('full', '/somewhere/ledger.sqlite', null);
        },
      },
      clock: counter.clock,
      newId: () => 'one',
      connected: async () => ok(counter.service),
      catalog: { biller: () => ({ biller: testBiller() }) },
      keepBalance: () => {},
      whileNoneIsDeleted: (work) => work(),
    });
    expect(await link()).toEqual(fail({ kind: 'storage', reason: 'full', file: 'ledger.sqlite' }));
  });
});

describe('refreshing', () => {
  it('makes somebody’s bill look new, and a walk-in’s payment leaves it all the same', async () => {
    counter.service.refreshBill = async (id) => ok(serviceBill({ id }));
    expectOk(await bills.refresh({ billId: `bill-${ACCOUNT}` }));
    await walkIn(true);
    await counter.advance(120 * MINUTE);
    expect(counter.service.deletedBills).toEqual([]);
  });

  it('of a walk-in’s bill does not keep it', async () => {
    await walkIn(false);
    counter.service.refreshBill = async (id) => ok(serviceBill({ id }));
    expectOk(await bills.refresh({ billId: `bill-${ACCOUNT}` }));
    expect(kept()).toEqual([]);
    await counter.advance(120 * MINUTE);
    expect(counter.service.deletedBills).toEqual([`bill-${ACCOUNT}`]);
  });

  it('of a bill that is gone says so', async () => {
    counter.service.refreshBill = missing;
    expect(await bills.refresh({ billId: '1' })).toEqual(fail({ kind: 'not-found', what: 'bill' }));
  });

  it('that the biller refuses keeps the service’s words', async () => {
    const problem = {
      kind: 'service-refused',
      httpStatus: 404,
      code: 'R22',
      message: 'x',
    } as const;
    counter.service.refreshBill = async () => fail(problem);
    expect(await bills.refresh({ billId: '1' })).toEqual(fail(problem));
  });
});

describe('extra data', () => {
  it('comes in rows', async () => {
    counter.service.extraData = async () => ok({ bill: serviceBill(), extra: { kwh: '120.50' } });
    expect(expectOk(await bills.extraData({ billId: '8390' }))).toMatchObject({
      bill: { id: '8390', billerName: 'CFE' },
      rows: [{ label: 'kwh', value: '120.50' }],
    });
  });

  it('that there is none of is told apart from a bill that is gone', async () => {
    counter.service.extraData = missing;
    counter.service.getBill = async () => ok(serviceBill());
    const none = { kind: 'not-offered', what: 'extra-data' };
    expect(expectProblem(await bills.extraData({ billId: '8390' }))).toEqual(none);
    counter.service.getBill = missing;
    const gone = { kind: 'not-found', what: 'bill' };
    expect(expectProblem(await bills.extraData({ billId: '8390' }))).toEqual(gone);
  });
});

describe('what a bill owes', () => {
  const anew = (changes: Partial<ServiceBill> = {}): void => {
    counter.service.readBillAnew = async () => ok(serviceBill(changes));
  };
  const pay = async (balanceId: string) => {
    const paid = expectOk(counter.pay(await counter.order({ account: ACCOUNT, balanceId })));
    await counter.advance(1000);
    return paid;
  };

  it('is what its payment is made by, and the bill stays', async () => {
    anew();
    const balance = expectOk(await bills.balance({ billId: '8390' }));
    expect(balance).toMatchObject({ billerId: 40, accountNumber: ACCOUNT });
    expect(balance.amount).toEqual({ amount: '549.00', currency: 'MXN' });
    await pay(balance.id);
    expect(counter.service.sent[0]?.request.target).toBe('/bills/8390/pay');
    await counter.advance(120 * MINUTE);
    expect(counter.service.deletedBills).toEqual([]);
  });

  it.each(['0.00', '-20.00'])('is answered as it is: %s', async (amount) => {
    anew({ balance: { amount, currency: 'MXN' } });
    expect(expectOk(await bills.balance({ billId: '8390' })).amount?.amount).toBe(amount);
  });

  it('may not be known', async () => {
    anew({ balance: null });
    expect(expectOk(await bills.balance({ billId: '8390' })).amount).toBeNull();
  });

  it('is not asked of a bill that failed: the service’s reason is', async () => {
    counter.service.readBillAnew = async () => ok(failed());
    expect(await bills.balance({ billId: '8390' })).toEqual(
      fail({
        kind: 'service-refused',
        httpStatus: 422,
        code: 'R2',
        message: 'Invalid Account Number',
      }),
    );
    const unpaid = await counter.prepare({ account: ACCOUNT, balanceId: 'balance-1' });
    expect(expectProblem(unpaid)).toMatchObject({ reason: 'balance-first' });
  });

  it('of a bill that is gone is nothing', async () => {
    counter.service.readBillAnew = missing;
    const gone = { kind: 'not-found', what: 'bill' };
    expect(expectProblem(await bills.balance({ billId: '8390' }))).toEqual(gone);
  });

  it('stands in the way of unlinking once a payment of it is not known', async () => {
    anew();
    counter.service.fates.push({ arrives: null, answers: null });
    counter.service.lookUpFates.push(...Array.from({ length: 500 }, () => 'failed' as const));
    const paid = await pay(expectOk(await bills.balance({ billId: '8390' })).id);
    await counter.advance(2 * MINUTE);
    expect(counter.get(paid.id).state).toBe('unknown');
    const held = { kind: 'held', paymentId: paid.id };
    expect(expectProblem(await bills.unlink({ billId: '8390' }))).toEqual(held);
    expect(counter.service.deletedBills).toEqual([]);
    expect(kept()).toEqual(['8390']);
  });
});

describe('unlinking', () => {
  it('forgets the bill', async () => {
    counter.service.createBill = async () => ok(serviceBill());
    expectOk(await link());
    const gone = bills.unlink({ billId: '8390' });
    await counter.advance(10);
    expectOk(await gone);
    expect(counter.service.deletedBills).toEqual(['8390']);
    expect(kept()).toEqual([]);
  });

  it('of a walk-in’s bill is enough: it is not deleted once more', async () => {
    await walkIn(false);
    const gone = bills.unlink({ billId: `bill-${ACCOUNT}` });
    await counter.advance(10);
    expectOk(await gone);
    await counter.advance(120 * MINUTE);
    expect(counter.service.deletedBills).toEqual([`bill-${ACCOUNT}`]);
  });

  it('that the service did not do keeps the bill', async () => {
    counter.service.createBill = async () => ok(serviceBill());
    expectOk(await link());
    counter.service.deletionFails = true;
    const gone = bills.unlink({ billId: '8390' });
    await counter.advance(10);
    expect(expectProblem(await gone).kind).toBe('service-silent');
    expect(kept()).toEqual(['8390']);
  });
});
