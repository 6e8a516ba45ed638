import { copyFileSync, rmSync } from 'node:fs';
import {
  type Approval,
  type Cashier,
  type EnvironmentName,
  fail,
  hasAtLeastRole,
  ok,
  type Result,
  type Role,
} from '../../../shared/contract/index.ts';
import {
  createStaff,
  getPinCost,
  openPinAttemptFile,
  type Staff,
} from '../../counter/staff/index.ts';
import { createAudit } from '../../ledger/audit/index.ts';
import { openLedgerDatabase, StorageError, toStorageProblem } from '../../ledger/index.ts';
import type { Clock, CreateId, Log, Vault } from '../../platform/index.ts';
import type { DataKey } from '../../settings/keys/index.ts';
import { createLedgerKeys, createLedgerPinHasher, createPersonSealer } from './ledger-keys.ts';

export interface OfflineApprovalPorts {
  readonly profileFolder: string;
  readonly clock: Clock;
  readonly createId: CreateId;
  readonly log: Log;
  readonly vault: Vault;
}

/**
 * Runs `work` with the staff of a ledger that no till has open. Their PINs are checked as at the
 * counter: the ledger and the file beside the key count wrong attempts. A backup is never written to:
 * its PINs are checked on a copy.
 */
export async function withStaffOfClosedLedger<Value>(
  ports: OfflineApprovalPorts,
  ledger: {
    readonly file: string;
    readonly environment: EnvironmentName;
    readonly isBackup: boolean;
    /** A backup whose own seal is valid: its people need none, if it is of an earlier version. */
    readonly isBackupSealValid: boolean;
    /** The data key in the backup; null for the profile's data key. */
    readonly dataKey: DataKey | null;
  },
  work: (staff: Staff) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const { clock, createId, log } = ports;
  const { dataKey } = ledger;
  const keys =
    dataKey === null
      ? createLedgerKeys(ports, ledger.environment, null)
      : {
          open: async () => ok(dataKey),
          getDataKey: () => dataKey,
          isStaffSealed: () => !ledger.isBackupSealValid,
        };
  // Beside the opened backup, in the scratch folder, which is cleared.
  const scratch = `${ledger.file}.approval`;
  if (ledger.isBackup) copyFileSync(ledger.file, scratch);
  try {
    const database = openLedgerDatabase(ledger.isBackup ? scratch : ledger.file);
    try {
      const audit = createAudit({ database, clock });
      const staff = createStaff({
        database,
        clock,
        createId,
        audit,
        log,
        sealer: createPersonSealer(keys),
        attemptFile: openPinAttemptFile(ports.profileFolder, ledger.environment),
        isTemporaryLedgerCopy: ledger.isBackup,
        pins: createLedgerPinHasher(keys, getPinCost(ledger.environment)),
        shouldRefuseObviousPins: false,
        onSessionChange: () => {},
      });
      return await work(staff);
    } finally {
      database.close();
    }
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return fail(toStorageProblem(error));
  } finally {
    if (ledger.isBackup) rmSync(scratch, { force: true });
  }
}

/**
 * Verifies the PIN of a person who has at least this role. The PIN of a lower role is not tried.
 */
export async function verifyApproval(
  staff: Staff,
  minRole: Role,
  approval: Approval,
): Promise<Result<Cashier>> {
  const cashier = staff.listActive().find(({ id }) => id === approval.cashierId);
  if (cashier && !hasAtLeastRole(cashier.role, minRole))
    return fail({ kind: 'not-allowed', needs: minRole });
  return await staff.identify(approval);
}
