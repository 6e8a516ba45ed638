import { fail, ok } from '../../../../shared/contract/index.ts';
import { listOpenPayments, listPendingHandOvers } from '../../../ledger/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import {
  findNewestUnseenPayment,
  listRecentPayments,
  markSeen,
  readPayments,
} from '../rows/index.ts';
import type { PaymentPorts, Payments } from '../types.ts';
import type { PaymentReader } from './payment-reader.ts';

/** The read calls for payments, and the call that marks a result as seen. */
export function createPaymentQueries(
  { database, clock }: Pick<PaymentPorts, 'database' | 'clock'>,
  { find, toView, toViews, readView, withStorage }: PaymentReader,
): Pick<
  Payments,
  | 'findUnseen'
  | 'getView'
  | 'listViews'
  | 'get'
  | 'recent'
  | 'current'
  | 'acknowledge'
  | 'unresolved'
  | 'countUnresolved'
> {
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
        const record = findNewestUnseenPayment(database, cashier.id);
        return ok(record && toView(record));
      }),
    acknowledge: ({ paymentId }, cashier) =>
      withStorage(() => {
        const record = find(paymentId);
        if (!record.ok) return record;
        const { intent } = record.value;
        if (intent.cashierId !== cashier.id && cashier.role === 'cashier') {
          return fail({ kind: 'not-allowed', needs: 'supervisor' });
        }
        if (toView(record.value).state === 'sending') {
          return fail({ kind: 'payment-state', state: 'sending', until: null });
        }
        database.commit(() => markSeen(database, paymentId, toIsoTime(clock.now())));
        return ok({});
      }),
    unresolved: () =>
      withStorage(() =>
        ok([...listOpenPayments(database), ...listPendingHandOvers(database)].map(toView)),
      ),
    countUnresolved: () =>
      listOpenPayments(database).length + listPendingHandOvers(database).length,
  };
}
