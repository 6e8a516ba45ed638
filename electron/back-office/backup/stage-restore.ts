import { constants } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import {
  type EnvironmentName,
  environmentNameSchema,
  fail,
  ok,
  type Problem,
  type Result,
} from '../../../shared/contract/index.ts';
import {
  computeSealsOfAllCashiers,
  FIRST_LEDGER_VERSION_WITH_SEALS,
} from '../../counter/staff/index.ts';
import type { AuditPerson } from '../../ledger/audit/index.ts';
import { type Database, openDatabaseImmutable } from '../../ledger/index.ts';
import { flushFolderToDisk, toDiskProblem, writeFileAtomically } from '../../platform/index.ts';
import { type DataKey, deriveKey, type StoredRecoveryKey } from '../../settings/keys/index.ts';
import { flushFileToDisk } from './backup-folder.ts';
import {
  compareLedgerWithBackup,
  findRestoreProblem,
  type LedgerComparison,
} from './compare-ledgers.ts';
import type { LedgerInspectionResult } from './inspect-ledger.ts';
import { isLedgerEmpty } from './ledger-queries.ts';
import type { OpenedBackup } from './open-backup.ts';
import {
  formatReplacedLedgerFileName,
  getPendingLedgerPath,
  getRestoreMarkerPath,
  type StagedRestore,
} from './staged-restore.ts';

type InspectFile = (file: string) => Promise<LedgerInspectionResult>;

/** The ledger in use, which the backup is compared with; `null` if it is unreadable. */
export type LedgerInUseReader = Pick<Database, 'prepare'> | null;

export interface RestoreAssessment {
  readonly environment: EnvironmentName;
  readonly backup: OpenedBackup;
  /** Null if there is no ledger to compare with, or it is unreadable. */
  readonly comparison: LedgerComparison | null;
  /** An objection that only a supervisor can override; null if there is none. */
  readonly objection: LedgerComparison['objection'] | 'cannot-compare' | 'unsealed';
}

export function assessRestore(
  backup: OpenedBackup,
  ledgerInUse: {
    readonly environment: EnvironmentName | null;
    readonly ledgerId: string | null;
    /** `none`: the profile holds no ledger of that environment. */
    readonly database: LedgerInUseReader | 'none';
  },
): Result<RestoreAssessment> {
  const isEmpty =
    ledgerInUse.database !== 'none' &&
    ledgerInUse.database !== null &&
    isLedgerEmpty(ledgerInUse.database);
  // On a new computer, the ledger in use is empty: nothing can be lost, so its id need not
  // match.
  const expectedLedgerId = isEmpty ? null : ledgerInUse.ledgerId;
  const problem: Problem | null = findRestoreProblem(backup.inspection, {
    ...ledgerInUse,
    ledgerId: expectedLedgerId,
  });
  if (problem !== null) return fail(problem);
  const unsealedObjection = backup.isSealed ? null : 'unsealed';
  const environment = environmentNameSchema.parse(backup.inspection.identity.environment);
  if (ledgerInUse.database === 'none') {
    return ok({ environment, backup, comparison: null, objection: unsealedObjection });
  }
  if (ledgerInUse.database === null) {
    return ok({ environment, backup, comparison: null, objection: 'cannot-compare' });
  }
  const comparison = compareLedgerWithBackup(ledgerInUse.database, backup.inspection);
  const isOtherLedger = isEmpty && ledgerInUse.ledgerId !== backup.inspection.identity.id;
  const objection = isOtherLedger ? unsealedObjection : (comparison.objection ?? unsealedObjection);
  return ok({ environment, backup, comparison, objection });
}

/**
 * Stages a restore: puts a copy beside the ledger, with the marker file. If the backup was written
 * with another data key than the profile's, that key is staged beside it too. Nothing changes until
 * the next start; `file` is not needed afterwards. Returns `storage` and `restore` problems.
 */
export async function stageRestore(
  assessment: RestoreAssessment,
  options: {
    readonly backupFile: string;
    readonly profileFolder: string;
    readonly ledgerFile: string;
    readonly restoreId: string;
    readonly requestedAt: string;
    readonly requestedBy: AuditPerson | null;
    readonly approvedBy: AuditPerson | null;
    readonly overridesObjection: boolean;
    readonly inspectLedger: InspectFile;
    /** The profile's data key; null if there is none, or it cannot be opened. */
    readonly dataKey: DataKey | null;
    /** Saves a data key under the name of a pending one. */
    readonly savePendingDataKey: (
      key: DataKey,
      recovery: StoredRecoveryKey | null,
    ) => Promise<Result<null>>;
  },
): Promise<Result<StagedRestore>> {
  const { backup, comparison, environment } = assessment;
  const pendingLedger = getPendingLedgerPath(options.ledgerFile);
  const { inspection, contents } = backup;
  const newContents =
    contents !== null && contents.dataKey.id !== options.dataKey?.id ? contents : null;
  try {
    await rm(getRestoreMarkerPath(options.profileFolder, environment), { force: true });
    // A power cut must not leave an earlier marker file beside this copy, nor this marker file
    // without its copy.
    await flushFolderToDisk(options.profileFolder);
    await rm(pendingLedger, { force: true });
    await copyFile(backup.ledgerFile, pendingLedger, constants.COPYFILE_EXCL);
    await flushFileToDisk(pendingLedger);
    await flushFolderToDisk(dirname(pendingLedger));
  } catch (error) {
    await rm(pendingLedger, { force: true }).catch(() => {});
    const problem = toDiskProblem(error, basename(options.ledgerFile));
    if (problem === null) throw error;
    return fail(problem);
  }
  const inspected = await options.inspectLedger(pendingLedger);
  if (!('inspection' in inspected) || inspected.inspection.sha256 !== inspection.sha256) {
    await rm(pendingLedger, { force: true });
    return fail({ kind: 'restore', reason: 'damaged' });
  }
  if (newContents !== null) {
    const saved = await options.savePendingDataKey(newContents.dataKey, newContents.recovery);
    if (!saved.ok) return saved;
  }
  const now = comparison?.currentExtent ?? null;
  const stage: StagedRestore = {
    format: 1,
    id: options.restoreId,
    environment,
    file: basename(options.backupFile),
    sha256: inspection.sha256,
    at: options.requestedAt,
    askedBy: toPerson(options.requestedBy),
    approvedBy: toPerson(options.approvedBy),
    insists: options.overridesObjection,
    aside: formatReplacedLedgerFileName(options.ledgerFile, options.requestedAt),
    dataKey: newContents?.dataKey.id ?? null,
    auditNumber: inspection.extent.auditNumber,
    lastPaymentAt: inspection.extent.lastPaymentAt,
    replaced: now && {
      payments: now.payments,
      events: now.events,
      unresolved: now.unresolved,
      auditNumber: now.auditNumber,
      auditDigest: now.auditDigest,
    },
    paymentsMissing: comparison?.missingPaymentCount ?? null,
    staffSeals: computeMissingSeals(
      pendingLedger,
      inspection.schemaVersion,
      newContents?.dataKey ?? options.dataKey,
    ),
  };
  const written = await writeFileAtomically(
    getRestoreMarkerPath(options.profileFolder, environment),
    (handle) => handle.write(`${JSON.stringify(stage, null, 2)}\n`),
  );
  return written.ok ? ok(stage) : written;
}

/**
 * The approved backup of an earlier version has people without seals, who could not sign in: they are
 * sealed now, as the backup has them.
 */
function computeMissingSeals(
  ledger: string,
  version: number,
  key: DataKey | null,
): StagedRestore['staffSeals'] {
  if (version >= FIRST_LEDGER_VERSION_WITH_SEALS || key === null) return {};
  const reader = openDatabaseImmutable(ledger);
  try {
    return computeSealsOfAllCashiers(reader, deriveKey(key, 'staff-seals'));
  } finally {
    reader.close();
  }
}

function toPerson(person: AuditPerson | null): AuditPerson | null {
  return person && { id: person.id, name: person.name };
}
