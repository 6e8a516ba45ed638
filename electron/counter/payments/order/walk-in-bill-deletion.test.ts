import { describe, expect, it } from 'vitest';
import { ANA, expectOk } from '../testing/index.ts';
import { createOrderingCounter, MINUTE } from './order-preparation.fixture.ts';

const at = createOrderingCounter('v3.3');
const { use, consult, prepare } = at;

describe('a walk-in in version 3.3', () => {
  const listBills = () =>
    at.counter.rows('SELECT bill_id, deleted_at IS NOT NULL AS gone FROM walk_in_bills');

  it('pays the bill that the consultation created, and deletes it once it is paid', async () => {
    const balance = expectOk(await consult());
    const order = expectOk(await prepare({ balanceId: balance.id }));
    expectOk(at.counter.pay(order));
    expect(at.counter.service.sentRequests[0]?.request.target).toBe('/bills/bill-501000000007/pay');
    expect(at.counter.service.deletedBills).toEqual([]);
    await at.counter.advance(1000);
    expect(at.counter.service.deletedBills).toEqual(['bill-501000000007']);
    expect(listBills()).toEqual([{ bill_id: 'bill-501000000007', gone: 1 }]);
  });

  it('creates a bill at the service for a biller without balances', async () => {
    use({ canCheckBalance: false });
    expectOk(at.counter.pay(expectOk(await prepare())));
    expect(at.counter.service.sentRequests[0]?.request.target).toBe('/bills/bill-501000000007/pay');
  });

  it('deletes an unpaid bill later, and retries a failed deletion', async () => {
    expectOk(await consult());
    at.counter.service.deletionFails = true;
    await at.counter.advance(55 * MINUTE);
    expect(listBills()).toEqual([{ bill_id: 'bill-501000000007', gone: 0 }]);
    at.counter.service.deletionFails = false;
    await at.counter.advance(20 * MINUTE);
    expect(listBills()).toEqual([{ bill_id: 'bill-501000000007', gone: 1 }]);
  });

  it('keeps a bill that a new consultation returns while other bills are being deleted', async () => {
    const consultAccount = async (accountNumber: string): Promise<void> => {
      const pendingBalance = at.counter.payments.consult(
        { billerId: 40, accountNumber, nameOnAccount: null },
        ANA,
      );
      await at.counter.advance(5);
      expectOk(await pendingBalance);
    };
    const startedAt = at.counter.clock.now();
    for (const account of ['501000000001', '501000000002', '501000000003'])
      await consultAccount(account);
    // The sweep is due, and has started to delete the first of the three.
    await at.counter.advance(50 * MINUTE + 1 - (at.counter.clock.now() - startedAt));
    expect(at.counter.service.deletedBills).toEqual([]);
    await consultAccount('501000000003');
    await at.counter.advance(1000);
    expect(at.counter.service.deletedBills).toEqual(['bill-501000000001', 'bill-501000000002']);
  });

  it('keeps the bill while its payment is not resolved', async () => {
    const balance = expectOk(await consult());
    at.counter.service.fates.push({ arrives: null, answers: null });
    at.counter.service.lookUpFates.push(...Array.from({ length: 500 }, () => 'failed' as const));
    expectOk(at.counter.pay(expectOk(await prepare({ balanceId: balance.id }))));
    await at.counter.advance(120 * MINUTE);
    expect(at.counter.service.deletedBills).toEqual([]);
    at.counter.service.lookUpFates.length = 0;
    await at.counter.advance(10 * MINUTE);
    expect(at.counter.service.deletedBills).toEqual(['bill-501000000007']);
  });

  it('keeps walk-in bills if the setting asks for it', async () => {
    at.counter.settings.keepWalkInBills = true;
    const balance = expectOk(await consult());
    expectOk(at.counter.pay(expectOk(await prepare({ balanceId: balance.id }))));
    await at.counter.advance(120 * MINUTE);
    expect(at.counter.service.deletedBills).toEqual([]);
    expect(listBills()).toEqual([]);
  });

  it('returns the balance although the bill cannot be recorded', async () => {
    at.counter.fault = () => {
      throw new Error('broken');
    };
    expectOk(await consult());
  });
});
