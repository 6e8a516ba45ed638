import type { Payment, Result } from '../../../../shared/contract/index.ts';
import { isUnresolved } from '../outcome/index.ts';
import type { PaymentPorts } from '../types.ts';
import type { PaymentReader } from '../view/index.ts';
import type { PaymentResolver } from './resolver.ts';

/**
 * Looks up an unresolved payment at once, on a cashier's request. A resolved one is only returned.
 */
export function createManualLookUp(
  ports: Pick<PaymentPorts, 'service' | 'waitForService'>,
  parts: { readonly reader: PaymentReader; readonly resolver: PaymentResolver },
): (paymentId: string) => Promise<Result<Payment>> {
  const { find, readView, catchStorageError } = parts.reader;
  return async (paymentId) => {
    const record = catchStorageError(() => find(paymentId));
    if (!record.ok) return record;
    if (isUnresolved(record.value.outcome)) {
      if (ports.service() === null) {
        const connected = await ports.waitForService();
        if (!connected.ok) return connected;
      }
      const lookedUp = await parts.resolver.lookUpNow(paymentId);
      if (!lookedUp.ok) return lookedUp;
    }
    return catchStorageError(() => readView(paymentId));
  };
}
