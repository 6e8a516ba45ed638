import { createHash } from 'node:crypto';
import type { AuditRow } from './queries.ts';

/** The previous digest for the first row. */
export const INITIAL_DIGEST = '0'.repeat(64);

/** A row's digest, which any change to the row or to any row before it changes. */
export function computeAuditDigest(row: Omit<AuditRow, 'digest'>, previousDigest: string): string {
  const columns = [
    previousDigest,
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
