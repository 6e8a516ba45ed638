import { acts, fail, mayAct, ok, type Role } from '../../shared/contract/index.ts';
import { isoTime } from '../platform/index.ts';
import { createStaffManagement } from './management.ts';
import { createPinAttempts } from './pin-attempts.ts';
import { activeCashiers, disableCashiersExcept, putCashier } from './queries.ts';
import { createSession } from './session.ts';
import type { Cashier, Staff, StaffPorts } from './types.ts';

export function createStaff(ports: StaffPorts): Staff {
  const { database, clock, audit } = ports;
  const uptime = ports.uptime ?? (() => performance.now());
  const { log, pins } = ports;
  const attempts = createPinAttempts({ database, clock, audit, log, pins, uptime });
  const session = createSession(ports);

  const names = (): Cashier[] =>
    activeCashiers(database).map(({ id, name, role }) => ({ id, name, role }));
  const changed = (): void => session.keepOnly(names());

  const tryIt = (cashierId: string, pin: string, least: Role) =>
    attempts.inTurn(() => attempts.tryPin(cashierId, pin, { least }));

  const allow: Staff['allow'] = async (act, cashier, approval) => {
    const { least, by } = acts[act];
    if (by !== 'pin' && mayAct(cashier.role, act)) return ok({ approver: null });
    if (by === 'role' || approval === null) return fail({ kind: 'not-allowed', needs: least });
    const approver = await tryIt(approval.cashierId, approval.pin, least);
    return approver.ok ? ok({ approver: approver.value }) : approver;
  };

  const management = createStaffManagement(ports, {
    attempts,
    allow,
    approveFor: ({ cashierId, pin }) => tryIt(cashierId, pin, acts['release-lock-out'].least),
    changed,
  });

  return {
    ...management,
    names,
    signIn: (cashierId, pin) =>
      attempts.inTurn(async () => {
        const found = await attempts.tryPin(cashierId, pin, {
          inCommit: session.noteSignInInCommit,
        });
        if (found.ok) session.begin(found.value);
        return found;
      }),
    approve: ({ cashierId, pin }) => tryIt(cashierId, pin, 'supervisor'),
    identify: ({ cashierId, pin }) => tryIt(cashierId, pin, 'cashier'),
    allow,
    signOut: session.end,
    lock: session.lock,
    locked: session.locked,
    current: session.current,
    session: () => {
      const cashier = session.current();
      const since = session.since();
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
      const at = isoTime(clock.now());
      database.commit(() => {
        for (const cashier of hashed) putCashier(database, cashier, at);
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
