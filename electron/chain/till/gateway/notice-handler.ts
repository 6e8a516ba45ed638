import type { Result } from '../../../../shared/contract/index.ts';
import type { PaymentRefreshResult } from '../../../counter/payments/index.ts';
import type { Log } from '../../../platform/index.ts';
import type { WebhookNotice } from '../../protocol/index.ts';

/** The till's functions that read an object again; each request has the till's own signature. */
export interface WebhookNoticeRefreshers {
  /**
   * This till's payment with that transaction id of the service, or that external id; null if it
   * has none.
   */
  readonly findPaymentId: (key: {
    readonly kind: 'transaction' | 'external-id';
    readonly key: string;
  }) => string | null;
  /**
   * Looks up an open payment; for a payment that was not made, looks for it at the service and
   * notes what it finds. `performedSecond`: the time of the service at which it was performed after all, in
   * seconds.
   */
  readonly refreshPayment: (paymentId: string) => Promise<Result<PaymentRefreshResult>>;
  /** Checks whether the service refunded the payment. */
  readonly refreshRefund: (paymentId: string) => Promise<Result<unknown>>;
  /** Compares the business day with the service, so that the difference is listed. */
  readonly compareDay: (second: number) => Promise<Result<unknown>>;
  /** Reads a bill that this till saved; does nothing for any other bill. */
  readonly refreshBill: (billId: string) => Promise<Result<unknown>>;
}

/**
 * Handles a webhook notice: an object with that key changed at the service. The content of the
 * notice is not trusted; the till that owns the object reads it again. Resolves to false if it
 * could not be read now.
 */
export function createWebhookNoticeHandler(
  refreshers: WebhookNoticeRefreshers,
  log: Log,
): (notice: Pick<WebhookNotice, 'kind' | 'key'>) => Promise<boolean> {
  return async ({ kind, key }) => {
    if (kind === 'bill') return (await refreshers.refreshBill(key)).ok;
    if (kind !== 'transaction' && kind !== 'external-id') {
      log.info({ kind }, 'webhook-notices: unknown kind ignored');
      return true;
    }
    const paymentId = refreshers.findPaymentId({ kind, key });
    if (paymentId === null) return true;
    const refresh = await refreshers.refreshPayment(paymentId);
    if (!refresh.ok) return false;
    switch (refresh.value.kind) {
      case 'paid':
        return (await refreshers.refreshRefund(paymentId)).ok;
      case 'performed-after-all':
        return (await refreshers.compareDay(refresh.value.performedSecond)).ok;
      case 'looked-up':
      case 'not-made':
        return true;
    }
  };
}
