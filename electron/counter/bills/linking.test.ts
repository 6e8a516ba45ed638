import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../shared/contract/index.ts';
import { StorageError } from '../../ledger/index.ts';
import { silentLog } from '../../platform/index.ts';
import { ANA, createTestBiller, expectOk, expectProblem } from '../payments/testing/index.ts';
import { ACCOUNT, createBillShop, createServiceBill, MINUTE } from './bills.fixture.ts';
import { createBills } from './bills.ts';

const shop = createBillShop();
const { linkBill, listSavedBillIds, listWalkInBillIds, consultAsWalkIn } = shop;

describe('linking', () => {
  it('links with the normalized account number and saves the bill', async () => {
    const requests: unknown[] = [];
    shop.counter.service.createBill = async (account) => {
      requests.push(account);
      return ok(createServiceBill());
    };
    expect(expectOk(await linkBill({ accountNumber: ' 5010 0000 0007 ' })).id).toBe('8390');
    expect(requests).toMatchObject([{ billerId: 40, accountNumber: ACCOUNT, currency: 'MXN' }]);
    expect(listSavedBillIds()).toEqual(['8390']);
  });

  it.each([
    ['an unknown biller', { billerId: 7 }, { kind: 'not-found', what: 'biller' }],
    ['a top-up', { billerId: 41 }, { kind: 'biller-unusable', reason: 'wrong-kind' }],
    ['a gift card', { billerId: 42 }, { kind: 'biller-unusable', reason: 'wrong-kind' }],
    ['no account number', { accountNumber: ' ' }, { kind: 'account-number', reason: 'empty' }],
  ] as const)('rejects linking %s without a request', async (_description, changes, problem) => {
    shop.counter.billers.set(41, createTestBiller({ id: 41, kind: 'top-up' }));
    shop.counter.billers.set(42, createTestBiller({ id: 42, kind: 'gift-card' }));
    shop.counter.service.createBill = async () => {
      throw new Error('asked');
    };
    expect(expectProblem(await linkBill(changes))).toMatchObject(problem);
  });

  it('saves no bill if the service refuses to link it', async () => {
    const problem = {
      kind: 'service-refused',
      httpStatus: 422,
      code: 'R2',
      message: 'No',
    } as const;
    shop.counter.service.createBill = async () => fail(problem);
    expect(await linkBill()).toEqual(fail(problem));
    expect(listSavedBillIds()).toEqual([]);
  });

  it('saves a linked bill that a walk-in consult created', async () => {
    await consultAsWalkIn(false);
    expect(listWalkInBillIds()).toEqual([`bill-${ACCOUNT}`]);
    shop.counter.service.createBill = async () => ok(createServiceBill({ id: `bill-${ACCOUNT}` }));
    expectOk(await linkBill());
    expect(listSavedBillIds()).toEqual([`bill-${ACCOUNT}`]);
    expect(listWalkInBillIds()).toEqual([]);
    await shop.counter.advance(120 * MINUTE);
    expect(shop.counter.service.deletedBills).toEqual([]);
  });

  it('links only after a deletion in progress, which could delete the same bill', async () => {
    const order: string[] = [];
    const deleteBill = shop.counter.service.deleteBill.bind(shop.counter.service);
    shop.counter.service.deleteBill = async (billId) => {
      const answer = await deleteBill(billId);
      order.push('deleted');
      return answer;
    };
    shop.counter.service.createBill = async () => {
      order.push('linked');
      return ok(createServiceBill());
    };
    const balance = shop.counter.payments.consult(
      { billerId: 40, accountNumber: ACCOUNT, nameOnAccount: null },
      ANA,
    );
    await shop.counter.advance(10);
    const { id } = expectOk(await balance);
    const payment = expectOk(
      shop.counter.pay(await shop.counter.order({ account: ACCOUNT, balanceId: id })),
    );
    // Advance until the payment is paid and its bill is being deleted.
    for (let step = 0; step < 2000 && shop.counter.get(payment.id).state !== 'paid'; step += 1) {
      await shop.counter.advance(1);
    }
    expect(order).toEqual([]);
    const linking = linkBill();
    await shop.counter.advance(1000);
    expectOk(await linking);
    expect(order).toEqual(['deleted', 'linked']);
  });

  it('answers a storage problem if the ledger cannot save the linked bill', async () => {
    shop.counter.service.createBill = async () => ok(createServiceBill());
    const { database } = shop.counter;
    shop.bills = createBills({
      database: {
        ...database,
        commit: () => {
          throw new StorageError('full', '/somewhere/ledger.sqlite', null);
        },
      },
      clock: shop.counter.clock,
      log: silentLog,
      createId: () => 'one',
      waitForService: async () => ok(shop.counter.service),
      catalog: { biller: () => ({ biller: createTestBiller() }) },
      accountCurrency: () => 'MXN',
      saveBalance: () => {},
      withBillDeletionPaused: (work) => work(),
      onChange: () => {},
    });
    expect(await linkBill()).toEqual(
      fail({ kind: 'storage', reason: 'full', file: 'ledger.sqlite' }),
    );
  });
});

describe('linking that fails', () => {
  it('saves the failed bill that a refused link left, because the service may link it later', async () => {
    const problem = {
      kind: 'service-refused',
      httpStatus: 422,
      code: 'R16',
      message: null,
    } as const;
    shop.counter.service.createBill = async () => ({
      ...fail(problem),
      failedBill: { id: '8390', existedBefore: null },
    });
    expect(await linkBill()).toEqual(fail(problem));
    expect(listSavedBillIds()).toEqual(['8390']);
  });
});

describe('unlinking', () => {
  it('deletes an unlinked bill at the service and in the ledger', async () => {
    shop.counter.service.createBill = async () => ok(createServiceBill());
    expectOk(await linkBill());
    const deletion = shop.bills.unlink({ billId: '8390' });
    await shop.counter.advance(10);
    expectOk(await deletion);
    expect(shop.counter.service.deletedBills).toEqual(['8390']);
    expect(listSavedBillIds()).toEqual([]);
  });

  it('deletes an unlinked walk-in bill only once', async () => {
    await consultAsWalkIn(false);
    const deletion = shop.bills.unlink({ billId: `bill-${ACCOUNT}` });
    await shop.counter.advance(10);
    expectOk(await deletion);
    await shop.counter.advance(120 * MINUTE);
    expect(shop.counter.service.deletedBills).toEqual([`bill-${ACCOUNT}`]);
  });

  it('keeps the bill if the service does not confirm the unlinking', async () => {
    shop.counter.service.createBill = async () => ok(createServiceBill());
    expectOk(await linkBill());
    shop.counter.service.deletionFails = true;
    const deletion = shop.bills.unlink({ billId: '8390' });
    await shop.counter.advance(10);
    expect(expectProblem(await deletion).kind).toBe('service-silent');
    expect(listSavedBillIds()).toEqual(['8390']);
  });
});
