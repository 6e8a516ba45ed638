import type { Problem } from '../../shared/contract/index.ts';
import { auditTimeAfter } from '../audit/index.ts';
import type { Database } from '../ledger/index.ts';
import type { LedgerInspection } from './inspect.ts';
import { countActsAfter, countPaymentsAfter, type LedgerExtent, ledgerExtent } from './queries.ts';
import { inCommon } from './row-digests.ts';

/** Acts that make no ledger newer than its own backup: nothing is lost with them. */
export const HOUSEKEEPING = [
  'signed-in',
  'signed-out',
  'till-locked',
  'till-unlocked',
  'backup-made',
  'backup-failed',
  'restore-asked',
  'restore-taken-back',
  'audit-exported',
  'diagnostics-made',
  'settings-seen',
  'printer-tried',
  'x-report',
  'z-reports',
];

export interface Comparison {
  readonly now: LedgerExtent;
  /**
   * What would be lost with the ledger in use. `older`: it holds what the backup does not yet.
   * `diverged`: after a common past both went on, each in its own way, whichever is the longer now.
   */
  readonly objection: 'older' | 'diverged' | null;
  /** Payments of the ledger in use that the backup does not hold. */
  readonly paymentsMissing: number;
  /** When the ledger in use did the first thing that is its own; null where it is of one line. */
  readonly partedAt: string | null;
}

/**
 * What of the ledger in use a backup of it does not hold. A backup is older where the ledger in use
 * holds payments, events or acts that it lacks, housekeeping aside. One of another line, because the
 * till was restored since and went on, is an objection of its own whatever the numbers: from the
 * first act on that is another, everything of the ledger in use counts as lost.
 */
export function compareWith(
  inUse: Pick<Database, 'prepare'>,
  backup: LedgerInspection,
): Comparison {
  const now = ledgerExtent(inUse);
  const then = backup.extent;
  const common = inCommon(inUse, backup.rowDigests);
  // By count, where one was taken out of the backup, or by number, where out of the ledger in use.
  const paymentsMissing = Math.max(
    now.payments - common.payments.rows,
    countPaymentsAfter(inUse, common.payments.number),
  );
  // Numbers alone say nothing: a till that was restored and sold again may be behind in each.
  if (common.acts.number < Math.min(now.auditNumber, then.auditNumber)) {
    const partedAt = auditTimeAfter(inUse, common.acts.number);
    return { now, objection: 'diverged', paymentsMissing, partedAt };
  }
  const isOlder =
    paymentsMissing > 0 ||
    now.events > then.events ||
    countActsAfter(inUse, then.auditNumber, HOUSEKEEPING, 1) > 0;
  return { now, objection: isOlder ? 'older' : null, paymentsMissing, partedAt: null };
}

/**
 * Why this backup cannot be the ledger of that environment, whoever insists. Whether it is of this
 * till is told by the id that each ledger gets when it is first opened; a profile without a ledger
 * takes any till's.
 */
export function unfit(
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
