import {
  type Approval,
  type Cashier,
  fail,
  hasPermission,
  ok,
  type Result,
} from '../../../shared/contract/index.ts';
import { readCashier } from './cashier-queries.ts';
import type { PinAttempts } from './pin-attempts.ts';
import type { Staff, StaffManagement, StaffPorts } from './types.ts';

/** Ends the lock-out of a person. */
export function createLockOutRelease(
  ports: Pick<StaffPorts, 'database' | 'audit'>,
  parts: {
    readonly attempts: PinAttempts;
    readonly authorize: Staff['authorize'];
    readonly approveRelease: (approval: Approval) => Promise<Result<Cashier>>;
    /** Called after a change of the staff. */
    readonly onChange: () => void;
  },
): StaffManagement['releaseLockOut'] {
  const { database, audit } = ports;
  const { attempts } = parts;

  /** Only another owner releases an owner, and nobody releases their own lock-out. */
  const release: StaffManagement['releaseLockOut'] = async (id, by, approval) => {
    const row = readCashier(database, id);
    if (!row) return fail({ kind: 'not-found', what: 'cashier' });
    if (attempts.getLockOut(row) === null) return fail({ kind: 'staff', reason: 'not-locked-out' });
    const isOwn = by?.id === id && hasPermission(by.role, 'release-lock-out');
    const allowed = await allowRelease(isOwn ? null : by, approval);
    if (!allowed.ok) return allowed;
    const { actor, approver } = allowed.value;
    const releaser = approver ?? actor;
    if (releaser.id === id || (row.role === 'owner' && releaser.role !== 'owner')) {
      return fail({ kind: 'not-allowed', needs: 'owner' });
    }
    database.commit(() => {
      attempts.releaseLockOutInCommit(id);
      audit.recordInTransaction({
        kind: 'lock-out-released',
        by: actor,
        approvedBy: approver,
        detail: { cashierId: id, name: row.name },
      });
    });
    parts.onChange();
    return ok({});
  };

  const allowRelease = async (
    by: Cashier | null,
    approval: Approval | null,
  ): Promise<Result<{ readonly actor: Cashier; readonly approver: Cashier | null }>> => {
    if (by !== null) {
      const allowed = await parts.authorize('release-lock-out', by, approval);
      return allowed.ok ? ok({ actor: by, approver: allowed.value.approver }) : allowed;
    }
    if (approval === null) return fail({ kind: 'not-allowed', needs: 'supervisor' });
    const approver = await parts.approveRelease(approval);
    return approver.ok ? ok({ actor: approver.value, approver: null }) : approver;
  };

  return release;
}
