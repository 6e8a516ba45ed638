import { describe, expect, it } from 'vitest';
import { fail, linkedBillSchema, ok } from '../../../shared/contract/index.ts';
import type { ServiceBill } from '../../service/index.ts';
import { expectOk, expectProblem, testBiller } from '../payments/testing/index.ts';
import { ACCOUNT, createBillShop, failed, MINUTE, missing, serviceBill } from './bills.fixture.ts';

const shop = createBillShop();
const { open, link, kept, walkIn } = shop;

describe('where there are none', () => {
  const calls = (): Promise<unknown>[] => [
    shop.bills.list({ page: 1 }),
    link(),
    shop.bills.refresh({ billId: '8390' }),
    shop.bills.extraData({ billId: '8390' }),
    shop.bills.unlink({ billId: '8390' }),
    shop.bills.balance({ billId: '8390' }),
  ];

  it('every call says that this version has no bills', async () => {
    shop.counter.close();
    open('v1.6');
    for (const answer of await Promise.all(calls())) {
      expect(answer).toEqual(fail({ kind: 'not-offered', what: 'linked-bills' }));
    }
  });

  it('every call says that there is no service', async () => {
    shop.counter.serviceIsThere = false;
    for (const answer of await Promise.all(calls())) {
      expect(answer).toEqual(fail({ kind: 'not-connected', reason: 'not-ready' }));
    }
  });
});

describe('news of a bill', () => {
  it('have it read anew where this shop keeps it, and nothing done elsewhere', async () => {
    const { id } = serviceBill();
    shop.counter.service.refreshBill = async () => ok(serviceBill());
    expectOk(await shop.bills.refresh({ billId: id }));
    expect(kept()).toEqual([id]);
    const asked: string[] = [];
    shop.counter.service.getBill = async (billId) => {
      asked.push(billId);
      return ok(serviceBill({ id: billId }));
    };
    shop.news.length = 0;
    expect(await shop.bills.readAgain(id)).toMatchObject({ ok: true });
    expect(await shop.bills.readAgain('another')).toMatchObject({ ok: true });
    expect([asked, shop.news]).toEqual([[id], [id]]);
    // A bill that is gone is no reason to be told again; a service that does not answer is.
    shop.counter.service.getBill = missing;
    expect(await shop.bills.readAgain(id)).toMatchObject({ ok: true });
    shop.counter.serviceIsThere = false;
    expect(await shop.bills.readAgain(id)).toMatchObject({ ok: false });
  });
});

describe('the list', () => {
  it('names the billers, and says of a failed bill why', async () => {
    shop.counter.billers.set(40, testBiller({ hasExtraData: true }));
    const page = { page: 2, totalPages: 3, totalBills: 250, hasNext: true };
    shop.counter.service.listBills = async (asked) =>
      ok({
        ...page,
        page: asked,
        bills: [
          serviceBill(),
          { ...failed(), id: '2' },
          serviceBill({ id: '3', billerId: 7, status: '', balanceUpdatedAt: null }),
        ],
      });
    const list = expectOk(await shop.bills.list({ page: 2 }));
    expect(list).toMatchObject(page);
    for (const bill of list.bills) expect(linkedBillSchema.safeParse(bill).error).toBeUndefined();
    expect(list.bills).toMatchObject([
      { id: '8390', billerName: 'CFE', hasExtraData: true },
      { id: '2', status: 'failed', errorCode: 'R2', errorMessage: 'Invalid Account Number' },
      { id: '3', billerName: '7', hasExtraData: false },
    ]);
  });
});

describe('refreshing', () => {
  it('makes somebody’s bill look new, and a walk-in’s payment leaves it all the same', async () => {
    shop.counter.service.refreshBill = async (id) => ok(serviceBill({ id }));
    expectOk(await shop.bills.refresh({ billId: `bill-${ACCOUNT}` }));
    await walkIn(true);
    await shop.counter.advance(120 * MINUTE);
    expect(shop.counter.service.deletedBills).toEqual([]);
  });

  it('of a walk-in’s bill does not keep it', async () => {
    await walkIn(false);
    shop.counter.service.refreshBill = async (id) => ok(serviceBill({ id }));
    expectOk(await shop.bills.refresh({ billId: `bill-${ACCOUNT}` }));
    expect(kept()).toEqual([]);
    await shop.counter.advance(120 * MINUTE);
    expect(shop.counter.service.deletedBills).toEqual([`bill-${ACCOUNT}`]);
  });

  it('answers not-found when the refreshed bill no longer exists', async () => {
    shop.counter.service.refreshBill = missing;
    expect(await shop.bills.refresh({ billId: '1' })).toEqual(
      fail({ kind: 'not-found', what: 'bill' }),
    );
  });

  it('that the biller refuses keeps the service’s words', async () => {
    const problem = {
      kind: 'service-refused',
      httpStatus: 404,
      code: 'R22',
      message: 'x',
    } as const;
    shop.counter.service.refreshBill = async () => fail(problem);
    expect(await shop.bills.refresh({ billId: '1' })).toEqual(fail(problem));
  });
});

describe('extra data', () => {
  it('returns the extra data as labelled rows', async () => {
    shop.counter.service.extraData = async () =>
      ok({ bill: serviceBill(), extra: { kwh: '120.50' } });
    expect(expectOk(await shop.bills.extraData({ billId: '8390' }))).toMatchObject({
      bill: { id: '8390', billerName: 'CFE' },
      rows: [{ label: 'kwh', value: '120.50' }],
    });
  });

  it('answers not-offered without extra data and not-found without the bill', async () => {
    shop.counter.service.extraData = missing;
    shop.counter.service.getBill = async () => ok(serviceBill());
    const none = { kind: 'not-offered', what: 'extra-data' };
    expect(expectProblem(await shop.bills.extraData({ billId: '8390' }))).toEqual(none);
    shop.counter.service.getBill = missing;
    const gone = { kind: 'not-found', what: 'bill' };
    expect(expectProblem(await shop.bills.extraData({ billId: '8390' }))).toEqual(gone);
  });
});

describe('what a bill owes', () => {
  const anew = (changes: Partial<ServiceBill> = {}): void => {
    shop.counter.service.readBillAnew = async () => ok(serviceBill(changes));
  };
  const pay = async (balanceId: string) => {
    const paid = expectOk(
      shop.counter.pay(await shop.counter.order({ account: ACCOUNT, balanceId })),
    );
    await shop.counter.advance(1000);
    return paid;
  };

  it('is what its payment is made by, and the bill stays', async () => {
    anew();
    const balance = expectOk(await shop.bills.balance({ billId: '8390' }));
    expect(balance).toMatchObject({ billerId: 40, accountNumber: ACCOUNT });
    expect(balance.amount).toEqual({ amount: '549.00', currency: 'MXN' });
    await pay(balance.id);
    expect(shop.counter.service.sent[0]?.request.target).toBe('/bills/8390/pay');
    await shop.counter.advance(120 * MINUTE);
    expect(shop.counter.service.deletedBills).toEqual([]);
  });

  it.each(['5548514222', '(554) 851-4222'])(
    'is paid by its number, linked as %s',
    async (written) => {
      shop.counter.billers.set(40, testBiller({ mask: '(999) 999-9999' }));
      anew({ accountNumber: written });
      const balance = expectOk(await shop.bills.balance({ billId: '8390' }));
      expect(balance.accountNumber).toBe('5548514222');
      const account = balance.accountNumber;
      const order = await shop.counter.order({ account, balanceId: balance.id });
      const paid = expectOk(shop.counter.pay(order));
      expect(paid).toMatchObject({ accountNumber: '5548514222', accountShown: '(554) 851-4222' });
      shop.counter.service.listBills = async () => {
        const list = [serviceBill({ accountNumber: written })];
        return ok({ bills: list, page: 1, totalPages: 1, totalBills: 1, hasNext: false });
      };
      expect(expectOk(await shop.bills.list({ page: 1 })).bills).toMatchObject([
        { accountNumber: '5548514222', accountShown: '(554) 851-4222' },
      ]);
    },
  );

  it.each(['0.00', '-20.00'])('is answered as it is: %s', async (amount) => {
    anew({ balance: { amount, currency: 'MXN' } });
    expect(expectOk(await shop.bills.balance({ billId: '8390' })).amount?.amount).toBe(amount);
  });

  it('returns a null amount when the service names no balance', async () => {
    anew({ balance: null });
    expect(expectOk(await shop.bills.balance({ billId: '8390' })).amount).toBeNull();
  });

  it('is not asked of a bill that failed: the service’s reason is', async () => {
    shop.counter.service.readBillAnew = async () => ok(failed());
    expect(await shop.bills.balance({ billId: '8390' })).toEqual(
      fail({
        kind: 'service-refused',
        httpStatus: 422,
        code: 'R2',
        message: 'Invalid Account Number',
      }),
    );
    const unpaid = await shop.counter.prepare({ account: ACCOUNT, balanceId: 'balance-1' });
    expect(expectProblem(unpaid)).toMatchObject({ reason: 'balance-first' });
  });

  it('answers not-found when the bill no longer exists', async () => {
    shop.counter.service.readBillAnew = missing;
    const gone = { kind: 'not-found', what: 'bill' };
    expect(expectProblem(await shop.bills.balance({ billId: '8390' }))).toEqual(gone);
  });

  it('stands in the way of unlinking once a payment of it is not known', async () => {
    anew();
    shop.counter.service.fates.push({ arrives: null, answers: null });
    shop.counter.service.lookUpFates.push(...Array.from({ length: 500 }, () => 'failed' as const));
    const paid = await pay(expectOk(await shop.bills.balance({ billId: '8390' })).id);
    await shop.counter.advance(2 * MINUTE);
    expect(shop.counter.get(paid.id).state).toBe('unknown');
    const held = { kind: 'held', paymentId: paid.id };
    expect(expectProblem(await shop.bills.unlink({ billId: '8390' }))).toEqual(held);
    expect(shop.counter.service.deletedBills).toEqual([]);
    expect(kept()).toEqual(['8390']);
  });
});
