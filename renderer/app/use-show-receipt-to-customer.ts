import { useContext, useEffect } from 'react';
import { IsPageLockedContext } from '../components/index.ts';
import { useTill, useTillCall } from './till/index.ts';

/**
 * Shows the code of a receipt on the customer screen while the component is shown; null: not yet. Main
 * has cleared that screen beneath the lock, so it is shown again after it.
 */
export function useShowReceiptToCustomer(paymentId: string | null): void {
  const call = useTillCall();
  const { hasCustomerScreen } = useTill();
  const isLocked = useContext(IsPageLockedContext);
  const isShown = hasCustomerScreen && !isLocked && paymentId !== null;
  useEffect(() => {
    if (!isShown) return;
    void call('customerScreen.showReceipt', { paymentId });
    return () => void call('customerScreen.showReceipt', { paymentId: null });
  }, [call, isShown, paymentId]);
}
