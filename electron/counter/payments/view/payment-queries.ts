import { ok, type Payment } from '../../../../shared/contract/index.ts';
import {
  listOpenPayments,
  listPaymentsMissingCode,
  listPaymentsToHandOver,
  listUnseenPayments,
} from '../../../ledger/index.ts';
import { listRecentPayments, readPayments } from '../rows/index.ts';
import type { PaymentPorts, Payments } from '../types.ts';
import type { PaymentReader } from './payment-reader.ts';

/** The read calls for payments. */
export function createPaymentQueries(
  { database }: Pick<PaymentPorts, 'database'>,
  { find, toView, toViews, readView, withStorage }: PaymentReader,
): Pick<
  Payments,
  | 'findUnseen'
  | 'getView'
  | 'listViews'
  | 'get'
  | 'recent'
  | 'current'
  | 'unresolved'
  | 'countUnresolved'
> {
  /** The payments to confirm that have no money to hand over, oldest first. */
  const listToConfirm = (): Payment[] =>
    [
      ...listUnseenPayments(database),
      ...listPaymentsMissingCode(database).filter(({ outcome }) => outcome.seenAt !== null),
    ]
      .map(toView)
      .filter(({ toConfirm, handOver }) => toConfirm !== 'none' && !isHandOverDue(handOver));

  return {
    findUnseen: (paymentId) => {
      const record = find(paymentId);
      return record.ok && record.value.outcome.seenAt === null ? toView(record.value) : null;
    },
    getView: (paymentId) => withStorage(() => readView(paymentId)),
    listViews: (ids) => toViews(readPayments(database, ids)),
    get: ({ paymentId }) => withStorage(() => readView(paymentId)),
    recent: ({ limit }) => withStorage(() => ok(toViews(listRecentPayments(database, limit)))),
    current: (_input, cashier) =>
      withStorage(() => {
        const unseen = listUnseenPayments(database)
          .filter(({ intent }) => intent.cashierId === cashier.id)
          .map(toView);
        // One whose outcome is to be confirmed is announced instead: the cashier may have the next
        // customer.
        return ok(unseen.findLast(({ toConfirm }) => toConfirm === 'none') ?? null);
      }),
    unresolved: () =>
      withStorage(() =>
        ok([
          ...[...listOpenPayments(database), ...listPaymentsToHandOver(database)].map(toView),
          ...listToConfirm(),
        ]),
      ),
    countUnresolved: () =>
      listOpenPayments(database).length +
      listPaymentsToHandOver(database).length +
      listToConfirm().length,
  };
}

function isHandOverDue(handOver: Payment['handOver']): boolean {
  return handOver === 'now' || handOver === 'paper-first';
}
