import { fail, hasPermission, ok, PERMISSIONS, type Role } from '../../../shared/contract/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import { disableCashiersExcept, listActiveCashiers, upsertCashier } from './cashier-queries.ts';
import { createPinAttempts } from './pin-attempts.ts';
import { createStaffManagement } from './staff-management.ts';
import { createStaffSession } from './staff-session.ts';
import type { Cashier, Staff, StaffPorts } from './types.ts';

export function createStaff(ports: StaffPorts): Staff {
  const { database, clock, audit } = ports;
  const uptime = ports.uptime ?? (() => performance.now());
  const { log, pins } = ports;
  const attempts = createPinAttempts({ database, clock, audit, log, pins, uptime });
  const session = createStaffSession(ports);

  const listActive = (): Cashier[] =>
    listActiveCashiers(database).map(({ id, name, role }) => ({ id, name, role }));
  const changed = (): void => session.applyActiveCashiers(listActive());

  const tryIt = (cashierId: string, pin: string, least: Role) =>
    attempts.runExclusive(() => attempts.tryPin(cashierId, pin, { least }));

  const authorize: Staff['authorize'] = async (act, cashier, approval) => {
    const { least, by } = PERMISSIONS[act];
    if (by !== 'pin' && hasPermission(cashier.role, act)) return ok({ approver: null });
    if (by === 'role' || approval === null) return fail({ kind: 'not-allowed', needs: least });
    const approver = await tryIt(approval.cashierId, approval.pin, least);
    return approver.ok ? ok({ approver: approver.value }) : approver;
  };

  const management = createStaffManagement(ports, {
    attempts,
    allow: authorize,
    approveFor: ({ cashierId, pin }) =>
      tryIt(cashierId, pin, PERMISSIONS['release-lock-out'].least),
    changed,
  });

  return {
    ...management,
    listActive,
    signIn: (cashierId, pin) =>
      attempts.runExclusive(async () => {
        const found = await attempts.tryPin(cashierId, pin, {
          inCommit: session.noteSignInInCommit,
        });
        if (found.ok) session.start(found.value);
        return found;
      }),
    approve: ({ cashierId, pin }) => tryIt(cashierId, pin, 'supervisor'),
    identify: ({ cashierId, pin }) => tryIt(cashierId, pin, 'cashier'),
    authorize,
    signOut: session.end,
    lock: session.lock,
    getLockState: session.getLockState,
    current: session.getCurrent,
    getSession: () => {
      const cashier = session.getCurrent();
      const since = session.getStartedAt();
      return cashier === null || since === null
        ? null
        : { cashierId: cashier.id, since, role: cashier.role };
    },
    replaceAll: async (cashiers, { way, person }) => {
      const hashed = await Promise.all(
        cashiers.map(async ({ id, name, role, pin }) => ({
          id,
          name,
          role,
          pinHash: await pins.hash(pin),
        })),
      );
      const at = toIsoTime(clock.now());
      database.commit(() => {
        for (const cashier of hashed) upsertCashier(database, cashier, at);
        disableCashiersExcept(
          database,
          hashed.map((cashier) => cashier.id),
          at,
        );
        audit.noteInCommit({
          kind: 'staff-provisioned',
          by: person,
          detail: { way, staff: cashiers.map(({ id, name, role }) => ({ id, name, role })) },
        });
      });
      changed();
    },
  };
}
