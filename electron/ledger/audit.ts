import type { Database } from './database.ts';
import { readRow } from './rows.ts';

/** Queries of the audit log. Times are ISO 8601 in UTC. */

export interface AuditRow {
  readonly number: number;
  readonly at: string;
  readonly kind: string;
  readonly cashierId: string | null;
  readonly cashierName: string | null;
  readonly approvedBy: string | null;
  readonly approverName: string | null;
  /** JSON, as it was written. */
  readonly detail: string;
  readonly digest: string;
}

const COLUMNS = `number, at, kind, cashier_id, cashier_name, approved_by, approver_name, detail,
  digest`;

export function lastAuditRow(database: Database): Pick<AuditRow, 'number' | 'digest'> | null {
  const row = database
    .prepare('SELECT number, digest FROM audit ORDER BY number DESC LIMIT 1')
    .get();
  if (!row) return null;
  const read = readRow(row);
  return { number: read.integer('number'), digest: read.text('digest') };
}

export function insertAuditRow(database: Database, row: AuditRow): void {
  database
    .prepare(`INSERT INTO audit (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
    .run(
      row.number,
      row.at,
      row.kind,
      row.cashierId,
      row.cashierName,
      row.approvedBy,
      row.approverName,
      row.detail,
      row.digest,
    );
}
