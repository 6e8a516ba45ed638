import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type EnvironmentName, fail, ok, type Result } from '../../../shared/contract/index.ts';
import { addMissingPersonSeals } from '../../counter/staff/index.ts';
import type { Audit } from '../../ledger/audit/index.ts';
import { listAuditRowsOfKind } from '../../ledger/audit/index.ts';
import { type Database, openDatabaseImmutable, readLedgerFormat } from '../../ledger/index.ts';
import type { Log } from '../../platform/index.ts';
import { HOUSEKEEPING_AUDIT_KINDS } from './compare-ledgers.ts';
import { countAuditRowsAfter, readLedgerExtent } from './ledger-queries.ts';
import {
  deleteStagedRestore,
  getPendingLedgerPath,
  getRestoreMarkerPath,
  readStagedRestore,
  replaceDataKeyByPendingKey,
  replaceLedgerByPendingCopy,
  type StagedRestore,
} from './staged-restore.ts';

/**
 * Carries out a staged restore at the start, before the ledger is opened. If the ledger in use has
 * changed since staging, the restore is dropped, even with a supervisor's override: nobody agreed
 * to lose the newer rows. If the ledger was unreadable then, or is unreadable now, there is nothing
 * to compare, and only a restore with a supervisor's override takes place. Returns what
 * `recordCompletedRestore` must write; null if nothing was restored.
 */
export function applyRestore(ports: {
  readonly profileFolder: string;
  readonly environment: EnvironmentName;
  readonly ledgerFile: string;
  /** Opens the ledger in use, runs `work`, and closes it; null if it is unreadable. */
  readonly withLedger: <Value>(work: (database: Database) => Value) => Value | null;
  readonly log: Log;
}): Result<StagedRestore | null> {
  const { ledgerFile: ledger, log } = ports;
  const file = getRestoreMarkerPath(ports.profileFolder, ports.environment);
  try {
    const stage = readStagedRestore(file);
    if (!stage) return ok(null);
    const isPending = existsSync(getPendingLedgerPath(ledger));
    if (isPending && isOfEarlierFormat(getPendingLedgerPath(ledger))) {
      log.warn({ file: stage.file }, 'restore: dropped, backup predates version 1');
      // An earlier start was interrupted after the ledger was moved aside. An empty ledger must not
      // replace it.
      const isInterrupted = !existsSync(ledger) && ports.environment !== 'training';
      if (!isInterrupted) return ok(null);
      return fail({ kind: 'storage', reason: 'earlier-format', file: basename(ledger) });
    }
    if (isPending && existsSync(ledger) && hasChangedSince(stage, ports.withLedger)) {
      deleteStagedRestore(file, ledger, ports.environment);
      log.warn({ file: stage.file }, 'restore: dropped, ledger changed since staging');
      return ok(null);
    }
    if (isPending) replaceLedgerByPendingCopy(ledger, join(dirname(ledger), stage.aside));
    replaceDataKeyByPendingKey(ports.profileFolder, stage);
    return ok(stage);
  } catch (error) {
    log.error({ err: error }, 'restore: applying staged restore failed');
    return fail({ kind: 'storage', reason: 'failed', file: `restore-${ports.environment}.json` });
  }
}

/**
 * A restore staged by an earlier version of the program. It is left unchanged, like the ledger
 * beside it.
 */
function isOfEarlierFormat(pendingLedger: string): boolean {
  let reader: DatabaseSync | null = null;
  try {
    reader = openDatabaseImmutable(pendingLedger);
    return readLedgerFormat(reader).kind === 'earlier-format';
  } catch {
    // Damaged since staging. Opening it reports the damage, together with the existing backups.
    return false;
  } finally {
    reader?.close();
  }
}

function hasChangedSince(
  stage: StagedRestore,
  withLedger: <Value>(work: (database: Database) => Value) => Value | null,
): boolean {
  const { replaced } = stage;
  // The ledger was unreadable at staging, so there is nothing to compare with.
  if (replaced === null) return !stage.insists;
  const hasChanged = withLedger((database) => {
    const now = readLedgerExtent(database);
    const auditRowCount = countAuditRowsAfter(
      database,
      replaced.auditNumber,
      HOUSEKEEPING_AUDIT_KINDS,
      1,
    );
    return (
      now.payments !== replaced.payments || now.events !== replaced.events || auditRowCount > 0
    );
  });
  return hasChanged ?? !stage.insists;
}

/**
 * Records the restore in the audit log of the ledger now in use, and removes the marker file, which
 * completes the restore.
 */
export function recordCompletedRestore(
  ports: {
    readonly profileFolder: string;
    readonly ledgerFile: string;
    readonly database: Database;
    readonly audit: Audit;
  },
  stagedRestore: StagedRestore,
): void {
  const isNoted = listAuditRowsOfKind(ports.database, 'ledger-restored').some(({ detail }) =>
    detail.includes(JSON.stringify(stagedRestore.id)),
  );
  if (!isNoted) {
    const { id, file, sha256, aside, auditNumber, lastPaymentAt, replaced, insists } =
      stagedRestore;
    ports.audit.note({
      kind: 'ledger-restored',
      by: stagedRestore.askedBy,
      approvedBy: stagedRestore.approvedBy,
      detail: {
        backup: file,
        lastPaymentAt,
        paymentsMissing: stagedRestore.paymentsMissing,
        insists,
        kept: aside,
        replaced,
        auditNumber,
        sha256,
        id,
      },
    });
  }
  addMissingPersonSeals(ports.database, stagedRestore.staffSeals);
  const marker = getRestoreMarkerPath(ports.profileFolder, stagedRestore.environment);
  deleteStagedRestore(marker, ports.ledgerFile, stagedRestore.environment);
}
