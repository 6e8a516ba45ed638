import type { AuditNote } from '../../../ledger/audit/index.ts';
import { createRowReader, type Database } from '../../../ledger/index.ts';
import type { FleetPolicy } from '../../../operations/till-port/index.ts';

/**
 * The note of an applied fleet policy. The policy is stored in the audit log, so that the settings
 * in force and their source are written together or not at all.
 */
export function toFleetPolicyAuditNote(policy: FleetPolicy): AuditNote {
  return { kind: 'policy-kept', by: null, detail: { policy } };
}

/** Null on a till that no fleet has set up. */
export function readLastFleetPolicy(database: Pick<Database, 'prepare'>): FleetPolicy | null {
  const row = database
    .prepare("SELECT detail FROM audit WHERE kind = 'policy-kept' ORDER BY number DESC LIMIT 1")
    .get();
  if (row === undefined) return null;
  const { policy } = { policy: null, ...Object(JSON.parse(createRowReader(row).text('detail'))) };
  return typeof policy === 'object' ? policy : null;
}
