import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type EnvironmentName, fail, ok, type Result } from '../../../shared/contract/index.ts';
import type { Audit } from '../../ledger/audit/index.ts';
import { listAuditRowsOfKind } from '../../ledger/audit/index.ts';
import { type Database, openImmutable, readLedgerFormat } from '../../ledger/index.ts';
import type { Log } from '../../platform/index.ts';
import { HOUSEKEEPING_KINDS } from './compare-ledgers.ts';
import { countAuditRowsAfter, readLedgerExtent } from './ledger-queries.ts';
import {
  deleteStagedRestore,
  getPendingLedgerPath,
  getStagePath,
  readStagedRestore,
  replaceDataKey,
  replaceLedger,
  type StagedRestore,
} from './staged-restore.ts';

/**
 * At the start, before the ledger is opened: carries out a restore that was agreed to. If the
 * ledger in use has changed since, the restore is dropped, whoever insisted: nobody agreed to lose
 * what came after. If the ledger could not be read then, or cannot be read now, there is nothing to
 * compare: only a restore that a supervisor insisted on takes place. Returns what `noteRestore` is
 * then to write; null if nothing is to be restored.
 */
export function applyRestore(ports: {
  readonly profileFolder: string;
  readonly environment: EnvironmentName;
  readonly ledger: string;
  /** Opens the ledger in use, looks, and closes it; null if it cannot be read. */
  readonly look: <Value>(work: (database: Database) => Value) => Value | null;
  readonly log: Log;
}): Result<StagedRestore | null> {
  const { ledger, log } = ports;
  const file = getStagePath(ports.profileFolder, ports.environment);
  try {
    const stage = readStagedRestore(file);
    if (!stage) return ok(null);
    const isWaiting = existsSync(getPendingLedgerPath(ledger));
    if (isWaiting && isOfEarlierFormat(getPendingLedgerPath(ledger))) {
      log.warn({ file: stage.file }, 'restore: dropped, backup predates version 1');
      // An earlier start stopped after the ledger was put aside: no empty one may be created
      // instead.
      const isCutOff = !existsSync(ledger) && ports.environment !== 'training';
      if (!isCutOff) return ok(null);
      return fail({ kind: 'storage', reason: 'earlier-format', file: basename(ledger) });
    }
    if (isWaiting && existsSync(ledger) && hasChangedSince(stage, ports.look)) {
      deleteStagedRestore(file, ledger, ports.environment);
      log.warn({ file: stage.file }, 'restore: dropped, ledger changed since staging');
      return ok(null);
    }
    if (isWaiting) replaceLedger(ledger, join(dirname(ledger), stage.aside));
    replaceDataKey(ports.profileFolder, stage);
    return ok(stage);
  } catch (error) {
    log.error({ err: error }, 'restore: applying staged restore failed');
    return fail({ kind: 'storage', reason: 'failed', file: `restore-${ports.environment}.json` });
  }
}

/** Agreed to with an earlier version of the program; left as it is, like the ledger beside it. */
function isOfEarlierFormat(waiting: string): boolean {
  let reader: DatabaseSync | null = null;
  try {
    reader = openImmutable(waiting);
    return readLedgerFormat(reader).kind === 'earlier-format';
  } catch {
    // Damaged since: reported when it is opened, together with the backups that exist.
    return false;
  } finally {
    reader?.close();
  }
}

function hasChangedSince(
  stage: StagedRestore,
  look: <Value>(work: (database: Database) => Value) => Value | null,
): boolean {
  const { replaced } = stage;
  // A ledger that could not be read when this was staged gives nothing to compare with.
  if (replaced === null) return !stage.insists;
  const hasGone = look((database) => {
    const now = readLedgerExtent(database);
    const acts = countAuditRowsAfter(database, replaced.auditNumber, HOUSEKEEPING_KINDS, 1);
    return now.payments !== replaced.payments || now.events !== replaced.events || acts > 0;
  });
  return hasGone ?? !stage.insists;
}

/** Notes the restore in the audit log of the ledger now in use, which completes it. */
export function noteRestore(
  ports: {
    readonly profileFolder: string;
    readonly ledger: string;
    readonly database: Database;
    readonly audit: Audit;
  },
  stage: StagedRestore,
): void {
  const isNoted = listAuditRowsOfKind(ports.database, 'ledger-restored').some(({ detail }) =>
    detail.includes(JSON.stringify(stage.id)),
  );
  if (!isNoted) {
    const { id, file, sha256, aside, auditNumber, lastPaymentAt, replaced, insists } = stage;
    ports.audit.note({
      kind: 'ledger-restored',
      by: stage.askedBy,
      approvedBy: stage.approvedBy,
      detail: {
        backup: file,
        lastPaymentAt,
        paymentsMissing: stage.paymentsMissing,
        insists,
        kept: aside,
        replaced,
        auditNumber,
        sha256,
        id,
      },
    });
  }
  const marker = getStagePath(ports.profileFolder, stage.environment);
  deleteStagedRestore(marker, ports.ledger, stage.environment);
}
