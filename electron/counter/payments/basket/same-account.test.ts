import { expect, it } from 'vitest';
import { ANA, expectOk } from '../testing/index.ts';
import { createBasketCounter } from './basket-calls.fixture.ts';

/** In version 3.3 a walk-in bill is deleted once it is paid. */

const at = createBasketCounter('v3.3');
const ACCOUNT = '501000000007';

async function prepareOrder(amount: string) {
  const pendingBalance = at.counter.payments.consult(
    { billerId: 40, accountNumber: ACCOUNT, nameOnAccount: null },
    ANA,
  );
  await at.counter.advance(10);
  const balance = expectOk(await pendingBalance);
  return await at.counter.order({ amount, account: ACCOUNT, balanceId: balance.id });
}

/** Numbers the bills of the fake service: a consultation creates one, a deletion removes it. */
function numberBills(): void {
  let bills = 0;
  const { consult, deleteBill } = at.counter.service;
  let isThere = false;
  at.counter.service.consult = async (account) => {
    if (!isThere) bills += 1;
    at.counter.service.consultResult = { billId: `bill-${bills}`, billExistedBefore: isThere };
    isThere = true;
    return consult(account);
  };
  at.counter.service.deleteBill = async (billId) => {
    const answer = await deleteBill(billId);
    isThere = false;
    return answer;
  };
}

it('pays an account twice with two bills, and consults for the second after the first is deleted', async () => {
  numberBills();
  at.add(await prepareOrder('100.00'));
  const { id } = at.add(await prepareOrder('50.00'));
  at.pay(id, '150.00');
  await at.counter.advance(5000);
  expect(at.states(at.getBasket(id))).toEqual(['paid', 'paid']);
  expect(at.counter.service.sentRequests.map(({ request }) => request.target)).toEqual([
    '/bills/bill-1/pay',
    '/bills/bill-2/pay',
  ]);
  expect(at.counter.service.deletedBills).toEqual(['bill-1', 'bill-2']);
});

it('stops the basket if the balance of the second item has changed', async () => {
  numberBills();
  at.counter.billers.set(40, { ...getBiller(), supportsPartialPayment: false });
  at.add(await prepareOrder('549.00'));
  const { id } = at.add(await prepareOrder('549.00'));
  at.pay(id, '1098.00');
  const { consult } = at.counter.service;
  at.counter.service.consult = async (account) => {
    const answer = await consult(account);
    return answer.ok
      ? { ok: true, value: { ...answer.value, amount: { amount: '0.00', currency: 'MXN' } } }
      : answer;
  };
  await at.counter.advance(5000);
  expect(at.getBasket(id)).toMatchObject({
    state: 'waiting',
    stoppedBy: { kind: 'basket', reason: 'changed' },
  });
  expect(at.counter.service.sentRequests).toHaveLength(1);
});

function getBiller() {
  const biller = at.counter.billers.get(40);
  if (biller === undefined) throw new Error('no biller');
  return biller;
}
