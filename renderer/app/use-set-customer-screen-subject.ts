import { useContext, useEffect } from 'react';
import type { CustomerScreenSubject } from '../../shared/contract/index.ts';
import { IsPageLockedContext } from '../components/index.ts';
import { useTill, useTillCall } from './till/index.ts';

/**
 * Counts the subjects that were set, so that a screen that unmounts does not clear the subject of
 * the next screen.
 */
let latestTurn = 0;

/**
 * Sets the subject of the customer screen while the component is shown; null: another component
 * sets it. Beneath the lock nothing is set, because main has cleared the screen; it is set again
 * after the lock.
 */
export function useSetCustomerScreenSubject(subject: CustomerScreenSubject | null): void {
  const call = useTillCall();
  const { hasCustomerScreen } = useTill();
  const isLocked = useContext(IsPageLockedContext);
  const isSubjectSet = hasCustomerScreen && !isLocked && subject !== null;
  const subjectJson = JSON.stringify(subject);
  useEffect(() => {
    if (!isSubjectSet) return;
    latestTurn += 1;
    const parsedSubject: CustomerScreenSubject | null = JSON.parse(subjectJson);
    // A refused subject is not shown, and the sale continues: it never waits for the customer
    // screen.
    if (parsedSubject !== null) void call('customerScreen.show', parsedSubject);
  }, [call, isSubjectSet, subjectJson]);
  useEffect(() => {
    if (!isSubjectSet) return;
    return () => {
      const turn = latestTurn;
      setTimeout(() => {
        if (turn === latestTurn) void call('customerScreen.show', { what: 'nothing' });
      });
    };
  }, [call, isSubjectSet]);
}
