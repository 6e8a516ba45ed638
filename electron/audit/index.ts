/**
 * The audit log: who did what, when, by whose override. Append-only, and each row is sealed over
 * the one before, so that a row that was changed or removed shows. Times are ISO 8601 in UTC;
 * amounts in a row's detail carry their currency; secrets never come in. A ledger that cannot be
 * written throws `StorageError`.
 */
export { type Audit, type AuditNote, type AuditPerson, createAudit } from './audit.ts';
