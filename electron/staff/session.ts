import type { LockReason, LockState } from '../../shared/contract/index.ts';
import type { AuditNote } from '../audit/index.ts';
import { isoTime } from '../platform/index.ts';
import type { Cashier, StaffPorts } from './types.ts';

export interface Session {
  current(): Cashier | null;
  /**
   * By the clock as it goes now: where an answer of the service has set it back since the sign-in,
   * what the cashier did afterwards is still no older than the session.
   */
  since(): string | null;
  locked(): LockState;
  /** Inside the commit of a correct PIN: writes the sign-in into the audit log. */
  noteSignInInCommit(cashier: Cashier): void;
  /** After it. */
  begin(cashier: Cashier): void;
  end(): void;
  lock(because: LockReason): void;
  /** Takes the active cashiers: anybody else is signed out, and changed names are taken over. */
  keepOnly(active: readonly Cashier[]): void;
}

interface Standing {
  readonly cashier: Cashier;
  /** The uptime of the sign-in: a clock can be set, it cannot. */
  readonly beganAt: number;
}

type Locked = Standing & { readonly because: LockReason; readonly at: string };

/** Who is signed in, and whose work waits behind the lock: never both. */
export function createSession(
  ports: Pick<StaffPorts, 'database' | 'clock' | 'audit' | 'log' | 'onSession'>,
): Session {
  const { clock, audit, log, onSession } = ports;
  let standing: Standing | null = null;
  let locked: Locked | null = null;

  /** A till closes also if it cannot write that it did. */
  const noteIfPossible = (note: AuditNote): void => {
    try {
      audit.note(note);
    } catch (error) {
      log.error({ err: error, kind: note.kind }, 'the audit log could not be written');
    }
  };

  return {
    current: () => standing?.cashier ?? null,
    since: () =>
      standing === null
        ? null
        : isoTime(Math.floor(clock.now() - (clock.uptime() - standing.beganAt))),
    locked: () => {
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
    begin: (cashier) => {
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
      locked = { ...standing, because, at: isoTime(clock.now()) };
      standing = null;
      noteIfPossible({ kind: 'till-locked', by: locked.cashier, detail: { because } });
      onSession(null);
    },
    keepOnly: (active) => {
      const fresh = (one: Standing): Cashier | undefined =>
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
