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
import type { Database } from '../ledger/index.ts';
import { diskProblem, writeWholeFile } from '../platform/index.ts';
import { type Comparison, compareWith, unfit } from './compare.ts';
import { syncFile } from './folder.ts';
import type { Inspected, LedgerInspection } from './inspect.ts';
import { readSeal } from './seal.ts';
import { asideName, type Stage, stageFile, waitingFile } from './stage.ts';

type Inspect = (file: string) => Promise<Inspected>;

/** Checks a whole backup, and compares it with its seal if one is beside it. */
export async function inspectBackup(
  file: string,
  inspect: Inspect,
): Promise<Result<LedgerInspection>> {
  const inspected = await inspect(file);
  if ('trouble' in inspected) return fail({ kind: 'restore', reason: inspected.trouble });
  const seal = await readSeal(file);
  if (seal && seal.sha256 !== inspected.found.sha256) {
    return fail({ kind: 'restore', reason: 'not-as-sealed' });
  }
  return ok(inspected.found);
}

/** What the ledger in use says of a backup; `null` if that ledger cannot be read. */
export type InUse = Pick<Database, 'prepare'> | null;

export interface Judged {
  readonly environment: EnvironmentName;
  readonly backup: LedgerInspection;
  /** Null if there is no ledger to compare with, or none that can be read. */
  readonly comparison: Comparison | null;
  /** An objection that only a supervisor can override; null if there is none. */
  readonly objection: Comparison['objection'] | 'cannot-compare';
}

export function judge(
  backup: LedgerInspection,
  inUse: {
    readonly environment: EnvironmentName | null;
    readonly ledger: string | null;
    /** `none`: the profile holds no ledger of that environment. */
    readonly database: InUse | 'none';
  },
): Result<Judged> {
  const why: Problem | null = unfit(backup, inUse);
  if (why !== null) return fail(why);
  const environment = environmentName.parse(backup.identity.environment);
  if (inUse.database === 'none') {
    return ok({ environment, backup, comparison: null, objection: null });
  }
  if (inUse.database === null) {
    return ok({ environment, backup, comparison: null, objection: 'cannot-compare' });
  }
  const comparison = compareWith(inUse.database, backup);
  return ok({ environment, backup, comparison, objection: comparison.objection });
}

/**
 * Stages a restore: puts a copy beside the ledger, with the marker file. Nothing changes until the
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
  },
): Promise<Result<Stage>> {
  const { backup, comparison, environment } = judged;
  const waiting = waitingFile(how.ledger);
  try {
    await rm(stageFile(how.profileFolder, environment), { force: true });
    await copyFile(how.file, waiting);
    await syncFile(waiting);
  } catch (error) {
    await rm(waiting, { force: true }).catch(() => {});
    const problem = diskProblem(error, basename(how.ledger));
    if (problem === null) throw error;
    return fail(problem);
  }
  const copied = await how.inspect(waiting);
  if (!('found' in copied) || copied.found.sha256 !== backup.sha256) {
    await rm(waiting, { force: true });
    return fail({ kind: 'restore', reason: 'damaged' });
  }
  const now = comparison?.now ?? null;
  const stage: Stage = {
    format: 1,
    id: how.id,
    environment,
    file: basename(how.file),
    sha256: backup.sha256,
    at: how.at,
    askedBy: person(how.askedBy),
    approvedBy: person(how.approvedBy),
    insists: how.insists,
    aside: asideName(how.ledger, how.at),
    auditNumber: backup.extent.auditNumber,
    lastPaymentAt: backup.extent.lastPaymentAt,
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
