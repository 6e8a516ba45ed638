import type { Cashier, LockReason, LockState } from '../../../shared/contract/index.ts';
import type { AuditNote } from '../../ledger/audit/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import type { StaffPorts } from './types.ts';

export interface StaffSession {
  getCurrent(): Cashier | null;
  /**
   * The start of the session by the present clock. If a response of the service has set the clock back
   * since the sign-in, the cashier's later actions are still not older than the session.
   */
  getStartedAt(): string | null;
  getLockState(): LockState;
  /** Inside the commit of a correct PIN: writes the sign-in into the audit log. */
  auditSignInInCommit(cashier: Cashier): void;
  /** Call it after that commit. */
  start(cashier: Cashier): void;
  end(): void;
  lock(because: LockReason): void;
  /** Signs out a cashier who is not active any more, and applies changed names and roles. */
  applyActiveCashiers(active: readonly Cashier[]): void;
}

interface SignedInSession {
  readonly cashier: Cashier;
  /** The uptime of the sign-in, because the clock can be changed. */
  readonly beganAt: number;
}

type LockedSession = SignedInSession & { readonly because: LockReason; readonly at: string };

/** The signed-in session or the locked session, never both. */
export function createStaffSession(
  ports: Pick<StaffPorts, 'database' | 'clock' | 'audit' | 'log' | 'onSessionChange'>,
): StaffSession {
  const { clock, audit, log, onSessionChange } = ports;
  let current: SignedInSession | null = null;
  let locked: LockedSession | null = null;

  /** Locking and signing out must work even if the audit note cannot be written. */
  const writeNoteIfPossible = (note: AuditNote): void => {
    try {
      audit.note(note);
    } catch (error) {
      log.error({ err: error, kind: note.kind }, 'staff-session: writing audit note failed');
    }
  };

  return {
    getCurrent: () => current?.cashier ?? null,
    getStartedAt: () =>
      current === null
        ? null
        : toIsoTime(Math.floor(clock.now() - (clock.uptime() - current.beganAt))),
    getLockState: () => {
      if (locked === null) return null;
      const { cashier, because, at } = locked;
      return { cashier, because, at };
    },
    auditSignInInCommit: (cashier) => {
      const previous = locked ?? current;
      if (locked?.cashier.id === cashier.id) {
        return audit.recordInTransaction({ kind: 'till-unlocked', by: cashier, detail: {} });
      }
      if (previous && previous.cashier.id !== cashier.id) {
        const detail = { because: 'another-signed-in' };
        audit.recordInTransaction({ kind: 'signed-out', by: previous.cashier, detail });
      }
      audit.recordInTransaction({ kind: 'signed-in', by: cashier, detail: {} });
    },
    start: (cashier) => {
      const beganAt = locked?.cashier.id === cashier.id ? locked.beganAt : clock.uptime();
      current = { cashier, beganAt };
      locked = null;
      onSessionChange(cashier);
    },
    end: () => {
      const session = current ?? (locked?.because === 'asked' ? locked : null);
      if (session === null) return;
      current = null;
      locked = null;
      writeNoteIfPossible({ kind: 'signed-out', by: session.cashier, detail: {} });
      onSessionChange(null);
    },
    lock: (because) => {
      if (current === null) return;
      locked = { ...current, because, at: toIsoTime(clock.now()) };
      current = null;
      writeNoteIfPossible({ kind: 'till-locked', by: locked.cashier, detail: { because } });
      onSessionChange(null);
    },
    applyActiveCashiers: (active) => {
      const findActive = (session: SignedInSession): Cashier | undefined =>
        active.find(({ id }) => id === session.cashier.id);
      if (current) {
        const cashier = findActive(current);
        current = cashier ? { ...current, cashier } : null;
      }
      if (locked) {
        const cashier = findActive(locked);
        locked = cashier ? { ...locked, cashier } : null;
      }
      onSessionChange(current?.cashier ?? null);
    },
  };
}
