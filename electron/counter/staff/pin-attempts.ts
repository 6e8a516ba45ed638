import { fail, hasRole, ok, type Result, type Role } from '../../../shared/contract/index.ts';
import type { Audit } from '../../ledger/audit/index.ts';
import { type Database, StorageError } from '../../ledger/index.ts';
import { type Clock, createSerialQueue, type Log, toIsoTime } from '../../platform/index.ts';
import {
  type CashierRow,
  findActiveCashier,
  updatePinFailures,
  updatePinHash,
} from './cashier-queries.ts';
import type { PinHasher } from './pin-hasher.ts';
import type { Cashier } from './types.ts';

/** Attempts that cost nothing: fingers slip. */
const FREE_ATTEMPTS = 2;
const FIRST_WAIT_SECONDS = 5;
const MAX_WAIT_SECONDS = 300;
/** The wrong PIN in a row that locks out. */
export const MAX_FAILURES = 10;
/** An owner may be the only one who could release her: this long with the till on ends it. */
export const OWNER_LOCK_OUT_SECONDS = 3600;

/** On a full disk somebody must still get in: this many attempts for each run of the till. */
const MAX_UNWRITTEN_ATTEMPTS = 3;

/** Seconds to wait after that many failures in a row: 0, 0, 5, 10, 20 … 300. */
export function computeWaitSeconds(failures: number): number {
  if (failures <= FREE_ATTEMPTS) return 0;
  return Math.min(MAX_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** (failures - FREE_ATTEMPTS - 1));
}

export interface LockOut {
  /** ISO 8601, UTC; null if the machine broke off in the middle of the try. */
  readonly at: string | null;
  /** Seconds until it ends on its own; null if it does not. */
  readonly waitSeconds: number | null;
}

export interface PinAttempts {
  /** Runs one at a time: simultaneous guesses would slip past the wait. */
  runExclusive<Value>(work: () => Promise<Value>): Promise<Value>;
  /** `least` is checked before the PIN. `inCommit` runs in the commit that clears the failures. */
  tryPin(
    cashierId: string,
    pin: string,
    then?: { readonly least?: Role; readonly inCommit?: (cashier: Cashier) => void },
  ): Promise<Result<Cashier>>;
  getLockOut(row: CashierRow): LockOut | null;
  /** Inside a commit. */
  releaseInCommit(cashierId: string): void;
  /** Inside a commit: a new PIN, which forgets the failures of the old. */
  setPinInCommit(cashierId: string, pinHash: string): void;
}

export function createPinAttempts(ports: {
  readonly database: Database;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly log: Log;
  readonly pins: PinHasher;
  readonly uptime: () => number;
}): PinAttempts {
  const { database, clock, audit, log, pins, uptime } = ports;
  // Lock-outs that end by themselves are measured by a clock that nobody sets; after a restart from
  // its beginning.
  const startedAt = uptime();
  const lockedOutAt = new Map<string, number>();

  /** Attempts that the ledger did not take, since it last took one. */
  const unwritten = new Map<string, number>();

  /** Null if it was written; else why it was not. */
  const write = (work: () => void): StorageError | null => {
    try {
      database.commit(work);
      return null;
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      log.error({ err: error }, 'staff: recording PIN attempt failed');
      return error;
    }
  };

  const getLockOut = (row: CashierRow): LockOut | null => {
    if (row.failures < MAX_FAILURES) return null;
    if (row.role !== 'owner') return { at: row.lockedOutAt, waitSeconds: null };
    const passed = (uptime() - (lockedOutAt.get(row.id) ?? startedAt)) / 1000;
    const waitSeconds = Math.ceil(OWNER_LOCK_OUT_SECONDS - passed);
    return waitSeconds > 0 ? { at: row.lockedOutAt, waitSeconds } : null;
  };

  /** Seconds left of the wait; a clock that was set back makes it no longer than it began. */
  const waitOf = (row: CashierRow): number => {
    if (row.lockedUntil === null) return 0;
    const left = Math.ceil((Date.parse(row.lockedUntil) - clock.now()) / 1000);
    const longest = computeWaitSeconds(row.failures);
    if (left <= longest) return Math.max(0, left);
    const lockedUntil = toIsoTime(clock.now() + longest * 1000);
    database.commit(() => updatePinFailures(database, row.id, { ...row, lockedUntil }));
    return longest;
  };

  const refusal = (row: CashierRow): Result<never> | null => {
    const lockOut = getLockOut(row);
    if (lockOut) {
      const endsWith = row.role === 'owner' ? 'owner' : 'supervisor';
      return fail({ kind: 'locked-out', endsWith, waitSeconds: lockOut.waitSeconds });
    }
    // Once an owner's hour is over there is no further wait.
    const waitSeconds = row.failures < MAX_FAILURES ? waitOf(row) : 0;
    return waitSeconds > 0 ? fail({ kind: 'wait', waitSeconds }) : null;
  };

  const wrong = (row: CashierRow, failures: number): Result<never> => {
    if (failures < MAX_FAILURES) {
      return fail({ kind: 'wrong-pin', waitSeconds: computeWaitSeconds(failures) });
    }
    lockedOutAt.set(row.id, uptime());
    const at = toIsoTime(clock.now());
    database.commit(() => {
      updatePinFailures(database, row.id, { failures, lockedUntil: null, lockedOutAt: at });
      audit.noteInCommit({
        kind: 'locked-out',
        by: null,
        detail: { cashierId: row.id, name: row.name, failures },
      });
    });
    return refusal({ ...row, failures, lockedOutAt: at }) ?? fail({ kind: 'wait', waitSeconds: 0 });
  };

  return {
    runExclusive: createSerialQueue(),
    tryPin: async (cashierId, pin, then = {}) => {
      const row = findActiveCashier(database, cashierId);
      if (!row) return fail({ kind: 'not-found', what: 'cashier' });
      if (then.least !== undefined && !hasRole(row.role, then.least)) {
        return fail({ kind: 'not-allowed', needs: then.least });
      }
      const refused = refusal(row);
      if (refused) return refused;
      // A key store that does not open is nobody's wrong PIN.
      const ready = await pins.checkReady();
      if (!ready.ok) return ready;
      // Counted before the PIN is compared: a power cut must not erase the attempt.
      const before = unwritten.get(cashierId) ?? 0;
      const failures = row.failures + before + 1;
      const waitSeconds = computeWaitSeconds(failures);
      const lockedUntil = waitSeconds > 0 ? toIsoTime(clock.now() + waitSeconds * 1000) : null;
      const { lockedOutAt: since } = row;
      const unable = write(() =>
        updatePinFailures(database, cashierId, { failures, lockedUntil, lockedOutAt: since }),
      );
      if (unable && before >= MAX_UNWRITTEN_ATTEMPTS) throw unable;
      unwritten.set(cashierId, unable ? before + 1 : 0);
      if (!(await pins.matches(pin, row.pinHash))) return wrong(row, failures);
      const { id, name, role } = row;
      unwritten.delete(id);
      write(() => {
        updatePinFailures(database, id, { failures: 0, lockedUntil: null, lockedOutAt: null });
        then.inCommit?.({ id, name, role });
      });
      return ok({ id, name, role });
    },
    getLockOut,
    releaseInCommit: (cashierId) =>
      updatePinFailures(database, cashierId, { failures: 0, lockedUntil: null, lockedOutAt: null }),
    setPinInCommit: (cashierId, pinHash) => updatePinHash(database, cashierId, pinHash),
  };
}
