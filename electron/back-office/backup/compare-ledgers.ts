import type { Problem } from '../../../shared/contract/index.ts';
import { readAuditTimeAfter } from '../../ledger/audit/index.ts';
import type { Database } from '../../ledger/index.ts';
import type { LedgerInspection } from './inspect-ledger.ts';
import {
  countAuditRowsAfter,
  countPaymentsAfter,
  type LedgerExtent,
  readLedgerExtent,
} from './ledger-queries.ts';
import { findCommonRows } from './row-digests.ts';
import { findDifferingPeople, readStaffAndCashDigest } from './staff-and-cash-digest.ts';

/** Acts that do not make a ledger newer than its own backup: losing them loses nothing. */
export const HOUSEKEEPING_KINDS = [
  'signed-in',
  'signed-out',
  'till-locked',
  'till-unlocked',
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

/** The version of a ledger from which on its tables of cash have the columns that they have now. */
const MIN_CASH_SCHEMA_VERSION = 1;

export interface LedgerComparison {
  readonly now: LedgerExtent;
  /**
   * What a restore would lose of the ledger in use. `older`: that ledger holds more than the
   * backup. `diverged`: both went on separately after a common past, whichever is longer now.
   * `differs`: nothing in their logs tells why their people, PINs or cash are not the same.
   */
  readonly objection: 'older' | 'diverged' | 'differs' | null;
  /** Those who would have another PIN or role, would come, or would be gone. */
  readonly differingPeople: readonly string[];
  /** Payments of the ledger in use that the backup does not hold. */
  readonly missingPayments: number;
  /**
   * When the ledger in use first did something that the backup lacks; null if they did not diverge.
   */
  readonly divergedAt: string | null;
}

/**
 * Finds what the ledger in use holds and a backup of it lacks. The backup is older if it lacks
 * payments, events or acts, apart from housekeeping. It has diverged if the till was restored since
 * and went on. Then everything in the ledger in use from the first differing act on counts as lost,
 * whatever the numbers. Where neither has something that the other lacks, people, PINs, roles and
 * cash must be the same too: their logs explain no difference.
 */
export function compareWithBackup(
  inUse: Pick<Database, 'prepare'>,
  backup: LedgerInspection,
): LedgerComparison {
  const now = readLedgerExtent(inUse);
  const then = backup.extent;
  const here = readStaffAndCashDigest(inUse);
  const there = backup.staffAndCash;
  const people = findDifferingPeople(here, there);
  const common = findCommonRows(inUse, backup.rowDigests);
  // By count if a row was removed from the backup, by number if one was removed from the ledger in
  // use.
  const missingPayments = Math.max(
    now.payments - common.payments.rows,
    countPaymentsAfter(inUse, common.payments.number),
  );
  // Numbers alone do not decide: a till that was restored and sold again may be behind in each.
  if (common.acts.number < Math.min(now.auditNumber, then.auditNumber)) {
    const divergedAt = readAuditTimeAfter(inUse, common.acts.number);
    return {
      now,
      objection: 'diverged',
      differingPeople: people,
      missingPayments,
      divergedAt,
    };
  }
  const isOlder =
    missingPayments > 0 ||
    now.events > then.events ||
    countAuditRowsAfter(inUse, then.auditNumber, HOUSEKEEPING_KINDS, 1) > 0;
  // A backup that went on after the ledger in use has moved cash since.
  const isAhead =
    then.auditNumber > now.auditNumber || then.events > now.events || then.payments > now.payments;
  const isOtherCash =
    !isAhead && backup.version >= MIN_CASH_SCHEMA_VERSION && here.cash !== there.cash;
  const isOther = people.length > 0 || isOtherCash;
  const objection = isOlder ? 'older' : isOther ? 'differs' : null;
  return {
    now,
    objection,
    differingPeople: people,
    missingPayments,
    divergedAt: null,
  };
}

/**
 * Why this backup cannot be the ledger of that environment, whoever insists. The id that each
 * ledger gets when it is first opened shows whether the backup is of this till; a profile without a
 * ledger accepts any till's.
 */
export function findRestoreProblem(
  backup: LedgerInspection,
  wanted: { readonly environment: string | null; readonly ledger: string | null },
): Problem | null {
  const { identity } = backup;
  if (wanted.environment !== null && identity.environment !== wanted.environment) {
    return { kind: 'restore', reason: 'other-environment' };
  }
  if (wanted.ledger !== null && identity.id !== wanted.ledger) {
    return { kind: 'restore', reason: 'other-till' };
  }
  return null;
}
