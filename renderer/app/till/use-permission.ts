import {
  hasRole,
  PERMISSIONS,
  type Permission,
  type Role,
} from '../../../shared/contract/index.ts';
import { useTill } from './till-state.tsx';

/** `with-pin`: with another person's PIN, for this one act. */
export type PermissionGrant = 'yes' | 'with-pin' | 'no';

/** Whether this role may do it, by the same declaration that main enforces. */
export function getPermissionGrant(role: Role | null, act: Permission): PermissionGrant {
  if (role === null) return 'no';
  const { least, by } = PERMISSIONS[act];
  if (by === 'pin') return 'with-pin';
  if (hasRole(role, least)) return 'yes';
  return by === 'override' ? 'with-pin' : 'no';
}

/** Whether the signed-in cashier may do this. */
export function usePermission(act: Permission): PermissionGrant {
  return getPermissionGrant(useTill().session.cashier?.role ?? null, act);
}
