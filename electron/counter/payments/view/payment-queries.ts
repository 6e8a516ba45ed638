import { ok, type Payment } from '../../../../shared/contract/index.ts';
import {
  listPaymentsAwaitingCashHandOver,
  listPaymentsMissingGiftCardCode,
  listPaymentsWithoutOutcome,
  listPaymentsWithUnseenOutcome,
} from '../../../ledger/index.ts';
import { listRecentPayments, readPayments } from '../rows/index.ts';
import type { PaymentPorts, Payments } from '../types.ts';
import type { PaymentReader } from './payment-reader.ts';

/** The read calls for payments. */
export function createPaymentQueries(
  { database }: Pick<PaymentPorts, 'database'>,
  { find, toView, toViews, readView, catchStorageError }: PaymentReader,
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
      ...listPaymentsWithUnseenOutcome(database),
      ...listPaymentsMissingGiftCardCode(database).filter(({ outcome }) => outcome.seenAt !== null),
    ]
      .map(toView)
      .filter(({ toConfirm, handOver }) => toConfirm !== 'none' && !isHandOverDue(handOver));

  return {
    findUnseen: (paymentId) => {
      const record = find(paymentId);
      return record.ok && record.value.outcome.seenAt === null ? toView(record.value) : null;
    },
    getView: (paymentId) => catchStorageError(() => readView(paymentId)),
    listViews: (ids) => toViews(readPayments(database, ids)),
    get: ({ paymentId }) => catchStorageError(() => readView(paymentId)),
    recent: ({ limit }) =>
      catchStorageError(() => ok(toViews(listRecentPayments(database, limit)))),
    current: (_input, cashier) =>
      catchStorageError(() => {
        const unseen = listPaymentsWithUnseenOutcome(database)
          .filter(({ intent }) => intent.cashierId === cashier.id)
          .map(toView);
        // One whose outcome is to be confirmed is announced instead: the cashier may have the next
        // customer.
        return ok(unseen.findLast(({ toConfirm }) => toConfirm === 'none') ?? null);
      }),
    unresolved: () =>
      catchStorageError(() =>
        ok([
          ...[
            ...listPaymentsWithoutOutcome(database),
            ...listPaymentsAwaitingCashHandOver(database),
          ].map(toView),
          ...listToConfirm(),
        ]),
      ),
    countUnresolved: () =>
      listPaymentsWithoutOutcome(database).length +
      listPaymentsAwaitingCashHandOver(database).length +
      listToConfirm().length,
  };
}

function isHandOverDue(handOver: Payment['handOver']): boolean {
  return handOver === 'now' || handOver === 'paper-first';
}
