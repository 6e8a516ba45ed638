import { useEffect, useRef } from 'react';
import type { Payment } from '../../../../shared/contract/index.ts';
import { UNREAD_MS } from '../flow/index.ts';

/**
 * Holds presses back for the first moment after how a payment stands has changed on the screen: a
 * key that was on its way would answer a question that nobody has read.
 */
export function useUnread(payment: Payment | undefined): (act: () => void) => void {
  const changedAt = useRef(0);
  const stands = payment && `${payment.state} ${payment.handOver}`;
  useEffect(() => {
    if (stands !== undefined) changedAt.current = performance.now();
  }, [stands]);
  return (act) => {
    if (performance.now() - changedAt.current >= UNREAD_MS) act();
  };
}
