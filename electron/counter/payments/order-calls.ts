import { ok } from '../../../shared/contract/index.ts';
import type { PaymentParts } from './payment-parts.ts';
import type { PaymentPorts, Payments } from './types.ts';

/** What is asked before a payment, and the order that waits to be paid. No money moves here. */
export function createOrderCalls(
  ports: PaymentPorts,
  parts: PaymentParts,
): Pick<
  Payments,
  'consult' | 'checkAccount' | 'checkTopUp' | 'prepare' | 'keepBalance' | 'prepared'
> {
  const { balances, consultations, orders, preparation, warnings } = parts;
  const { withStorage, withStorageAsync } = parts.reading;
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
        const { order: made } = prepared.value;
        const order = { ...made, warnings: [...made.warnings, ...warnings(made, cashier)] };
        orders.set(order.id, { ...prepared.value, order });
        return ok(order);
      }),
    keepBalance: ({ balance, billId, isKept }) => {
      const service = ports.service();
      if (service) balances.save({ balance, service, billId, isKept });
      ports.customers?.rememberName(balance);
    },
    prepared: (orderId, cashier) => {
      const kept = orders.get(orderId);
      return kept?.cashierId === cashier.id ? kept.order : null;
    },
  };
}
