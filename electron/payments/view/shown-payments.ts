import { fail, ok } from '../../../shared/contract/index.ts';
import { openPayments, pendingHandOvers } from '../../ledger/index.ts';
import { isoTime } from '../../platform/index.ts';
import { markSeen, newestUnseen, readPayments, recentPayments } from '../rows/index.ts';
import type { PaymentPorts, Payments } from '../types.ts';
import type { Reading } from './reading.ts';

/** What people are shown of payments, and that somebody saw how one ended. */
export function createShownPayments(
  { database, clock }: Pick<PaymentPorts, 'database' | 'clock'>,
  { found, view, views, viewOf, withStorage }: Reading,
): Pick<
  Payments,
  | 'unseen'
  | 'view'
  | 'views'
  | 'get'
  | 'recent'
  | 'inHand'
  | 'seen'
  | 'unresolved'
  | 'unresolvedCount'
> {
  return {
    unseen: (paymentId) => {
      const record = found(paymentId);
      return record.ok && record.value.outcome.seenAt === null ? view(record.value) : null;
    },
    view: (paymentId) => withStorage(() => viewOf(paymentId)),
    views: (ids) => views(readPayments(database, ids)),
    get: ({ paymentId }) => withStorage(() => viewOf(paymentId)),
    recent: ({ limit }) => withStorage(() => ok(views(recentPayments(database, limit)))),
    inHand: (_input, cashier) =>
      withStorage(() => {
        const record = newestUnseen(database, cashier.id);
        return ok(record && view(record));
      }),
    seen: ({ paymentId }, cashier) =>
      withStorage(() => {
        const record = found(paymentId);
        if (!record.ok) return record;
        const { intent } = record.value;
        if (intent.cashierId !== cashier.id && cashier.role === 'cashier') {
          return fail({ kind: 'not-allowed', needs: 'supervisor' });
        }
        if (view(record.value).state === 'sending') {
          return fail({ kind: 'payment-state', state: 'sending', until: null });
        }
        database.commit(() => markSeen(database, paymentId, isoTime(clock.now())));
        return ok({});
      }),
    unresolved: () =>
      withStorage(() => ok([...openPayments(database), ...pendingHandOvers(database)].map(view))),
    unresolvedCount: () => openPayments(database).length + pendingHandOvers(database).length,
  };
}
