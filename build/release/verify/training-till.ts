import { setTimeout as pause } from 'node:timers/promises';
import { openTestSession } from '../../../electron/shell/browser/testing.ts';
import { billerKindSchema } from '../../../shared/contract/index.ts';
import { openPage, type TillPage } from '../../../tests/faults/support/real-till.ts';

/** Signs a cashier in at a training till, waits for its biller lists, and returns its page. */
export async function signIn(address: string): Promise<TillPage> {
  const page = await openPage(address, await openTestSession(address));
  await page.get('staff.signIn', { cashierId: 'ana', pin: '1111' });
  for (;;) {
    const { lists, refreshing } = await page.get('catalog.state', {});
    const isFetched = billerKindSchema.options.every((kind) =>
      lists.some((list) => list.kind === kind && list.refreshedAt !== null),
    );
    if (isFetched && refreshing === null) return page;
    await pause(50);
  }
}

/** Pays a bill of 150 pesos, and returns the id of the payment when it is paid. */
export async function payOneBill(page: TillPage): Promise<string> {
  const [match] = await page.get('catalog.search', {
    text: 'telmex',
    kinds: ['utility'],
    limit: 1,
  });
  if (match === undefined) throw new Error('the training service has no Telmex');
  const order = await page.get('payments.prepare', {
    kind: 'bill',
    billerId: match.biller.id,
    accountNumber: '5512345678',
    nameOnAccount: null,
    amount: { amount: '150.00', currency: 'MXN' },
    balanceId: null,
  });
  const sentPayment = await page.get('payments.pay', {
    orderId: order.id,
    cash: order.due,
    acknowledged: [],
  });
  for (;;) {
    const payment = await page.get('payments.get', { paymentId: sentPayment.id });
    if (payment.state === 'paid') return payment.id;
    if (payment.state !== 'sending') throw new Error(`the payment became ${payment.state}`);
    await pause(50);
  }
}
