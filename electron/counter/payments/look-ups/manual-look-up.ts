import type { Payment, Result } from '../../../../shared/contract/index.ts';
import { isUnresolved } from '../outcome/index.ts';
import type { PaymentPorts } from '../types.ts';
import type { PaymentReader } from '../view/index.ts';
import type { Resolver } from './resolver.ts';

/** Somebody does not wait for the next look-up. A payment that is certain is only shown. */
export function createManualLookUp(
  ports: Pick<PaymentPorts, 'service' | 'connected'>,
  parts: { readonly reading: PaymentReader; readonly resolver: Resolver },
): (paymentId: string) => Promise<Result<Payment>> {
  const { find, readView, withStorage } = parts.reading;
  return async (paymentId) => {
    const record = withStorage(() => find(paymentId));
    if (!record.ok) return record;
    if (isUnresolved(record.value.outcome)) {
      if (ports.service() === null) {
        const connected = await ports.connected();
        if (!connected.ok) return connected;
      }
      const looked = await parts.resolver.lookUpNow(paymentId);
      if (!looked.ok) return looked;
    }
    return withStorage(() => readView(paymentId));
  };
}
