import type { LockReason } from '../../shared/contract/index.ts';
import { useSetTillState, useTill, useTillMutation } from './till/index.ts';

/** Locks the till: nobody is signed in, and the page waits behind the sign-in. */
export function useLock(): (because: LockReason) => void {
  const till = useTill();
  const keep = useSetTillState();
  const { run } = useTillMutation('staff.lock');
  return (because) =>
    void run({ because }).then((answer) => {
      if (answer.ok) keep({ ...till, session: { cashier: null }, lock: answer.value });
    });
}
