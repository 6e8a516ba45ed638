import { fail, type Result } from '../../../shared/contract/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import {
  findActiveCashier,
  readRecoveryAttempts,
  writeRecoveryAttempts,
} from './cashier-queries.ts';
import { sealPersonInCommit } from './person-seal.ts';
import { computePinWaitSeconds, MAX_PIN_FAILURES, type PinAttempts } from './pin-attempts.ts';
import type { StaffManagement, StaffPorts } from './types.ts';
import { validatePin } from './validate-pin.ts';

/** After ten wrong recovery keys in a row, each further one costs an hour. */
const MAX_RECOVERY_WAIT_SECONDS = 3600;

/**
 * An owner who forgot the PIN, or whose key store no longer opens, sets a new PIN with the recovery
 * key. Wrong keys cost growing waits like wrong PINs; they are counted before the key is compared and
 * survive a restart. A mistyped key, which its check characters reveal, costs nothing.
 */
export function createPinReset(
  ports: StaffPorts,
  parts: { readonly attempts: PinAttempts; readonly onChange: () => void },
): StaffManagement['resetPin'] {
  const { database, clock, audit, pins } = ports;
  const { attempts } = parts;

  const computeRemainingWait = (): number => {
    const { failures, lockedUntil } = readRecoveryAttempts(database);
    if (lockedUntil === null) return 0;
    const remaining = Math.ceil((Date.parse(lockedUntil) - clock.now()) / 1000);
    // A clock that was set back does not lengthen the wait.
    return Math.max(0, Math.min(remaining, computeRecoveryWaitSeconds(failures)));
  };

  const writeFailures = (failures: number): void => {
    const wait = computeRecoveryWaitSeconds(failures);
    const lockedUntil = wait > 0 ? toIsoTime(clock.now() + wait * 1000) : null;
    database.commit(() => writeRecoveryAttempts(database, { failures, lockedUntil }));
  };

  return ({ cashierId, pin }, check) =>
    attempts.runExclusively(async (): Promise<Result<Record<string, never>>> => {
      const row = findActiveCashier(database, cashierId);
      if (!row) return fail({ kind: 'not-found', what: 'cashier' });
      if (row.role !== 'owner') return fail({ kind: 'not-allowed', needs: 'owner' });
      const wait = computeRemainingWait();
      if (wait > 0) return fail({ kind: 'wait', waitSeconds: wait });
      const failuresBefore = readRecoveryAttempts(database).failures;
      writeFailures(failuresBefore + 1);
      const checkResult = await check();
      if (!checkResult.ok) {
        const isWrong =
          checkResult.problem.kind === 'recovery-key' && checkResult.problem.reason === 'wrong';
        if (!isWrong) writeFailures(failuresBefore);
        else {
          const detail = { cashierId, name: row.name, failures: failuresBefore + 1 };
          audit.note({ kind: 'recovery-key-refused', by: null, detail });
        }
        return checkResult;
      }
      writeFailures(0);
      const pinProblem = await validatePin(ports, row, row, pin);
      if (pinProblem) return fail(pinProblem);
      const pinHash = await pins.hash(pin);
      database.commit(() => {
        attempts.setPinInCommit(row.id, pinHash);
        sealPersonInCommit(ports.sealer, database, row.id);
        audit.recordInTransaction({
          kind: 'pin-set-by-recovery-key',
          by: { id: row.id, name: row.name },
          detail: { cashierId: row.id, name: row.name },
        });
      });
      parts.onChange();
      return { ok: true, value: {} };
    });
}

function computeRecoveryWaitSeconds(failures: number): number {
  return failures < MAX_PIN_FAILURES ? computePinWaitSeconds(failures) : MAX_RECOVERY_WAIT_SECONDS;
}
