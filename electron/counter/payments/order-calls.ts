import {
  type Cashier,
  type DrawerShortage,
  fail,
  type Order,
  ok,
  type Result,
} from '../../../shared/contract/index.ts';
import type { PreparedOrder } from './order/index.ts';
import type { PaymentParts } from './payment-parts.ts';
import type { PaymentPorts, Payments } from './types.ts';

/** The queries before a payment, and the orders that are not paid yet. No money moves here. */
export function createOrderCalls(
  ports: PaymentPorts,
  parts: PaymentParts,
): Pick<
  Payments,
  | 'consult'
  | 'checkAccount'
  | 'checkTopUp'
  | 'prepare'
  | 'approveShortDrawer'
  | 'saveBalance'
  | 'findPreparedOrder'
> {
  const { balances, consultations, orders, preparation, warnings } = parts;
  const { catchStorageError, catchStorageErrorAsync } = parts.reader;

  /**
   * The warning of a cash-out above the expected cash. The cashier reads the sum of the drawer in
   * it, which a count must not know: that is audited.
   */
  function listDrawerWarnings(order: Order, cashier: Cashier): DrawerShortage[] {
    if (order.kind !== 'cash-out') return [];
    const check = ports.cash.checkCanHandOutCash(cashier.id, order.due, null);
    if (check.ok || check.problem.kind !== 'drawer-short') return [];
    const { available, missing } = check.problem;
    ports.database.commit(() =>
      ports.audit.recordInTransaction({
        kind: 'short-drawer-shown',
        by: cashier,
        detail: { ...toAuditFacts(order), available, missing },
      }),
    );
    return [check.problem];
  }

  /** The cashier's order with its warning that the drawer is short. */
  function findShortOrder(
    orderId: string,
    cashier: Cashier,
  ): Result<{ readonly prepared: PreparedOrder; readonly warning: DrawerShortage }> {
    const prepared = orders.get(orderId);
    if (prepared?.cashierId !== cashier.id) return fail({ kind: 'not-found', what: 'order' });
    const warning = prepared.order.warnings.find(({ kind }) => kind === 'drawer-short');
    return warning?.kind === 'drawer-short'
      ? ok({ prepared, warning })
      : fail({ kind: 'not-found', what: 'order' });
  }

  return {
    consult: (input) => catchStorageErrorAsync(() => consultations.consult(input)),
    checkAccount: (input) => catchStorageError(() => consultations.checkAccount(input)),
    checkTopUp: (input) => catchStorageErrorAsync(() => consultations.checkTopUp(input)),
    prepare: (input, cashier) =>
      catchStorageErrorAsync(async () => {
        const drawer = ports.cash.checkCanTakeMoney(cashier.id);
        if (!drawer.ok) return drawer;
        const prepared = await preparation.prepare(input, cashier);
        if (!prepared.ok) return prepared;
        const { order: base } = prepared.value;
        const order = {
          ...base,
          warnings: [
            ...base.warnings,
            ...warnings(base, cashier),
            ...listDrawerWarnings(base, cashier),
          ],
        };
        orders.set(order.id, { ...prepared.value, order });
        return ok(order);
      }),
    approveShortDrawer: async ({ orderId, reason, approval }, cashier) => {
      const before = catchStorageError(() => findShortOrder(orderId, cashier));
      if (!before.ok) return before;
      const approver = await ports.approve('approve-short-drawer', approval);
      if (!approver.ok) return approver;
      return catchStorageError(() => {
        // The order may have ended while the PIN was checked.
        const short = findShortOrder(orderId, cashier);
        if (!short.ok) return short;
        const { prepared, warning } = short.value;
        const { available, missing } = warning;
        ports.database.commit(() =>
          ports.audit.recordInTransaction({
            kind: 'short-drawer-approved',
            by: cashier,
            approvedBy: approver.value,
            detail: { ...toAuditFacts(prepared.order), available, missing, reason },
          }),
        );
        const drawerApproval = { approverId: approver.value.id, reason, available };
        orders.set(orderId, { ...prepared, drawerApproval });
        return ok(prepared.order);
      });
    },
    saveBalance: ({ balance, billId, isSavedBill }) => {
      const service = ports.service();
      if (service) balances.save({ balance, service, billId, isSavedBill });
      ports.customers?.cacheAccountHolder(balance);
    },
    findPreparedOrder: (orderId, cashier) => {
      const prepared = orders.get(orderId);
      return prepared?.cashierId === cashier.id ? prepared.order : null;
    },
  };
}

/** The fields of the order that the audit log shows to an owner. */
function toAuditFacts({ biller, amount }: Order): Readonly<Record<string, unknown>> {
  return { billerName: biller.name, amount };
}
