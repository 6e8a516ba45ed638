import { constants } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  type EnvironmentName,
  environmentNameSchema,
  fail,
  ok,
  type Problem,
  type Result,
} from '../../../shared/contract/index.ts';
import type { AuditPerson } from '../../ledger/audit/index.ts';
import type { Database } from '../../ledger/index.ts';
import { toDiskProblem, writeFileAtomically } from '../../platform/index.ts';
import type { DataKey, StoredRecoveryKey } from '../../settings/keys/index.ts';
import { syncFile } from './backup-folder.ts';
import { compareWithBackup, findRestoreProblem, type LedgerComparison } from './compare-ledgers.ts';
import type { InspectionResult } from './inspect-ledger.ts';
import { isLedgerUnused } from './ledger-queries.ts';
import type { OpenedBackup } from './open-backup.ts';
import {
  formatReplacedLedgerName,
  getPendingLedgerPath,
  getStagePath,
  type StagedRestore,
} from './staged-restore.ts';

type InspectFile = (file: string) => Promise<InspectionResult>;

/** What the ledger in use says of a backup; `null` if that ledger cannot be read. */
export type LedgerInUse = Pick<Database, 'prepare'> | null;

export interface RestoreAssessment {
  readonly environment: EnvironmentName;
  readonly backup: OpenedBackup;
  /** Null if there is no ledger to compare with, or none that can be read. */
  readonly comparison: LedgerComparison | null;
  /** An objection that only a supervisor can override; null if there is none. */
  readonly objection: LedgerComparison['objection'] | 'cannot-compare' | 'unsealed';
}

export function assessRestore(
  backup: OpenedBackup,
  inUse: {
    readonly environment: EnvironmentName | null;
    readonly ledger: string | null;
    /** `none`: the profile holds no ledger of that environment. */
    readonly database: LedgerInUse | 'none';
  },
): Result<RestoreAssessment> {
  const isNew =
    inUse.database !== 'none' && inUse.database !== null && isLedgerUnused(inUse.database);
  // A new computer was set up before anybody thought of the backup: what it holds is nothing yet.
  const ledgerInUse = isNew ? null : inUse.ledger;
  const why: Problem | null = findRestoreProblem(backup.inspection, {
    ...inUse,
    ledger: ledgerInUse,
  });
  if (why !== null) return fail(why);
  const unsealed = backup.isSealed ? null : 'unsealed';
  const environment = environmentNameSchema.parse(backup.inspection.identity.environment);
  if (inUse.database === 'none') {
    return ok({ environment, backup, comparison: null, objection: unsealed });
  }
  if (inUse.database === null) {
    return ok({ environment, backup, comparison: null, objection: 'cannot-compare' });
  }
  const comparison = compareWithBackup(inUse.database, backup.inspection);
  const isOther = isNew && inUse.ledger !== backup.inspection.identity.id;
  const objection = isOther ? unsealed : (comparison.objection ?? unsealed);
  return ok({ environment, backup, comparison, objection });
}

/**
 * Stages a restore: puts a copy beside the ledger, with the marker file. If the backup was written
 * with another data key than the profile has, that waits beside it too. Nothing changes until the
 * next start; `file` is not needed after this.
 */
export async function stageRestore(
  judged: RestoreAssessment,
  how: {
    readonly file: string;
    readonly profileFolder: string;
    readonly ledger: string;
    readonly id: string;
    readonly at: string;
    readonly askedBy: AuditPerson | null;
    readonly approvedBy: AuditPerson | null;
    readonly insists: boolean;
    readonly inspect: InspectFile;
    /** The profile's data key; null if it has none that opens. */
    readonly dataKey: DataKey | null;
    /** Keeps a data key under the name for one that waits. */
    readonly keepKey: (key: DataKey, recovery: StoredRecoveryKey | null) => Promise<Result<null>>;
  },
): Promise<Result<StagedRestore>> {
  const { backup, comparison, environment } = judged;
  const waiting = getPendingLedgerPath(how.ledger);
  const { inspection, contents } = backup;
  const brought = contents !== null && contents.dataKey.id !== how.dataKey?.id ? contents : null;
  try {
    await rm(getStagePath(how.profileFolder, environment), { force: true });
    await rm(waiting, { force: true });
    await copyFile(backup.ledger, waiting, constants.COPYFILE_EXCL);
    await syncFile(waiting);
  } catch (error) {
    await rm(waiting, { force: true }).catch(() => {});
    const problem = toDiskProblem(error, basename(how.ledger));
    if (problem === null) throw error;
    return fail(problem);
  }
  const copied = await how.inspect(waiting);
  if (!('found' in copied) || copied.found.sha256 !== inspection.sha256) {
    await rm(waiting, { force: true });
    return fail({ kind: 'restore', reason: 'damaged' });
  }
  if (brought !== null) {
    const kept = await how.keepKey(brought.dataKey, brought.recovery);
    if (!kept.ok) return kept;
  }
  const now = comparison?.now ?? null;
  const stage: StagedRestore = {
    format: 1,
    id: how.id,
    environment,
    file: basename(how.file),
    sha256: inspection.sha256,
    at: how.at,
    askedBy: toPerson(how.askedBy),
    approvedBy: toPerson(how.approvedBy),
    insists: how.insists,
    aside: formatReplacedLedgerName(how.ledger, how.at),
    dataKey: brought?.dataKey.id ?? null,
    auditNumber: inspection.extent.auditNumber,
    lastPaymentAt: inspection.extent.lastPaymentAt,
    replaced: now && {
      payments: now.payments,
      events: now.events,
      unresolved: now.unresolved,
      auditNumber: now.auditNumber,
      auditDigest: now.auditDigest,
    },
    paymentsMissing: comparison?.missingPayments ?? null,
  };
  const written = await writeFileAtomically(
    getStagePath(how.profileFolder, environment),
    (handle) => handle.write(`${JSON.stringify(stage, null, 2)}\n`),
  );
  return written.ok ? ok(stage) : written;
}

function toPerson(one: AuditPerson | null): AuditPerson | null {
  return one && { id: one.id, name: one.name };
}
