import {
  type CallAccess,
  type Cashier,
  hasAtLeastRole,
  hasPermission,
  PERMISSIONS,
  type Problem,
  type Role,
} from '../../../shared/contract/index.ts';
import type { AccessState } from './types.ts';

/**
 * The problem if this call is not allowed now; null if it is. If the call carries another person's
 * PIN, this only checks that one is present; the handler verifies it (`staff.authorize`).
 */
export function validateAccess(
  access: CallAccess,
  now: AccessState,
  input: unknown,
): Problem | null {
  switch (access) {
    case 'anyone':
      return null;
    case 'setup':
      return now.isSetUp ? validateRole('owner', now.cashier) : null;
    case 'cashier':
      return now.isSetUp ? validateRole('cashier', now.cashier) : { kind: 'not-set-up' };
    default: {
      if (!now.isSetUp) return { kind: 'not-set-up' };
      if (now.cashier === null) return { kind: 'not-signed-in' };
      const { minRole, by } = PERMISSIONS[access];
      if (hasPermission(now.cashier.role, access)) return null;
      return by !== 'role' && hasApproval(input) ? null : { kind: 'not-allowed', needs: minRole };
    }
  }
}

function hasApproval(input: unknown): boolean {
  return (
    typeof input === 'object' &&
    input !== null &&
    'approval' in input &&
    input.approval !== null &&
    input.approval !== undefined
  );
}

function validateRole(needs: Role, cashier: Cashier | null): Problem | null {
  if (cashier === null) return { kind: 'not-signed-in' };
  return hasAtLeastRole(cashier.role, needs) ? null : { kind: 'not-allowed', needs };
}
