import type { LockReason } from '../../shared/contract/index.ts';
import { useKeepTillState, useTillMutation } from './till.tsx';
import { useTill } from './till-state.tsx';

/** Locks the till: nobody is signed in, and what is on the page waits behind the sign-in. */
export function useLock(): (because: LockReason) => void {
  const till = useTill();
  const keep = useKeepTillState();
  const { run } = useTillMutation('staff.lock');
  return (because) =>
    void run({ because }).then((answer) => {
      if (answer.ok) keep({ ...till, session: { cashier: null }, lock: answer.value });
    });
}
