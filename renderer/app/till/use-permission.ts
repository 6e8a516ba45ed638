import {
  hasAtLeastRole,
  PERMISSIONS,
  type Permission,
  type Role,
} from '../../../shared/contract/index.ts';
import { useTill } from './till-state.tsx';

/** `with-pin`: with another person's PIN, for one action. */
export type PermissionGrant = 'yes' | 'with-pin' | 'no';

/** Whether this role has the permission, by the same declaration that main enforces. */
export function getPermissionGrant(role: Role | null, permission: Permission): PermissionGrant {
  if (role === null) return 'no';
  const { minRole, grantedBy } = PERMISSIONS[permission];
  if (grantedBy === 'pin') return 'with-pin';
  if (hasAtLeastRole(role, minRole)) return 'yes';
  return grantedBy === 'override' ? 'with-pin' : 'no';
}

/** Whether the signed-in cashier has this permission. */
export function usePermission(permission: Permission): PermissionGrant {
  return getPermissionGrant(useTill().session.cashier?.role ?? null, permission);
}
