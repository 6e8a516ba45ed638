import {
  type Access,
  acts,
  hasRole,
  mayAct,
  type Problem,
  type Role,
} from '../../shared/contract/index.ts';
import type { AccessNow, SignedInCashier } from './types.ts';

/**
 * Why this call may not be made now; null if it may. If the call brings another person's PIN, this
 * only checks that there is one; the handler verifies it (`staff.allow`).
 */
export function refuseAccess(access: Access, now: AccessNow, input: unknown): Problem | null {
  switch (access) {
    case 'anyone':
      return null;
    case 'setup':
      return now.isSetUp ? refuseRole('owner', now.cashier) : null;
    case 'cashier':
      return now.isSetUp ? refuseRole('cashier', now.cashier) : { kind: 'not-set-up' };
    default: {
      if (!now.isSetUp) return { kind: 'not-set-up' };
      if (now.cashier === null) return { kind: 'not-signed-in' };
      const { least, by } = acts[access];
      if (mayAct(now.cashier.role, access)) return null;
      return by !== 'role' && isApproved(input) ? null : { kind: 'not-allowed', needs: least };
    }
  }
}

function isApproved(input: unknown): boolean {
  return (
    typeof input === 'object' &&
    input !== null &&
    'approval' in input &&
    input.approval !== null &&
    input.approval !== undefined
  );
}

function refuseRole(needs: Role, cashier: SignedInCashier | null): Problem | null {
  if (cashier === null) return { kind: 'not-signed-in' };
  return hasRole(cashier.role, needs) ? null : { kind: 'not-allowed', needs };
}
