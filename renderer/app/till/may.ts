import { type Act, acts, hasRole, type Role } from '../../../shared/contract/index.ts';
import { useTill } from './till-state.tsx';

/** `with-pin`: with another person's PIN, for this one act. */
export type May = 'yes' | 'with-pin' | 'no';

/** Whether this role may do it, by the same declaration that main enforces. */
export function mayBy(role: Role | null, act: Act): May {
  if (role === null) return 'no';
  const { least, by } = acts[act];
  if (by === 'pin') return 'with-pin';
  if (hasRole(role, least)) return 'yes';
  return by === 'override' ? 'with-pin' : 'no';
}

/** Whether the signed-in cashier may do this. */
export function useMay(act: Act): May {
  return mayBy(useTill().session.cashier?.role ?? null, act);
}
