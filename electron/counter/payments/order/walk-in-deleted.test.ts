import { describe, expect, it } from 'vitest';
import { ANA, expectOk } from '../testing/index.ts';
import { MINUTE, orderingCounter } from './order-preparation.fixture.ts';

const at = orderingCounter('v3.3');
const { use, consult, prepare } = at;

describe('a walk-in in version 3.3', () => {
  const bills = () =>
    at.counter.rows('SELECT bill_id, deleted_at IS NOT NULL AS gone FROM walk_in_bills');

  it('pays the bill that the look-up made, and it is deleted once it is paid', async () => {
    const balance = expectOk(await consult());
    const order = expectOk(await prepare({ balanceId: balance.id }));
    expectOk(at.counter.pay(order));
    expect(at.counter.service.sent[0]?.request.target).toBe('/bills/bill-501000000007/pay');
    expect(at.counter.service.deletedBills).toEqual([]);
    await at.counter.advance(1000);
    expect(at.counter.service.deletedBills).toEqual(['bill-501000000007']);
    expect(bills()).toEqual([{ bill_id: 'bill-501000000007', gone: 1 }]);
  });

  it('gets a bill where the biller has no balance to look up', async () => {
    use({ canCheckBalance: false });
    expectOk(at.counter.pay(expectOk(await prepare())));
    expect(at.counter.service.sent[0]?.request.target).toBe('/bills/bill-501000000007/pay');
  });

  it('leaves without paying: the bill goes later, and a failed deletion is tried again', async () => {
    expectOk(await consult());
    at.counter.service.deletionFails = true;
    await at.counter.advance(55 * MINUTE);
    expect(bills()).toEqual([{ bill_id: 'bill-501000000007', gone: 0 }]);
    at.counter.service.deletionFails = false;
    await at.counter.advance(20 * MINUTE);
    expect(bills()).toEqual([{ bill_id: 'bill-501000000007', gone: 1 }]);
  });

  it('keeps a bill that the next customer is given while others are being deleted', async () => {
    const look = async (accountNumber: string): Promise<void> => {
      const looking = at.counter.payments.consult(
        { billerId: 40, accountNumber, nameOnAccount: null },
        ANA,
      );
      await at.counter.advance(5);
      expectOk(await looking);
    };
    const begun = at.counter.clock.now();
    for (const account of ['501000000001', '501000000002', '501000000003']) await look(account);
    // The sweep is due: it has begun with the first of the three.
    await at.counter.advance(50 * MINUTE + 1 - (at.counter.clock.now() - begun));
    expect(at.counter.service.deletedBills).toEqual([]);
    await look('501000000003');
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

  it('keeps the bills of a shop that wants them', async () => {
    at.counter.settings.keepWalkInBills = true;
    const balance = expectOk(await consult());
    expectOk(at.counter.pay(expectOk(await prepare({ balanceId: balance.id }))));
    await at.counter.advance(120 * MINUTE);
    expect(at.counter.service.deletedBills).toEqual([]);
    expect(bills()).toEqual([]);
  });

  it('is not held up by a ledger that cannot remember the bill', async () => {
    at.counter.fault = () => {
      throw new Error('broken');
    };
    expectOk(await consult());
  });
});
