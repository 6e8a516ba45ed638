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
export function findAccessProblem(
  access: CallAccess,
  state: AccessState,
  input: unknown,
): Problem | null {
  switch (access) {
    case 'anyone':
      return null;
    case 'setup':
      return state.isSetUp ? validateRole('owner', state.cashier) : null;
    case 'cashier':
      return state.isSetUp ? validateRole('cashier', state.cashier) : { kind: 'not-set-up' };
    default: {
      if (!state.isSetUp) return { kind: 'not-set-up' };
      if (state.cashier === null) return { kind: 'not-signed-in' };
      const { minRole, grantedBy } = PERMISSIONS[access];
      if (hasPermission(state.cashier.role, access)) return null;
      return grantedBy !== 'role' && hasApproval(input)
        ? null
        : { kind: 'not-allowed', needs: minRole };
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
