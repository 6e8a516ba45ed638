import { useContext, useEffect } from 'react';
import type { CustomerInHand } from '../../shared/contract/index.ts';
import { Covered } from '../components/index.ts';
import { useCall, useTill } from './till/index.ts';

/** Counts what was named, so that a screen that goes does not take away what the next one named. */
let turn = 0;

/**
 * For the screen that faces the customer. Names what is in hand for as long as the component is shown; null: another one names it. Beneath the
 * lock nothing is named, and main has cleared the screen; it is named again when the lock is gone.
 */
export function useInHand(inHand: CustomerInHand | null): void {
  const call = useCall();
  const { hasCustomerScreen } = useTill();
  const isCovered = useContext(Covered);
  const isNamed = hasCustomerScreen && !isCovered && inHand !== null;
  const named = JSON.stringify(inHand);
  useEffect(() => {
    if (!isNamed) return;
    turn += 1;
    const what: CustomerInHand | null = JSON.parse(named);
    // What is refused is not shown, and the sale goes on: it never waits for this screen.
    if (what !== null) void call('customerScreen.show', what);
  }, [call, isNamed, named]);
  useEffect(() => {
    if (!isNamed) return;
    return () => {
      const mine = turn;
      setTimeout(() => {
        if (mine === turn) void call('customerScreen.show', { what: 'nothing' });
      });
    };
  }, [call, isNamed]);
}
