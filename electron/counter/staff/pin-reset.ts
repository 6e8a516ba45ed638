import { fail, type Result } from '../../../shared/contract/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import {
  findActiveCashier,
  readRecoveryAttempts,
  writeRecoveryAttempts,
} from './cashier-queries.ts';
import { computeWaitSeconds, MAX_FAILURES, type PinAttempts } from './pin-attempts.ts';
import type { StaffManagement, StaffPorts } from './types.ts';
import { validatePin } from './validate-pin.ts';

/** A recovery key that is wrong ten times in a row costs an hour for each further one. */
const MAX_RECOVERY_WAIT_SECONDS = 3600;

/**
 * An owner who forgot the PIN, or whose key store no longer opens, sets a new one with the recovery
 * key. Wrong keys cost growing waits as wrong PINs do, counted before the key is compared and over a
 * restart; a mistyped one, whose own letters tell, costs nothing.
 */
export function createPinReset(
  ports: StaffPorts,
  parts: { readonly attempts: PinAttempts; readonly changed: () => void },
): StaffManagement['resetPin'] {
  const { database, clock, audit, pins } = ports;
  const { attempts } = parts;

  const waitSeconds = (): number => {
    const { failures, lockedUntil } = readRecoveryAttempts(database);
    if (lockedUntil === null) return 0;
    const left = Math.ceil((Date.parse(lockedUntil) - clock.now()) / 1000);
    // A clock that was set back makes no wait longer than it began.
    return Math.max(0, Math.min(left, computeRecoveryWaitSeconds(failures)));
  };

  const count = (failures: number): void => {
    const wait = computeRecoveryWaitSeconds(failures);
    const lockedUntil = wait > 0 ? toIsoTime(clock.now() + wait * 1000) : null;
    database.commit(() => writeRecoveryAttempts(database, { failures, lockedUntil }));
  };

  return ({ cashierId, pin }, check) =>
    attempts.runExclusive(async (): Promise<Result<Record<string, never>>> => {
      const row = findActiveCashier(database, cashierId);
      if (!row) return fail({ kind: 'not-found', what: 'cashier' });
      if (row.role !== 'owner') return fail({ kind: 'not-allowed', needs: 'owner' });
      const wait = waitSeconds();
      if (wait > 0) return fail({ kind: 'wait', waitSeconds: wait });
      const before = readRecoveryAttempts(database).failures;
      count(before + 1);
      const checked = await check();
      if (!checked.ok) {
        const isWrong =
          checked.problem.kind === 'recovery-key' && checked.problem.reason === 'wrong';
        if (!isWrong) count(before);
        else {
          const detail = { cashierId, name: row.name, failures: before + 1 };
          audit.note({ kind: 'recovery-key-refused', by: null, detail });
        }
        return checked;
      }
      count(0);
      const badPin = await validatePin(ports, row.id, row.role, pin);
      if (badPin) return fail(badPin);
      const pinHash = await pins.hash(pin);
      database.commit(() => {
        attempts.setPinInCommit(row.id, pinHash);
        audit.noteInCommit({
          kind: 'pin-set-by-recovery-key',
          by: { id: row.id, name: row.name },
          detail: { cashierId: row.id, name: row.name },
        });
      });
      parts.changed();
      return { ok: true, value: {} };
    });
}

function computeRecoveryWaitSeconds(failures: number): number {
  return failures < MAX_FAILURES ? computeWaitSeconds(failures) : MAX_RECOVERY_WAIT_SECONDS;
}
