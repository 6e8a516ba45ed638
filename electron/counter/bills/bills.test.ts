import { describe, expect, it } from 'vitest';
import { fail, linkedBillSchema, ok } from '../../../shared/contract/index.ts';
import type { ServiceBill } from '../../service/index.ts';
import { ANA, createTestBiller, expectOk, expectProblem } from '../payments/testing/index.ts';
import {
  ACCOUNT,
  createBillShop,
  createFailedBill,
  createServiceBill,
  MINUTE,
  rejectMissingBill,
} from './bills.fixture.ts';

const shop = createBillShop();
const { openCounter, linkBill, listSavedBillIds, consultAsWalkIn } = shop;

describe('bill calls without bills or service', () => {
  const callAll = (): Promise<unknown>[] => [
    shop.bills.list({ page: 1 }),
    linkBill(),
    shop.bills.refresh({ billId: '8390' }),
    shop.bills.extraData({ billId: '8390' }),
    shop.bills.unlink({ billId: '8390' }),
    shop.bills.balance({ billId: '8390' }),
  ];

  it('answers not-offered to every bill call in a version without bills', async () => {
    shop.counter.close();
    openCounter('v1.6');
    for (const answer of await Promise.all(callAll())) {
      expect(answer).toEqual(fail({ kind: 'not-offered', what: 'linked-bills' }));
    }
  });

  it('answers not-connected to every bill call without a service', async () => {
    shop.counter.isServiceAvailable = false;
    for (const answer of await Promise.all(callAll())) {
      expect(answer).toEqual(fail({ kind: 'not-connected', reason: 'not-ready' }));
    }
  });
});

describe('changed bill at the service', () => {
  it('reads a changed bill again if it is saved, and ignores other bills', async () => {
    const { id } = createServiceBill();
    shop.counter.service.refreshBill = async () => ok(createServiceBill());
    expectOk(await shop.bills.refresh({ billId: id }));
    expect(listSavedBillIds()).toEqual([id]);
    const requestedIds: string[] = [];
    shop.counter.service.getBill = async (billId) => {
      requestedIds.push(billId);
      return ok(createServiceBill({ id: billId }));
    };
    shop.changedBillIds.length = 0;
    expect(await shop.bills.refreshIfSaved(id)).toMatchObject({ ok: true });
    expect(await shop.bills.refreshIfSaved('another')).toMatchObject({ ok: true });
    expect([requestedIds, shop.changedBillIds]).toEqual([[id], [id]]);
    // A deleted bill needs no retry; a service that does not answer does.
    shop.counter.service.getBill = rejectMissingBill;
    expect(await shop.bills.refreshIfSaved(id)).toMatchObject({ ok: true });
    shop.counter.isServiceAvailable = false;
    expect(await shop.bills.refreshIfSaved(id)).toMatchObject({ ok: false });
  });
});

describe('the list', () => {
  it('lists bills with biller names, and failed bills with the reason', async () => {
    shop.counter.billers.set(40, createTestBiller({ hasExtraData: true }));
    const page = { page: 2, totalPages: 3, totalBills: 250, hasNext: true };
    shop.counter.service.listBills = async (requestedPage) =>
      ok({
        ...page,
        page: requestedPage,
        bills: [
          createServiceBill(),
          { ...createFailedBill(), id: '2' },
          createServiceBill({ id: '3', billerId: 7, status: '', balanceUpdatedAt: null }),
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
  it('saves a refreshed bill, so that a later walk-in payment does not delete it', async () => {
    shop.counter.service.refreshBill = async (id) => ok(createServiceBill({ id }));
    expectOk(await shop.bills.refresh({ billId: `bill-${ACCOUNT}` }));
    await consultAsWalkIn(true);
    await shop.counter.advance(120 * MINUTE);
    expect(shop.counter.service.deletedBills).toEqual([]);
  });

  it('does not save a walk-in bill when it is refreshed', async () => {
    await consultAsWalkIn(false);
    shop.counter.service.refreshBill = async (id) => ok(createServiceBill({ id }));
    expectOk(await shop.bills.refresh({ billId: `bill-${ACCOUNT}` }));
    expect(listSavedBillIds()).toEqual([]);
    await shop.counter.advance(120 * MINUTE);
    expect(shop.counter.service.deletedBills).toEqual([`bill-${ACCOUNT}`]);
  });

  it('reads a bill without a refresh if its biller reports no balance', async () => {
    shop.counter.billers.set(40, createTestBiller({ canCheckBalance: false }));
    shop.counter.service.refreshBill = async () => expect.unreachable();
    shop.counter.service.readCurrentBill = async () => expect.unreachable();
    shop.counter.service.getBill = async (id) => ok(createServiceBill({ id, balance: null }));
    expect(await shop.bills.refresh({ billId: '8390' })).toMatchObject({ value: { id: '8390' } });
    expect(await shop.bills.balance({ billId: '8390' })).toMatchObject({ ok: true });
  });

  it('answers not-found when the refreshed bill no longer exists', async () => {
    shop.counter.service.refreshBill = rejectMissingBill;
    expect(await shop.bills.refresh({ billId: '1' })).toEqual(
      fail({ kind: 'not-found', what: 'bill' }),
    );
  });

  it('returns the code and message of the service when the biller refuses a refresh', async () => {
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
    shop.counter.service.readExtraData = async () =>
      ok({ bill: createServiceBill(), extra: { kwh: '120.50' } });
    expect(expectOk(await shop.bills.extraData({ billId: '8390' }))).toMatchObject({
      bill: { id: '8390', billerName: 'CFE' },
      rows: [{ label: 'kwh', value: '120.50' }],
    });
  });

  it('answers not-offered without extra data and not-found without the bill', async () => {
    shop.counter.service.readExtraData = rejectMissingBill;
    shop.counter.service.getBill = async () => ok(createServiceBill());
    const notOffered = { kind: 'not-offered', what: 'extra-data' };
    expect(expectProblem(await shop.bills.extraData({ billId: '8390' }))).toEqual(notOffered);
    shop.counter.service.getBill = rejectMissingBill;
    const notFound = { kind: 'not-found', what: 'bill' };
    expect(expectProblem(await shop.bills.extraData({ billId: '8390' }))).toEqual(notFound);
  });
});

describe('balance of a bill', () => {
  const setBillBalance = (changes: Partial<ServiceBill> = {}): void => {
    shop.counter.service.readCurrentBill = async () => ok(createServiceBill(changes));
  };
  const pay = async (balanceId: string) => {
    const payment = expectOk(
      shop.counter.pay(await shop.counter.order({ account: ACCOUNT, balanceId })),
    );
    await shop.counter.advance(1000);
    return payment;
  };

  it('pays a saved bill by its balance and does not delete the bill', async () => {
    setBillBalance();
    const balance = expectOk(await shop.bills.balance({ billId: '8390' }));
    expect(balance).toMatchObject({ billerId: 40, accountNumber: ACCOUNT });
    expect(balance.amount).toEqual({ amount: '549.00', currency: 'MXN' });
    await pay(balance.id);
    expect(shop.counter.service.sentRequests[0]?.request.target).toBe('/bills/8390/pay');
    await shop.counter.advance(120 * MINUTE);
    expect(shop.counter.service.deletedBills).toEqual([]);
  });

  it.each(['5548514222', '(554) 851-4222'])(
    'pays a bill by its plain account number if it was linked as %s',
    async (linkedNumber) => {
      shop.counter.billers.set(40, createTestBiller({ mask: '(999) 999-9999' }));
      setBillBalance({ accountNumber: linkedNumber });
      const balance = expectOk(await shop.bills.balance({ billId: '8390' }));
      expect(balance.accountNumber).toBe('5548514222');
      const account = balance.accountNumber;
      const order = await shop.counter.order({ account, balanceId: balance.id });
      const payment = expectOk(shop.counter.pay(order));
      expect(payment).toMatchObject({
        accountNumber: '5548514222',
        accountShown: '(554) 851-4222',
      });
      shop.counter.service.listBills = async () => {
        const list = [createServiceBill({ accountNumber: linkedNumber })];
        return ok({ bills: list, page: 1, totalPages: 1, totalBills: 1, hasNext: false });
      };
      expect(expectOk(await shop.bills.list({ page: 1 })).bills).toMatchObject([
        { accountNumber: '5548514222', accountShown: '(554) 851-4222' },
      ]);
    },
  );

  it.each(['0.00', '-20.00'])('returns the balance %s unchanged', async (amount) => {
    setBillBalance({ balance: { amount, currency: 'MXN' } });
    expect(expectOk(await shop.bills.balance({ billId: '8390' })).amount?.amount).toBe(amount);
  });

  it('returns a null amount when the service names no balance', async () => {
    setBillBalance({ balance: null });
    expect(expectOk(await shop.bills.balance({ billId: '8390' })).amount).toBeNull();
  });

  describe('without a currency', () => {
    const withoutCurrency = { balance: { amount: '549.00', currency: '' } };

    it.each([
      ['the biller’s', 'COP', 'USD', 'COP'],
      ['the account’s', '', 'USD', 'USD'],
    ])('takes %s currency, and demands the whole', async (_, biller, account, currency) => {
      const changes = { currency: biller, supportsPartialPayment: false };
      shop.counter.billers.set(40, createTestBiller(changes));
      shop.counter.settings.accountCurrency = account;
      shop.counter.rates.perUsd = { MXN: '20.00', COP: '4000', USD: '1' };
      shop.counter.rates.fetchedAt = '2026-01-15T11:30:00.000Z';
      setBillBalance(withoutCurrency);
      const balance = expectOk(await shop.bills.balance({ billId: '8390' }));
      expect(balance.amount).toEqual({ amount: '549.00', currency });
      const prepare = async (amount: string) => {
        const preparing = shop.counter.payments.prepare(
          {
            kind: 'bill',
            billerId: 40,
            accountNumber: ACCOUNT,
            nameOnAccount: null,
            amount: { amount, currency },
            balanceId: balance.id,
          },
          ANA,
        );
        await shop.counter.advance(100);
        return preparing;
      };
      expect(expectProblem(await prepare('10.00'))).toMatchObject({ reason: 'not-the-balance' });
      expect(expectOk(await prepare('549.00')).amount).toEqual({ amount: '549.00', currency });
    });

    it('shows a bill without a currency in that currency in the list', async () => {
      shop.counter.service.listBills = async () => {
        const bills = [createServiceBill(withoutCurrency)];
        return ok({ bills, page: 1, totalPages: 1, totalBills: 1, hasNext: false });
      };
      const [bill] = expectOk(await shop.bills.list({ page: 1 })).bills;
      expect(bill?.balance).toEqual({ amount: '549.00', currency: 'MXN' });
    });

    it('rejects a payment while no currency is known', async () => {
      shop.counter.billers.set(40, createTestBiller({ currency: '' }));
      shop.counter.settings.accountCurrency = null;
      setBillBalance(withoutCurrency);
      expect(expectProblem(await shop.bills.balance({ billId: '8390' }))).toMatchObject({
        kind: 'biller-unusable',
        reason: 'no-currency',
      });
    });
  });

  it('does not pay a bill that is due as a whole while the service fetches its balance', async () => {
    shop.counter.billers.set(40, createTestBiller({ supportsPartialPayment: false }));
    setBillBalance({ balance: null, status: 'fetching' });
    expect(expectProblem(await shop.bills.balance({ billId: '8390' }))).toMatchObject({
      reason: 'balance-first',
    });
    const unpaid = await shop.counter.prepare({ account: ACCOUNT, amount: '10.00' });
    expect(expectProblem(unpaid)).toMatchObject({ reason: 'balance-first' });
  });

  it('returns the refusal of the service instead of a balance for a failed bill', async () => {
    shop.counter.service.readCurrentBill = async () => ok(createFailedBill());
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
    shop.counter.service.readCurrentBill = rejectMissingBill;
    const notFound = { kind: 'not-found', what: 'bill' };
    expect(expectProblem(await shop.bills.balance({ billId: '8390' }))).toEqual(notFound);
  });

  it('refuses to unlink a bill while its payment is unknown', async () => {
    setBillBalance();
    shop.counter.service.fates.push({ arrives: null, answers: null });
    shop.counter.service.lookUpFates.push(...Array.from({ length: 500 }, () => 'failed' as const));
    const payment = await pay(expectOk(await shop.bills.balance({ billId: '8390' })).id);
    await shop.counter.advance(2 * MINUTE);
    expect(shop.counter.get(payment.id).state).toBe('unknown');
    const heldProblem = { kind: 'held', paymentId: payment.id };
    expect(expectProblem(await shop.bills.unlink({ billId: '8390' }))).toEqual(heldProblem);
    expect(shop.counter.service.deletedBills).toEqual([]);
    expect(listSavedBillIds()).toEqual(['8390']);
  });
});
