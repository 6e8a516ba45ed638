import type { LockReason, LockState } from '../../../shared/contract/index.ts';
import type { AuditNote } from '../../ledger/audit/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import type { Cashier, StaffPorts } from './types.ts';

export interface StaffSession {
  getCurrent(): Cashier | null;
  /**
   * By the clock as it goes now: where an answer of the service has set it back since the sign-in,
   * what the cashier did afterwards is still no older than the session.
   */
  getStartedAt(): string | null;
  getLockState(): LockState;
  /** Inside the commit of a correct PIN: writes the sign-in into the audit log. */
  noteSignInInCommit(cashier: Cashier): void;
  /** After it. */
  start(cashier: Cashier): void;
  end(): void;
  lock(because: LockReason): void;
  /** Takes the active cashiers: anybody else is signed out, and changed names are taken over. */
  applyActiveCashiers(active: readonly Cashier[]): void;
}

interface SignedInSession {
  readonly cashier: Cashier;
  /** The uptime of the sign-in: a clock can be set, it cannot. */
  readonly beganAt: number;
}

type LockedSession = SignedInSession & { readonly because: LockReason; readonly at: string };

/** Who is signed in, and whose work waits behind the lock: never both. */
export function createStaffSession(
  ports: Pick<StaffPorts, 'database' | 'clock' | 'audit' | 'log' | 'onSession'>,
): StaffSession {
  const { clock, audit, log, onSession } = ports;
  let standing: SignedInSession | null = null;
  let locked: LockedSession | null = null;

  /** A till closes also if it cannot write that it did. */
  const noteIfPossible = (note: AuditNote): void => {
    try {
      audit.note(note);
    } catch (error) {
      log.error({ err: error, kind: note.kind }, 'staff-session: writing audit note failed');
    }
  };

  return {
    getCurrent: () => standing?.cashier ?? null,
    getStartedAt: () =>
      standing === null
        ? null
        : toIsoTime(Math.floor(clock.now() - (clock.uptime() - standing.beganAt))),
    getLockState: () => {
      if (locked === null) return null;
      const { cashier, because, at } = locked;
      return { cashier, because, at };
    },
    noteSignInInCommit: (cashier) => {
      const before = locked ?? standing;
      if (locked?.cashier.id === cashier.id) {
        return audit.noteInCommit({ kind: 'till-unlocked', by: cashier, detail: {} });
      }
      if (before && before.cashier.id !== cashier.id) {
        const detail = { because: 'another-signed-in' };
        audit.noteInCommit({ kind: 'signed-out', by: before.cashier, detail });
      }
      audit.noteInCommit({ kind: 'signed-in', by: cashier, detail: {} });
    },
    start: (cashier) => {
      const beganAt = locked?.cashier.id === cashier.id ? locked.beganAt : clock.uptime();
      standing = { cashier, beganAt };
      locked = null;
      onSession(cashier);
    },
    end: () => {
      const ending = standing ?? (locked?.because === 'asked' ? locked : null);
      if (ending === null) return;
      standing = null;
      locked = null;
      noteIfPossible({ kind: 'signed-out', by: ending.cashier, detail: {} });
      onSession(null);
    },
    lock: (because) => {
      if (standing === null) return;
      locked = { ...standing, because, at: toIsoTime(clock.now()) };
      standing = null;
      noteIfPossible({ kind: 'till-locked', by: locked.cashier, detail: { because } });
      onSession(null);
    },
    applyActiveCashiers: (active) => {
      const fresh = (one: SignedInSession): Cashier | undefined =>
        active.find(({ id }) => id === one.cashier.id);
      if (standing) {
        const cashier = fresh(standing);
        standing = cashier ? { ...standing, cashier } : null;
      }
      if (locked) {
        const cashier = fresh(locked);
        locked = cashier ? { ...locked, cashier } : null;
      }
      onSession(standing?.cashier ?? null);
    },
  };
}
