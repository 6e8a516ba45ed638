import { type Act, acts, hasRole, type Role } from '../../../shared/contract/index.ts';
import { useTill } from './till-state.tsx';

/** `with-pin`: by somebody's PIN, for this one act. */
export type May = 'yes' | 'with-pin' | 'no';

/** Whether this role does it, by the declaration that main refuses by. */
export function mayBy(role: Role | null, act: Act): May {
  if (role === null) return 'no';
  const { least, by } = acts[act];
  if (by === 'pin') return 'with-pin';
  if (hasRole(role, least)) return 'yes';
  return by === 'override' ? 'with-pin' : 'no';
}

/** Whether whoever is signed in may do this. */
export function useMay(act: Act): May {
  return mayBy(useTill().session.cashier?.role ?? null, act);
}
