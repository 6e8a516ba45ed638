import { createHash } from 'node:crypto';
import type { AuditRow } from './queries.ts';

/** The previous digest of the first row. */
export const INITIAL_DIGEST = '0'.repeat(64);

/** A row's digest: no change to the row, or to any row before it, leaves this the same. */
export function computeAuditDigest(row: Omit<AuditRow, 'digest'>, digestBefore: string): string {
  const columns = [
    digestBefore,
    row.number,
    row.at,
    row.kind,
    row.cashierId,
    row.cashierName,
    row.approvedBy,
    row.approverName,
    row.detail,
  ];
  return createHash('sha256').update(JSON.stringify(columns)).digest('hex');
}
