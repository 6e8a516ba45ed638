import { ok } from '../../../shared/contract/index.ts';
import type { PaymentParts } from './payment-parts.ts';
import type { PaymentPorts, Payments } from './types.ts';

/** The queries before a payment, and the orders that are not paid yet. No money moves here. */
export function createOrderCalls(
  ports: PaymentPorts,
  parts: PaymentParts,
): Pick<
  Payments,
  'consult' | 'checkAccount' | 'checkTopUp' | 'prepare' | 'saveBalance' | 'findPreparedOrder'
> {
  const { balances, consultations, orders, preparation, warnings } = parts;
  const { withStorage, withStorageAsync } = parts.reader;
  return {
    consult: (input) => withStorageAsync(() => consultations.consult(input)),
    checkAccount: (input) => withStorage(() => consultations.checkAccount(input)),
    checkTopUp: (input) => withStorageAsync(() => consultations.checkTopUp(input)),
    prepare: (input, cashier) =>
      withStorageAsync(async () => {
        const drawer = ports.cash.canTakeMoney(cashier.id);
        if (!drawer.ok) return drawer;
        const prepared = await preparation.prepare(input, cashier);
        if (!prepared.ok) return prepared;
        const { order: base } = prepared.value;
        const order = { ...base, warnings: [...base.warnings, ...warnings(base, cashier)] };
        orders.set(order.id, { ...prepared.value, order });
        return ok(order);
      }),
    saveBalance: ({ balance, billId, isSavedBill }) => {
      const service = ports.service();
      if (service) balances.save({ balance, service, billId, isSavedBill });
      ports.customers?.rememberName(balance);
    },
    findPreparedOrder: (orderId, cashier) => {
      const prepared = orders.get(orderId);
      return prepared?.cashierId === cashier.id ? prepared.order : null;
    },
  };
}
