import type { AuditDetail } from '../../../shared/contract/index.ts';
import { type Clock, toIsoTime } from '../../platform/index.ts';
import type { Database } from '../index.ts';
import { computeAuditDigest, INITIAL_DIGEST } from './audit-digest.ts';
import { insertAuditRow, readLastAuditRow } from './queries.ts';

export interface AuditPerson {
  readonly id: string;
  readonly name: string;
}

export interface AuditNote {
  /** In standard terms, with hyphens: `pay-out`, `cashier-added`, `settings-changed`. */
  readonly kind: string;
  /** Null for an action of the till itself. */
  readonly by: AuditPerson | null;
  /** The person whose PIN allowed it; null if the role of `by` did. */
  readonly approvedBy?: AuditPerson | null;
  /** Plain JSON without secrets: the object of the action, the reason, amounts with their currency. */
  readonly detail: { readonly [Name in AuditDetail]?: unknown };
}

export interface Audit {
  /**
   * Call it inside the `database.commit` of the action itself, so that neither is stored without the
   * other.
   */
  recordInTransaction(record: AuditNote): void;
  /** For an action that writes nothing else. */
  note(note: AuditNote): void;
}

export function createAudit(ports: { readonly database: Database; readonly clock: Clock }): Audit {
  const { database, clock } = ports;

  const recordInTransaction = (note: AuditNote): void => {
    const last = readLastAuditRow(database);
    const row = {
      number: (last?.number ?? 0) + 1,
      at: toIsoTime(clock.now()),
      kind: note.kind,
      cashierId: note.by?.id ?? null,
      cashierName: note.by?.name ?? null,
      approvedBy: note.approvedBy?.id ?? null,
      approverName: note.approvedBy?.name ?? null,
      detail: JSON.stringify(note.detail),
    };
    insertAuditRow(database, {
      ...row,
      digest: computeAuditDigest(row, last?.digest ?? INITIAL_DIGEST),
    });
  };

  return {
    recordInTransaction,
    note: (note) => database.commit(() => recordInTransaction(note)),
  };
}
