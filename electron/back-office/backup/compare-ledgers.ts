import type { Problem } from '../../../shared/contract/index.ts';
import { readTimeOfNextAuditRow } from '../../ledger/audit/index.ts';
import type { Database } from '../../ledger/index.ts';
import type { LedgerInspection } from './inspect-ledger.ts';
import {
  countAuditRowsAfter,
  countPaymentsAfter,
  type LedgerExtent,
  readLedgerExtent,
} from './ledger-queries.ts';
import { findCommonRows } from './row-digests.ts';
import { findNamesOfDifferingPeople, readStaffAndCashDigest } from './staff-and-cash-digest.ts';

/** Audit kinds that do not make a ledger newer than its backup: losing such rows loses nothing. */
export const HOUSEKEEPING_AUDIT_KINDS = [
  'signed-in',
  'signed-out',
  'till-locked',
  'till-unlocked',
  'wrong-pin',
  'backup-made',
  'backup-failed',
  'restore-asked',
  'restore-taken-back',
  'audit-exported',
  'history-exported',
  'diagnostics-made',
  'settings-seen',
  'printer-tried',
  'x-report',
  'z-reports',
];

/** The first ledger version whose cash tables have the current columns. */
const MIN_CASH_SCHEMA_VERSION = 1;

export interface LedgerComparison {
  readonly currentExtent: LedgerExtent;
  /**
   * What a restore would lose of the ledger in use. `older`: the ledger in use holds more than the
   * backup. `diverged`: both continued separately after common rows, whichever is longer now.
   * `differs`: people, PINs or cash differ, and neither log explains why.
   */
  readonly objection: 'older' | 'diverged' | 'differs' | null;
  /** The names of people whose PIN, role or existence would change. */
  readonly differingPeople: readonly string[];
  /** Payments of the ledger in use that the backup does not hold. */
  readonly missingPaymentCount: number;
  /**
   * The time of the first act in the ledger in use that the backup lacks; null if they did not
   * diverge.
   */
  readonly divergedAt: string | null;
}

/**
 * Finds what the ledger in use holds and a backup of it lacks. The backup is older if it lacks
 * payments, events or audit rows, apart from housekeeping. It has diverged if the till was restored
 * since and continued. Then everything in the ledger in use from the first differing audit row on
 * counts as lost, independent of the counts. If neither has something that the other lacks, people,
 * PINs, roles and cash must be the same too, because the logs explain no difference.
 */
export function compareLedgerWithBackup(
  ledgerInUse: Pick<Database, 'prepare'>,
  backup: LedgerInspection,
): LedgerComparison {
  const currentExtent = readLedgerExtent(ledgerInUse);
  const backupExtent = backup.extent;
  const staffAndCash = readStaffAndCashDigest(ledgerInUse);
  const backupStaffAndCash = backup.staffAndCash;
  const people = findNamesOfDifferingPeople(staffAndCash, backupStaffAndCash);
  const common = findCommonRows(ledgerInUse, backup.rowDigests);
  // The count detects a row removed from the backup, the number one removed from the ledger in use.
  const missingPayments = Math.max(
    currentExtent.payments - common.payments.count,
    countPaymentsAfter(ledgerInUse, common.payments.lastNumber),
  );
  // Counts alone do not decide: a till that was restored and sold again may have fewer of each.
  if (common.auditRows.lastNumber < Math.min(currentExtent.auditNumber, backupExtent.auditNumber)) {
    const divergedAt = readTimeOfNextAuditRow(ledgerInUse, common.auditRows.lastNumber);
    return {
      currentExtent,
      objection: 'diverged',
      differingPeople: people,
      missingPaymentCount: missingPayments,
      divergedAt,
    };
  }
  const isOlder =
    missingPayments > 0 ||
    currentExtent.events > backupExtent.events ||
    countAuditRowsAfter(ledgerInUse, backupExtent.auditNumber, HOUSEKEEPING_AUDIT_KINDS, 1) > 0;
  // If the backup is ahead of the ledger in use, its cash may have moved since.
  const isAhead =
    backupExtent.auditNumber > currentExtent.auditNumber ||
    backupExtent.events > currentExtent.events ||
    backupExtent.payments > currentExtent.payments;
  const hasDifferentCash =
    !isAhead &&
    backup.schemaVersion >= MIN_CASH_SCHEMA_VERSION &&
    staffAndCash.cashDigest !== backupStaffAndCash.cashDigest;
  const isDifferent = people.length > 0 || hasDifferentCash;
  const objection = isOlder ? 'older' : isDifferent ? 'differs' : null;
  return {
    currentExtent,
    objection,
    differingPeople: people,
    missingPaymentCount: missingPayments,
    divergedAt: null,
  };
}

/**
 * Returns why this backup cannot become the ledger of that environment, which no override changes;
 * null if it can. The id that each ledger gets when it is first opened shows whether the backup is
 * of this till; a profile without a ledger accepts a backup of any till.
 */
export function findRestoreProblem(
  backup: LedgerInspection,
  expected: { readonly environment: string | null; readonly ledgerId: string | null },
): Problem | null {
  const { identity } = backup;
  if (expected.environment !== null && identity.environment !== expected.environment) {
    return { kind: 'restore', reason: 'other-environment' };
  }
  if (expected.ledgerId !== null && identity.id !== expected.ledgerId) {
    return { kind: 'restore', reason: 'other-till' };
  }
  return null;
}
