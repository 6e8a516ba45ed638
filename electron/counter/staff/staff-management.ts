import {
  type Approval,
  type Cashier,
  canApproveOverrides,
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
  listCashiers,
  listEnabledCashiers,
  readCashier,
  updateCashier,
  updateCashierDisabledAt,
} from './cashier-queries.ts';
import { createLockOutRelease } from './lock-out-release.ts';
import { hasValidPersonSeal, sealPersonInCommit } from './person-seal.ts';
import type { PinAttempts } from './pin-attempts.ts';
import { createPinReset } from './pin-reset.ts';
import type { Staff, StaffManagement, StaffPorts } from './types.ts';
import { validatePin } from './validate-pin.ts';

const CASHIER_NOT_FOUND: Result<never> = fail({ kind: 'not-found', what: 'cashier' });

/** Manages the staff. Changes and PIN attempts run one at a time in the same queue. */
export function createStaffManagement(
  ports: StaffPorts,
  parts: {
    readonly attempts: PinAttempts;
    readonly authorize: Staff['authorize'];
    readonly approveRelease: (approval: Approval) => Promise<Result<Cashier>>;
    /** Called after a change of the staff. */
    readonly onChange: () => void;
  },
): StaffManagement {
  const { database, clock, audit } = ports;
  const { attempts } = parts;
  const now = (): string => toIsoTime(clock.now());

  const seal = (id: string): void => sealPersonInCommit(ports.sealer, database, id);
  /** An altered row becomes genuine only with a new PIN. */
  const isGenuine = (row: CashierRow): boolean => hasValidPersonSeal(ports.sealer, row);

  const toMember = (row: CashierRow): StaffMember => {
    const { id, name, role, disabledAt } = row;
    return { id, name, role, disabledAt, lockedOut: attempts.getLockOut(row) };
  };
  const readMember = (id: string): Result<StaffMember> => {
    const row = readCashier(database, id);
    return row ? ok(toMember(row)) : CASHIER_NOT_FOUND;
  };

  /** An owner may manage everybody, a supervisor only cashiers; null if `by` may. */
  const getManageProblem = (by: Cashier, ...roles: readonly Role[]): Problem | null =>
    by.role === 'owner' || (by.role === 'supervisor' && roles.every((role) => role === 'cashier'))
      ? null
      : { kind: 'not-allowed', needs: by.role === 'cashier' ? 'supervisor' : 'owner' };

  const isLastOwner = (id: string): boolean =>
    listEnabledCashiers(database).every((person) => person.role !== 'owner' || person.id === id);

  const finishChange = (id: string): Result<StaffMember> => {
    parts.onChange();
    return readMember(id);
  };

  const add: StaffManagement['add'] = async ({ id: requestedId, name, role, pin }, by) => {
    const existingIds = listCashiers(database).map((person) => person.id);
    const id = requestedId ?? createStaffId(name, existingIds);
    const problem =
      getManageProblem(by, role) ??
      (existingIds.includes(id) ? ({ kind: 'staff', reason: 'id-taken' } as const) : null) ??
      (await validatePin(ports, by, { id, name, role }, pin));
    if (problem) return fail(problem);
    const pinHash = await ports.pins.hash(pin);
    database.commit(() => {
      insertCashier(database, { id, name, role, pinHash, createdBy: by.id }, now());
      seal(id);
      audit.recordInTransaction({
        kind: 'cashier-added',
        by,
        detail: { cashierId: id, name, role },
      });
    });
    return finishChange(id);
  };

  const change: StaffManagement['change'] = async ({ id, name, role, pin }, by) => {
    const row = readCashier(database, id);
    if (!row) return CASHIER_NOT_FOUND;
    const problem = getManageProblem(by, row.role, role) ?? refuseChange(row, role, pin);
    if (problem) return fail(problem);
    const pinProblem = pin === null ? null : await validatePin(ports, by, { id, name, role }, pin);
    if (pinProblem) return fail(pinProblem);
    const pinHash = pin === null ? null : await ports.pins.hash(pin);
    database.commit(() => {
      updateCashier(database, id, { name, role });
      if (pinHash !== null) attempts.setPinInCommit(id, pinHash);
      seal(id);
      audit.recordInTransaction({
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
    return finishChange(id);
  };

  const refuseChange = (row: CashierRow, role: Role, pin: string | null): Problem | null => {
    const isActive = row.disabledAt === null;
    if (isActive && row.role === 'owner' && role !== 'owner' && isLastOwner(row.id)) {
      return { kind: 'staff', reason: 'last-owner' };
    }
    const gainsOverride = canApproveOverrides(role) && !canApproveOverrides(row.role);
    return (gainsOverride || !isGenuine(row)) && pin === null
      ? { kind: 'staff', reason: 'pin-needed' }
      : null;
  };

  const disable: StaffManagement['disable'] = async ({ id }, by) => {
    const row = readCashier(database, id);
    if (!row) return CASHIER_NOT_FOUND;
    if (row.disabledAt !== null) return ok(toMember(row));
    const problem = getManageProblem(by, row.role);
    if (problem) return fail(problem);
    if (row.role === 'owner' && isLastOwner(id)) {
      return fail({ kind: 'staff', reason: 'last-owner' });
    }
    if (id === by.id) return fail({ kind: 'staff', reason: 'yourself' });
    database.commit(() => {
      const wasGenuine = isGenuine(row);
      updateCashierDisabledAt(database, id, now());
      if (wasGenuine) seal(id);
      audit.recordInTransaction({
        kind: 'cashier-disabled',
        by,
        detail: { cashierId: id, name: row.name, role: row.role },
      });
    });
    return finishChange(id);
  };

  const enable: StaffManagement['enable'] = async ({ id, pin }, by) => {
    const row = readCashier(database, id);
    if (!row) return CASHIER_NOT_FOUND;
    if (row.disabledAt === null) return ok(toMember(row));
    const problem = getManageProblem(by, row.role);
    if (problem) return fail(problem);
    // Another person may have been given the same PIN in the meantime.
    const needsPin = canApproveOverrides(row.role) || !isGenuine(row);
    if (needsPin && pin === null) return fail({ kind: 'staff', reason: 'pin-needed' });
    const pinProblem = pin === null ? null : await validatePin(ports, by, row, pin);
    if (pinProblem) return fail(pinProblem);
    const pinHash = pin === null ? null : await ports.pins.hash(pin);
    database.commit(() => {
      updateCashierDisabledAt(database, id, null);
      if (pinHash !== null) attempts.setPinInCommit(id, pinHash);
      seal(id);
      const newPin = pinHash === null ? {} : { newPin: true };
      const detail = { cashierId: id, name: row.name, role: row.role, ...newPin };
      audit.recordInTransaction({ kind: 'cashier-enabled', by, detail });
    });
    return finishChange(id);
  };

  return {
    list: () => listCashiers(database).map(toMember),
    add: (person, by) => attempts.runExclusively(() => add(person, by)),
    change: (person, by) => attempts.runExclusively(() => change(person, by)),
    disable: (person, by) => attempts.runExclusively(() => disable(person, by)),
    enable: (person, by) => attempts.runExclusively(() => enable(person, by)),
    // Not queued here, because the PIN check inside it is queued.
    releaseLockOut: createLockOutRelease(ports, parts),
    resetPin: createPinReset(ports, parts),
  };
}
