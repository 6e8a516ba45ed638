import { createHash } from 'node:crypto';
import type { AuditRow } from './queries.ts';

/** What the first row is sealed over. */
export const FIRST_DIGEST = '0'.repeat(64);

/** The seal of a row: nothing of it, and no row before it, can change without changing this. */
export function digestOf(row: Omit<AuditRow, 'digest'>, digestBefore: string): string {
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
