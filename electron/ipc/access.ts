import { type Access, assertNever, type Problem, type Role } from '../../shared/contract/index.ts';
import type { AccessNow, SignedInCashier } from './types.ts';

const RANK: Record<Role, number> = { cashier: 0, supervisor: 1, owner: 2 };

/** Why this call may not be made now; null when it may. */
export function refuseAccess(access: Access, now: AccessNow): Problem | null {
  switch (access) {
    case 'anyone':
      return null;
    case 'setup':
      return now.isSetUp ? refuseRole('owner', now.cashier) : null;
    case 'cashier':
    case 'supervisor':
    case 'owner':
      if (!now.isSetUp) return { kind: 'not-set-up' };
      return refuseRole(access, now.cashier);
    default:
      return assertNever(access);
  }
}

function refuseRole(needs: Role, cashier: SignedInCashier | null): Problem | null {
  if (cashier === null) return { kind: 'not-signed-in' };
  return RANK[cashier.role] >= RANK[needs] ? null : { kind: 'not-allowed', needs };
}
