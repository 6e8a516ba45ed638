import { useEffect } from 'react';
import { type EnteredCash, useNavigation } from '../navigation.ts';

/** Asks before this screen is left, while cash is entered; null means that there is none. */
export function useConfirmLeaveWithCash(enteredCash: EnteredCash | null): void {
  const { setEnteredCash } = useNavigation();
  const isEntered = enteredCash !== null;
  const { amount = null, currency = null } = enteredCash?.amount ?? {};
  useEffect(() => {
    if (!isEntered) return;
    setEnteredCash({ amount: amount === null || currency === null ? null : { amount, currency } });
    return () => setEnteredCash(null);
  }, [setEnteredCash, isEntered, amount, currency]);
}
