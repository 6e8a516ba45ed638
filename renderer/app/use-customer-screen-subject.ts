import { useContext, useEffect } from 'react';
import type { CustomerScreenSubject } from '../../shared/contract/index.ts';
import { CoveredContext } from '../components/index.ts';
import { useCall, useTill } from './till/index.ts';

/** Counts what was named, so that a screen that goes does not take away what the next one named. */
let latestTurn = 0;

/**
 * For the screen that faces the customer. Names what is in hand for as long as the component is shown; null: another one names it. Beneath the
 * lock nothing is named, and main has cleared the screen; it is named again when the lock is gone.
 */
export function useCustomerScreenSubject(inHand: CustomerScreenSubject | null): void {
  const call = useCall();
  const { hasCustomerScreen } = useTill();
  const isCovered = useContext(CoveredContext);
  const isNamed = hasCustomerScreen && !isCovered && inHand !== null;
  const named = JSON.stringify(inHand);
  useEffect(() => {
    if (!isNamed) return;
    latestTurn += 1;
    const what: CustomerScreenSubject | null = JSON.parse(named);
    // What is refused is not shown, and the sale goes on: it never waits for this screen.
    if (what !== null) void call('customerScreen.show', what);
  }, [call, isNamed, named]);
  useEffect(() => {
    if (!isNamed) return;
    return () => {
      const mine = latestTurn;
      setTimeout(() => {
        if (mine === latestTurn) void call('customerScreen.show', { what: 'nothing' });
      });
    };
  }, [call, isNamed]);
}
