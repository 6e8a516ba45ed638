import { constants } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  type EnvironmentName,
  environmentName,
  fail,
  ok,
  type Problem,
  type Result,
} from '../../shared/contract/index.ts';
import type { AuditPerson } from '../audit/index.ts';
import type { DataKey, RecoveryOnDisk } from '../keys/index.ts';
import type { Database } from '../ledger/index.ts';
import { diskProblem, writeWholeFile } from '../platform/index.ts';
import { type Comparison, compareWith, unfit } from './compare.ts';
import { syncFile } from './folder.ts';
import type { Inspected } from './inspect.ts';
import type { OpenedBackup } from './open-backup.ts';
import { isUnused } from './queries.ts';
import { asideName, type Stage, stageFile, waitingFile } from './staged-restore.ts';

type Inspect = (file: string) => Promise<Inspected>;

/** What the ledger in use says of a backup; `null` if that ledger cannot be read. */
export type InUse = Pick<Database, 'prepare'> | null;

export interface Judged {
  readonly environment: EnvironmentName;
  readonly backup: OpenedBackup;
  /** Null if there is no ledger to compare with, or none that can be read. */
  readonly comparison: Comparison | null;
  /** An objection that only a supervisor can override; null if there is none. */
  readonly objection: Comparison['objection'] | 'cannot-compare' | 'unsealed';
}

export function judge(
  backup: OpenedBackup,
  inUse: {
    readonly environment: EnvironmentName | null;
    readonly ledger: string | null;
    /** `none`: the profile holds no ledger of that environment. */
    readonly database: InUse | 'none';
  },
): Result<Judged> {
  const isNew = inUse.database !== 'none' && inUse.database !== null && isUnused(inUse.database);
  // A new computer was set up before anybody thought of the backup: what it holds is nothing yet.
  const ledgerInUse = isNew ? null : inUse.ledger;
  const why: Problem | null = unfit(backup.found, { ...inUse, ledger: ledgerInUse });
  if (why !== null) return fail(why);
  const unsealed = backup.isSealed ? null : 'unsealed';
  const environment = environmentName.parse(backup.found.identity.environment);
  if (inUse.database === 'none') {
    return ok({ environment, backup, comparison: null, objection: unsealed });
  }
  if (inUse.database === null) {
    return ok({ environment, backup, comparison: null, objection: 'cannot-compare' });
  }
  const comparison = compareWith(inUse.database, backup.found);
  const isOther = isNew && inUse.ledger !== backup.found.identity.id;
  const objection = isOther ? unsealed : (comparison.objection ?? unsealed);
  return ok({ environment, backup, comparison, objection });
}

/**
 * Stages a restore: puts a copy beside the ledger, with the marker file. If the backup was written
 * with another data key than the profile has, that waits beside it too. Nothing changes until the
 * next start; `file` is not needed after this.
 */
export async function stageRestore(
  judged: Judged,
  how: {
    readonly file: string;
    readonly profileFolder: string;
    readonly ledger: string;
    readonly id: string;
    readonly at: string;
    readonly askedBy: AuditPerson | null;
    readonly approvedBy: AuditPerson | null;
    readonly insists: boolean;
    readonly inspect: Inspect;
    /** The profile's data key; null if it has none that opens. */
    readonly dataKey: DataKey | null;
    /** Keeps a data key under the name for one that waits. */
    readonly keepKey: (key: DataKey, recovery: RecoveryOnDisk | null) => Promise<Result<null>>;
  },
): Promise<Result<Stage>> {
  const { backup, comparison, environment } = judged;
  const waiting = waitingFile(how.ledger);
  const { found, contents } = backup;
  const brought = contents !== null && contents.dataKey.id !== how.dataKey?.id ? contents : null;
  try {
    await rm(stageFile(how.profileFolder, environment), { force: true });
    await rm(waiting, { force: true });
    await copyFile(backup.ledger, waiting, constants.COPYFILE_EXCL);
    await syncFile(waiting);
  } catch (error) {
    await rm(waiting, { force: true }).catch(() => {});
    const problem = diskProblem(error, basename(how.ledger));
    if (problem === null) throw error;
    return fail(problem);
  }
  const copied = await how.inspect(waiting);
  if (!('found' in copied) || copied.found.sha256 !== found.sha256) {
    await rm(waiting, { force: true });
    return fail({ kind: 'restore', reason: 'damaged' });
  }
  if (brought !== null) {
    const kept = await how.keepKey(brought.dataKey, brought.recovery);
    if (!kept.ok) return kept;
  }
  const now = comparison?.now ?? null;
  const stage: Stage = {
    format: 1,
    id: how.id,
    environment,
    file: basename(how.file),
    sha256: found.sha256,
    at: how.at,
    askedBy: person(how.askedBy),
    approvedBy: person(how.approvedBy),
    insists: how.insists,
    aside: asideName(how.ledger, how.at),
    dataKey: brought?.dataKey.id ?? null,
    auditNumber: found.extent.auditNumber,
    lastPaymentAt: found.extent.lastPaymentAt,
    replaced: now && {
      payments: now.payments,
      events: now.events,
      unresolved: now.unresolved,
      auditNumber: now.auditNumber,
      auditDigest: now.auditDigest,
    },
    paymentsMissing: comparison?.paymentsMissing ?? null,
  };
  const written = await writeWholeFile(stageFile(how.profileFolder, environment), (handle) =>
    handle.write(`${JSON.stringify(stage, null, 2)}\n`),
  );
  return written.ok ? ok(stage) : written;
}

function person(one: AuditPerson | null): AuditPerson | null {
  return one && { id: one.id, name: one.name };
}
