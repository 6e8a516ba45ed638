import {
  type Approval,
  canOverride,
  createStaffId,
  fail,
  ok,
  type Problem,
  type Result,
  type Role,
  type StaffMember,
} from '../../../shared/contract/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import {
  type CashierRow,
  insertCashier,
  listActiveCashiers,
  listCashiers,
  readCashier,
  updateCashier,
  updateDisabledAt,
} from './cashier-queries.ts';
import { createLockOutRelease } from './lock-out-release.ts';
import type { PinAttempts } from './pin-attempts.ts';
import { createPinReset } from './pin-reset.ts';
import type { Cashier, Staff, StaffManagement, StaffPorts } from './types.ts';
import { validatePin } from './validate-pin.ts';

const CASHIER_NOT_FOUND: Result<never> = fail({ kind: 'not-found', what: 'cashier' });

/** Managing the staff. Changes and PIN attempts share one queue, so that none overtakes another. */
export function createStaffManagement(
  ports: StaffPorts,
  parts: {
    readonly attempts: PinAttempts;
    readonly allow: Staff['authorize'];
    readonly approveFor: (approval: Approval) => Promise<Result<Cashier>>;
    /** The staff changed. */
    readonly changed: () => void;
  },
): StaffManagement {
  const { database, clock, audit } = ports;
  const { attempts } = parts;
  const now = (): string => toIsoTime(clock.now());

  const memberOf = (row: CashierRow): StaffMember => {
    const { id, name, role, disabledAt } = row;
    return { id, name, role, disabledAt, lockedOut: attempts.getLockOut(row) };
  };
  const member = (id: string): Result<StaffMember> => {
    const row = readCashier(database, id);
    return row ? ok(memberOf(row)) : CASHIER_NOT_FOUND;
  };

  /** An owner sees to everybody, a supervisor to cashiers. */
  const mayManage = (by: Cashier, ...roles: readonly Role[]): Problem | null =>
    by.role === 'owner' || (by.role === 'supervisor' && roles.every((one) => one === 'cashier'))
      ? null
      : { kind: 'not-allowed', needs: by.role === 'cashier' ? 'supervisor' : 'owner' };

  const isLastOwner = (id: string): boolean =>
    listActiveCashiers(database).every((one) => one.role !== 'owner' || one.id === id);

  const done = (id: string): Result<StaffMember> => {
    parts.changed();
    return member(id);
  };

  const add: StaffManagement['add'] = async ({ id: wished, name, role, pin }, by) => {
    const everybody = listCashiers(database).map((one) => one.id);
    const id = wished ?? createStaffId(name, everybody);
    const refused =
      mayManage(by, role) ??
      (everybody.includes(id) ? ({ kind: 'staff', reason: 'id-taken' } as const) : null) ??
      (await validatePin(ports, id, role, pin));
    if (refused) return fail(refused);
    const pinHash = await ports.pins.hash(pin);
    database.commit(() => {
      insertCashier(database, { id, name, role, pinHash, createdBy: by.id }, now());
      audit.noteInCommit({ kind: 'cashier-added', by, detail: { cashierId: id, name, role } });
    });
    return done(id);
  };

  const change: StaffManagement['change'] = async ({ id, name, role, pin }, by) => {
    const row = readCashier(database, id);
    if (!row) return CASHIER_NOT_FOUND;
    const refused = mayManage(by, row.role, role) ?? refuseChange(row, role, pin);
    if (refused) return fail(refused);
    const badPin = pin === null ? null : await validatePin(ports, id, role, pin);
    if (badPin) return fail(badPin);
    const pinHash = pin === null ? null : await ports.pins.hash(pin);
    database.commit(() => {
      updateCashier(database, id, { name, role });
      if (pinHash !== null) attempts.setPinInCommit(id, pinHash);
      audit.noteInCommit({
        kind: 'cashier-changed',
        by,
        detail: {
          cashierId: id,
          name,
          role,
          ...(name === row.name ? {} : { nameBefore: row.name }),
          ...(role === row.role ? {} : { roleBefore: row.role }),
          ...(pinHash === null ? {} : { newPin: true }),
        },
      });
    });
    return done(id);
  };

  const refuseChange = (row: CashierRow, role: Role, pin: string | null): Problem | null => {
    const isActive = row.disabledAt === null;
    if (isActive && row.role === 'owner' && role !== 'owner' && isLastOwner(row.id)) {
      return { kind: 'staff', reason: 'last-owner' };
    }
    const begins = canOverride(role) && !canOverride(row.role);
    return begins && pin === null ? { kind: 'staff', reason: 'pin-needed' } : null;
  };

  const disable: StaffManagement['disable'] = async ({ id }, by) => {
    const row = readCashier(database, id);
    if (!row) return CASHIER_NOT_FOUND;
    if (row.disabledAt !== null) return ok(memberOf(row));
    const refused = mayManage(by, row.role);
    if (refused) return fail(refused);
    if (row.role === 'owner' && isLastOwner(id)) {
      return fail({ kind: 'staff', reason: 'last-owner' });
    }
    if (id === by.id) return fail({ kind: 'staff', reason: 'yourself' });
    database.commit(() => {
      updateDisabledAt(database, id, now());
      audit.noteInCommit({
        kind: 'cashier-disabled',
        by,
        detail: { cashierId: id, name: row.name, role: row.role },
      });
    });
    return done(id);
  };

  const enable: StaffManagement['enable'] = async ({ id, pin }, by) => {
    const row = readCashier(database, id);
    if (!row) return CASHIER_NOT_FOUND;
    if (row.disabledAt === null) return ok(memberOf(row));
    const refused = mayManage(by, row.role);
    if (refused) return fail(refused);
    // Meanwhile somebody else may have been given the PIN that she had.
    if (canOverride(row.role) && pin === null) return fail({ kind: 'staff', reason: 'pin-needed' });
    const badPin = pin === null ? null : await validatePin(ports, id, row.role, pin);
    if (badPin) return fail(badPin);
    const pinHash = pin === null ? null : await ports.pins.hash(pin);
    database.commit(() => {
      updateDisabledAt(database, id, null);
      if (pinHash !== null) attempts.setPinInCommit(id, pinHash);
      const detail = { cashierId: id, name: row.name, role: row.role };
      audit.noteInCommit({ kind: 'cashier-enabled', by, detail });
    });
    return done(id);
  };

  return {
    list: () => listCashiers(database).map(memberOf),
    add: (person, by) => attempts.runExclusive(() => add(person, by)),
    change: (person, by) => attempts.runExclusive(() => change(person, by)),
    disable: (person, by) => attempts.runExclusive(() => disable(person, by)),
    enable: (person, by) => attempts.runExclusive(() => enable(person, by)),
    // Not in turn itself: the PIN that it asks for is.
    releaseLockOut: createLockOutRelease(ports, parts),
    resetPin: createPinReset(ports, parts),
  };
}
