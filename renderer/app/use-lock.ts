import type { LockReason } from '../../shared/contract/index.ts';
import { useSetTillState, useTill, useTillMutation } from './till/index.ts';

/** Locks the till: ends the session, and covers the page with the sign-in. */
export function useLockTill(): (because: LockReason) => void {
  const till = useTill();
  const setTillState = useSetTillState();
  const { run } = useTillMutation('staff.lock');
  return (because) =>
    void run({ because }).then((response) => {
      if (response.ok) setTillState({ ...till, session: { cashier: null }, lock: response.value });
    });
}
