import type { Cashier } from '../../../../shared/contract/index.ts';
import type { PaymentRecord } from '../../../ledger/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import type { BillPaymentService, MoneyRequest } from '../../../service/index.ts';
import type { IntentToCommit } from '../sending/index.ts';

/** A cancel is itself an intent, and its own outcome can be unknown. */

/**
 * Builds the intent and the exact request of a cancel. `due` is the sum that the customer gets
 * back, in the shop's currency. `now` is in milliseconds since the epoch. Throws if the payment has
 * no authorization.
 */
export function buildCancelIntent(
  original: PaymentRecord,
  service: BillPaymentService,
  approval: {
    readonly cashier: Cashier;
    readonly approvedBy: string;
    readonly reason: string;
    readonly posNumber: string;
  },
  sources: { readonly createId: () => string; readonly now: number },
): IntentToCommit & { readonly request: MoneyRequest } {
  const { intent, outcome } = original;
  if (outcome.authorization === null) throw new Error('cancelled payment has no authorization');
  const request = service.compose({ kind: 'cancel', transactionId: outcome.authorization });
  return {
    requestDate: service.getRequestDate(),
    request,
    intent: {
      id: sources.createId(),
      // Cancels of a payment follow one another: the next is allowed only after this one has
      // failed.
      orderId: `cancel-${intent.id}-${original.cancelCount + 1}`,
      kind: 'cancel',
      createdAt: toIsoTime(sources.now),
      version: service.version,
      externalId: sources.createId(),
      idempotencyKey: sources.createId(),
      target: request.target,
      body: Buffer.from(request.body, 'utf8'),
      billerId: intent.billerId,
      billerName: intent.billerName,
      billerKind: intent.billerKind,
      billType: intent.billType,
      accountNumber: intent.accountNumber,
      accountShown: intent.accountShown,
      nameOnAccount: intent.nameOnAccount,
      billId: null,
      amount: intent.amount,
      fee: intent.fee,
      due: intent.due,
      cash: null,
      change: null,
      rate: intent.rate,
      cashierId: approval.cashier.id,
      cashierName: approval.cashier.name,
      posNumber: approval.posNumber,
      isDrp: intent.isDrp,
      cancelledPaymentId: intent.id,
      approvedBy: approval.approvedBy,
      reason: approval.reason,
    },
  };
}
