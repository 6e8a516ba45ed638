import type { Result } from '../../../../shared/contract/index.ts';
import type { PaymentRefreshResult } from '../../../counter/payments/index.ts';
import type { Log } from '../../../platform/index.ts';
import type { WebhookNotice } from '../protocol/index.ts';

/** What a till reads again by the ways that it has; each under its own signature. */
export interface NoticeRefreshers {
  /** This till's payment of that id of the service, or of our own; null if it is not here. */
  readonly findPaymentId: (key: {
    readonly kind: 'transaction' | 'external-id';
    readonly key: string;
  }) => string | null;
  /**
   * An open payment is looked up; one that was not made is looked for, and what is found of it is
   * noted. `second`: the service performed it after all, then.
   */
  readonly refreshPayment: (paymentId: string) => Promise<Result<PaymentRefreshResult>>;
  /** Whether the service gave it back. */
  readonly refreshRefund: (paymentId: string) => Promise<Result<unknown>>;
  /** Compares the business day with the service, so that the difference is listed. */
  readonly compareDay: (second: number) => Promise<Result<unknown>>;
  /** A bill that this till keeps; nothing happens to any other. */
  readonly refreshBill: (billId: string) => Promise<Result<unknown>>;
}

/**
 * A webhook's hint: something of that name changed at the service. Nothing of it is believed; the till
 * that owns it reads it again. Resolves to false where that could not be done now.
 */
export function createNoticeHandler(
  rereading: NoticeRefreshers,
  log: Log,
): (hint: Pick<WebhookNotice, 'kind' | 'key'>) => Promise<boolean> {
  return async ({ kind, key }) => {
    if (kind === 'bill') return (await rereading.refreshBill(key)).ok;
    if (kind !== 'transaction' && kind !== 'external-id') {
      log.info({ kind }, 'webhook-notices: unknown kind ignored');
      return true;
    }
    const paymentId = rereading.findPaymentId({ kind, key });
    if (paymentId === null) return true;
    const read = await rereading.refreshPayment(paymentId);
    if (!read.ok) return false;
    switch (read.value.kind) {
      case 'paid':
        return (await rereading.refreshRefund(paymentId)).ok;
      case 'performed-after-all':
        return (await rereading.compareDay(read.value.second)).ok;
      case 'looked-up':
      case 'not-made':
        return true;
    }
  };
}
