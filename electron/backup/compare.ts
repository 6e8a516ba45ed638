import type { Problem } from '../../shared/contract/index.ts';
import {
  auditDigestOf,
  countActsAfter,
  countPaymentsAfter,
  type Database,
  type LedgerExtent,
  ledgerExtent,
} from '../ledger/index.ts';
import type { Inspection } from './inspect.ts';

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
];

export interface Comparison {
  readonly now: LedgerExtent;
  /** The ledger in use holds something that the backup does not. */
  readonly isOlder: boolean;
  readonly paymentsMissing: number;
}

/**
 * What of the ledger in use a backup of it does not hold. One whose audit log went another way
 * after a common past counts as older: something of it would be gone.
 */
export function compareWith(inUse: Pick<Database, 'prepare'>, backup: Inspection): Comparison {
  const now = ledgerExtent(inUse);
  const then = backup.extent;
  const isOneLine =
    then.auditNumber === 0 || auditDigestOf(inUse, then.auditNumber) === then.auditDigest;
  const isAhead = then.auditNumber > now.auditNumber;
  const acts = countActsAfter(inUse, then.auditNumber, HOUSEKEEPING, 1);
  const paymentsMissing = Math.max(
    0,
    now.payments - then.payments,
    isOneLine ? 0 : countPaymentsAfter(inUse, then.lastPaymentAt),
  );
  const isOlder =
    paymentsMissing > 0 || now.events > then.events || acts > 0 || !(isOneLine || isAhead);
  return { now, isOlder, paymentsMissing };
}

/** Why this backup cannot be the ledger of that environment, whoever insists. */
export function unfit(
  backup: Inspection,
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
