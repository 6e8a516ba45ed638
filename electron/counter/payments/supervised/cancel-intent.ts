import type { PaymentRecord } from '../../../ledger/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import type { BillPaymentService, MoneyRequest } from '../../../service/index.ts';
import type { NewIntent } from '../sending/index.ts';
import type { PaymentCashier } from '../types.ts';

/** Taking a payment back: itself an intent, with its own unknown state. */

/** The intent and the exact request of a cancel. `due` is the sum that the customer gets back. */
export function buildCancelIntent(
  original: PaymentRecord,
  service: BillPaymentService,
  asked: {
    readonly cashier: PaymentCashier;
    readonly approvedBy: string;
    readonly reason: string;
    readonly posNumber: string;
  },
  made: { readonly newId: () => string; readonly now: number },
): NewIntent & { readonly request: MoneyRequest } {
  const { intent, outcome } = original;
  if (outcome.authorization === null) throw new Error('a cancel without an authorization');
  const request = service.compose({ kind: 'cancel', transactionId: outcome.authorization });
  return {
    requestDate: service.requestDate(),
    request,
    intent: {
      id: made.newId(),
      // One at a time, and the next only after this one has come to nothing.
      orderId: `cancel-${intent.id}-${original.cancels + 1}`,
      kind: 'cancel',
      createdAt: toIsoTime(made.now),
      version: service.version,
      externalId: made.newId(),
      idempotencyKey: made.newId(),
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
      cashierId: asked.cashier.id,
      cashierName: asked.cashier.name,
      posNumber: asked.posNumber,
      isDrp: intent.isDrp,
      cancelledPaymentId: intent.id,
      approvedBy: asked.approvedBy,
      reason: asked.reason,
    },
  };
}
