import {
  type Cashier,
  fail,
  hasPermission,
  ok,
  PERMISSIONS,
  type Role,
} from '../../../shared/contract/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import { disableCashiersExcept, listEnabledCashiers, upsertCashier } from './cashier-queries.ts';
import { hasValidPersonSeal, sealPersonInCommit } from './person-seal.ts';
import { createPinAttempts } from './pin-attempts.ts';
import { createStaffManagement } from './staff-management.ts';
import { createStaffSession } from './staff-session.ts';
import type { Staff, StaffPorts } from './types.ts';

export function createStaff(ports: StaffPorts): Staff {
  const { database, clock, audit } = ports;
  const uptime = ports.uptime ?? (() => performance.now());
  const { isTemporaryLedgerCopy = false } = ports;
  const session = createStaffSession(ports);
  const attempts = createPinAttempts({
    ...ports,
    uptime,
    isTemporaryLedgerCopy,
    getSignedIn: session.getCurrent,
  });

  const listActive = (): Cashier[] =>
    listEnabledCashiers(database).map(({ id, name, role }) => ({ id, name, role }));
  const applyStaffChange = (): void => session.applyActiveCashiers(listActive());

  const tryPin = (cashierId: string, pin: string, minRole: Role) =>
    attempts.runExclusively(() => attempts.tryPin(cashierId, pin, { minRole }));

  const authorize: Staff['authorize'] = async (act, cashier, approval) => {
    const { minRole, grantedBy } = PERMISSIONS[act];
    if (grantedBy !== 'pin' && hasPermission(cashier.role, act)) return ok({ approver: null });
    if (grantedBy === 'role' || approval === null)
      return fail({ kind: 'not-allowed', needs: minRole });
    const approver = await tryPin(approval.cashierId, approval.pin, minRole);
    return approver.ok ? ok({ approver: approver.value }) : approver;
  };

  const management = createStaffManagement(ports, {
    attempts,
    authorize,
    approveRelease: ({ cashierId, pin }) =>
      tryPin(cashierId, pin, PERMISSIONS['release-lock-out'].minRole),
    onChange: applyStaffChange,
  });

  return {
    ...management,
    listActive,
    signIn: (cashierId, pin) =>
      attempts.runExclusively(async () => {
        const result = await attempts.tryPin(cashierId, pin, {
          inCommit: session.auditSignInInCommit,
        });
        if (result.ok) session.start(result.value);
        return result;
      }),
    approve: (act, { cashierId, pin }) => tryPin(cashierId, pin, PERMISSIONS[act].minRole),
    identify: ({ cashierId, pin }) => tryPin(cashierId, pin, 'cashier'),
    authorize,
    signOut: session.end,
    lock: session.lock,
    getLockState: session.getLockState,
    getCurrentCashier: session.getCurrent,
    getSession: () => {
      const cashier = session.getCurrent();
      const signedInAt = session.getStartedAt();
      return cashier === null || signedInAt === null
        ? null
        : { cashierId: cashier.id, signedInAt, role: cashier.role };
    },
    replaceAll: async (cashiers, { way, person }) => {
      const cashierRows = await Promise.all(
        cashiers.map(async ({ id, name, role, pin }) => ({
          id,
          name,
          role,
          pinHash: await ports.pins.hash(pin),
        })),
      );
      const at = toIsoTime(clock.now());
      const ids = cashierRows.map(({ id }) => id);
      const others = listEnabledCashiers(database).filter(
        (row) => !ids.includes(row.id) && hasValidPersonSeal(ports.sealer, row),
      );
      database.commit(() => {
        for (const cashier of cashierRows) {
          upsertCashier(database, cashier, at);
          attempts.releaseLockOutInCommit(cashier.id);
          sealPersonInCommit(ports.sealer, database, cashier.id);
        }
        disableCashiersExcept(database, ids, at);
        for (const { id } of others) sealPersonInCommit(ports.sealer, database, id);
        audit.recordInTransaction({
          kind: 'staff-provisioned',
          by: person,
          detail: { way, staff: cashiers.map(({ id, name, role }) => ({ id, name, role })) },
        });
      });
      applyStaffChange();
    },
  };
}
