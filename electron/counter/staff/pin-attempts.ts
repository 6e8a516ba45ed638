import {
  type Cashier,
  fail,
  hasAtLeastRole,
  ok,
  type Result,
  type Role,
} from '../../../shared/contract/index.ts';
import type { Audit, AuditPerson } from '../../ledger/audit/index.ts';
import { type Database, StorageError } from '../../ledger/index.ts';
import { type Clock, createSerialQueue, type Log, toIsoTime } from '../../platform/index.ts';
import {
  type CashierRow,
  findActiveCashier,
  updateCashierPinFailures,
  updateCashierPinHash,
} from './cashier-queries.ts';
import { hasValidPersonSeal, type PersonSealer } from './person-seal.ts';
import type { PinAttemptFile, PinFailures } from './pin-attempt-file.ts';
import type { PinHasher } from './pin-hasher.ts';

/** Attempts without a wait, because of typing mistakes. */
const FREE_ATTEMPTS = 2;
const FIRST_WAIT_SECONDS = 5;
const MAX_WAIT_SECONDS = 300;
/** This many wrong PINs in a row lock a person out. */
export const MAX_PIN_FAILURES = 10;
/** The only owner cannot be released by another, so the lock-out ends after this time of running. */
export const OWNER_LOCK_OUT_SECONDS = 3600;

/** Attempts per run of the till if the ledger cannot be written, so that sign-in stays possible. */
const MAX_UNWRITTEN_ATTEMPTS = 3;

/** Seconds to wait after that many failures in a row: 0, 0, 5, 10, 20 … 300. */
export function computePinWaitSeconds(failures: number): number {
  if (failures <= FREE_ATTEMPTS) return 0;
  return Math.min(MAX_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** (failures - FREE_ATTEMPTS - 1));
}

export interface PinLockOut {
  /** ISO 8601, UTC; null if the machine stopped during the attempt. */
  readonly at: string | null;
  /** Seconds until the lock-out ends automatically; null if it does not. */
  readonly waitSeconds: number | null;
}

export interface PinAttempts {
  /** Runs one work at a time, because simultaneous guesses would bypass the wait. */
  runExclusively<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Checks `minRole` before the PIN. `inCommit` runs in the commit that clears the failures. */
  tryPin(
    cashierId: string,
    pin: string,
    options?: { readonly minRole?: Role; readonly inCommit?: (cashier: Cashier) => void },
  ): Promise<Result<Cashier>>;
  getLockOut(row: CashierRow): PinLockOut | null;
  /** Inside a commit. */
  releaseLockOutInCommit(cashierId: string): void;
  /** Inside a commit: sets a new PIN and clears the failures of the old one. */
  setPinInCommit(cashierId: string, pinHash: string): void;
}

export function createPinAttempts(ports: {
  readonly database: Database;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly log: Log;
  readonly pins: PinHasher;
  readonly uptime: () => number;
  readonly attemptFile: PinAttemptFile | null;
  readonly isTemporaryLedgerCopy: boolean;
  readonly sealer: PersonSealer;
  /** The person who is signed in, for the audit log. */
  readonly getSignedIn: () => AuditPerson | null;
}): PinAttempts {
  const { database, clock, audit, log, pins, uptime, attemptFile, isTemporaryLedgerCopy } = ports;
  // Lock-outs that end automatically are measured by the uptime, which nobody can set. After a
  // restart they begin again.
  const startedAt = uptime();
  const lockedOutAt = new Map<string, number>();

  /** Attempts that could not be written since the last successful write. */
  const unwritten = new Map<string, number>();

  /** People whose altered row is in the audit log since the start. */
  const noted = new Set<string>();

  /** Returns null if the commit succeeded, otherwise the error. */
  const commitIfPossible = (work: () => void): StorageError | null => {
    try {
      database.commit(work);
      return null;
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      log.error({ err: error }, 'staff: recording PIN attempt failed');
      return error;
    }
  };

  /** The row with the higher count of the ledger and of the file beside the key. */
  const withCounted = (row: CashierRow): CashierRow => {
    const counted = attemptFile?.read(row.id) ?? null;
    return counted !== null && counted.failures > row.failures ? { ...row, ...counted } : row;
  };

  /** Inside a commit. If one of the two is not written, the higher count stays. */
  const writeFailures = (id: string, failures: PinFailures): void => {
    updateCashierPinFailures(database, id, failures);
    try {
      attemptFile?.write(id, failures);
    } catch (error) {
      // On a full disk the ledger alone counts, so that sign-in stays possible.
      if (isTemporaryLedgerCopy || !(error instanceof StorageError)) throw error;
      log.error({ err: error }, 'staff: writing PIN attempt file failed');
    }
  };
  const clearFailures = (id: string): void =>
    writeFailures(id, { failures: 0, lockedUntil: null, lockedOutAt: null });

  const getLockOut = (cashier: CashierRow): PinLockOut | null => {
    const row = withCounted(cashier);
    if (row.failures < MAX_PIN_FAILURES) return null;
    if (row.role !== 'owner') return { at: row.lockedOutAt, waitSeconds: null };
    const waitSeconds = Math.ceil(OWNER_LOCK_OUT_SECONDS - getLockedOutSeconds(row));
    return waitSeconds > 0 ? { at: row.lockedOutAt, waitSeconds } : null;
  };

  /** A command that checks one PIN does not run for an hour, so it goes by the clock. */
  const getLockedOutSeconds = (row: CashierRow): number => {
    if (!isTemporaryLedgerCopy) return (uptime() - (lockedOutAt.get(row.id) ?? startedAt)) / 1000;
    const since = Date.parse(row.lockedOutAt ?? row.lockedUntil ?? toIsoTime(clock.now()));
    return Math.max(0, clock.now() - since) / 1000;
  };

  /** Seconds left of the wait; a clock that was set back does not lengthen it. */
  const getRemainingWait = (row: CashierRow): number => {
    if (row.lockedUntil === null) return 0;
    const remaining = Math.ceil((Date.parse(row.lockedUntil) - clock.now()) / 1000);
    const maxWait = computePinWaitSeconds(row.failures);
    if (remaining <= maxWait) return Math.max(0, remaining);
    const lockedUntil = toIsoTime(clock.now() + maxWait * 1000);
    database.commit(() => writeFailures(row.id, { ...row, lockedUntil }));
    return maxWait;
  };

  const getRefusal = (row: CashierRow): Result<never> | null => {
    const lockOut = getLockOut(row);
    if (lockOut) {
      const endsWith = row.role === 'owner' ? 'owner' : 'supervisor';
      return fail({ kind: 'locked-out', endsWith, waitSeconds: lockOut.waitSeconds });
    }
    // After an owner's hour is over there is no further wait.
    const waitSeconds = row.failures < MAX_PIN_FAILURES ? getRemainingWait(row) : 0;
    return waitSeconds > 0 ? fail({ kind: 'wait', waitSeconds }) : null;
  };

  const refuseAlteredRow = ({ id, name, role }: CashierRow): Result<never> => {
    log.error({ cashierId: id }, 'staff: row not sealed by this till');
    if (!noted.has(id)) {
      noted.add(id);
      commitIfPossible(() =>
        audit.recordInTransaction({
          kind: 'person-altered',
          by: null,
          detail: { cashierId: id, name, role },
        }),
      );
    }
    return fail({ kind: 'staff', reason: 'altered' });
  };

  const refuseWrongPin = (row: CashierRow, failures: number): Result<never> => {
    const { id: cashierId, name } = row;
    const noteInCommit = (): void =>
      audit.recordInTransaction({
        kind: 'wrong-pin',
        by: ports.getSignedIn(),
        detail: { cashierId, name, failures },
      });
    if (failures < MAX_PIN_FAILURES) {
      commitIfPossible(noteInCommit);
      return fail({ kind: 'wrong-pin', waitSeconds: computePinWaitSeconds(failures) });
    }
    lockedOutAt.set(row.id, uptime());
    const at = toIsoTime(clock.now());
    database.commit(() => {
      writeFailures(row.id, { failures, lockedUntil: null, lockedOutAt: at });
      noteInCommit();
      audit.recordInTransaction({
        kind: 'locked-out',
        by: null,
        detail: { cashierId, name, failures },
      });
    });
    return (
      getRefusal({ ...row, failures, lockedOutAt: at }) ?? fail({ kind: 'wait', waitSeconds: 0 })
    );
  };

  return {
    runExclusively: createSerialQueue(),
    tryPin: async (cashierId, pin, options = {}) => {
      const cashier = findActiveCashier(database, cashierId);
      if (!cashier) return fail({ kind: 'not-found', what: 'cashier' });
      const row = withCounted(cashier);
      if (options.minRole !== undefined && !hasAtLeastRole(row.role, options.minRole)) {
        return fail({ kind: 'not-allowed', needs: options.minRole });
      }
      const refusalResult = getRefusal(row);
      if (refusalResult) return refusalResult;
      // A key store that does not open must not count as a wrong PIN.
      const readiness = await pins.checkReady();
      if (!readiness.ok) return readiness;
      if (!hasValidPersonSeal(ports.sealer, cashier)) return refuseAlteredRow(cashier);
      // Counted before the PIN is compared, so that a power cut cannot erase the attempt.
      const unwrittenBefore = unwritten.get(cashierId) ?? 0;
      const failures = row.failures + unwrittenBefore + 1;
      const waitSeconds = computePinWaitSeconds(failures);
      const lockedUntil = waitSeconds > 0 ? toIsoTime(clock.now() + waitSeconds * 1000) : null;
      const { lockedOutAt: previousLockOutAt } = row;
      const writeError = commitIfPossible(() =>
        writeFailures(cashierId, {
          failures,
          lockedUntil,
          lockedOutAt: previousLockOutAt,
        }),
      );
      if (writeError && (isTemporaryLedgerCopy || unwrittenBefore >= MAX_UNWRITTEN_ATTEMPTS)) {
        throw writeError;
      }
      unwritten.set(cashierId, writeError ? unwrittenBefore + 1 : 0);
      if (!(await pins.matchesHash(pin, row.pinHash))) return refuseWrongPin(row, failures);
      const { id, name, role } = row;
      unwritten.delete(id);
      commitIfPossible(() => {
        clearFailures(id);
        options.inCommit?.({ id, name, role });
      });
      return ok({ id, name, role });
    },
    getLockOut,
    releaseLockOutInCommit: clearFailures,
    setPinInCommit: (cashierId, pinHash) => {
      updateCashierPinHash(database, cashierId, pinHash);
      clearFailures(cashierId);
    },
  };
}
