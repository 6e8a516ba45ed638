/**
 * The audit log: who did what, when, and by whose override. It is append-only, and the digest of
 * each row also covers the row before. Times are ISO 8601 in UTC, days are in the till's zone, and
 * amounts in a row's detail carry their currency. Secrets are never written. A ledger that cannot
 * be written throws `StorageError`. An export can fail with `storage`, a page with `invalid-input`
 * for an invalid cursor.
 *
 * `verifyHashChain` finds a row that was changed, added or removed anywhere before the newest one. With the
 * seals of the backups, and up to the newest backup, it also finds that the newest rows were removed,
 * or that the whole log was rewritten with matching digests. It cannot find changes to rows that are
 * in no backup, no export and no head noted on paper. It finds nothing if the attacker could change
 * all of those too. Backups must therefore be stored in another place.
 */
export { type Audit, type AuditNote, type AuditPerson, createAudit } from './audit.ts';
export { type AuditLog, createAuditLog } from './audit-log.ts';
export { verifyHashChain } from './hash-chain.ts';
export {
  listAuditRowsOfKind,
  readAllAuditDigests,
  readAuditDigest,
  readAuditPage,
  readLastAuditRow,
  readNewestAuditRowOfKind,
  readTimeOfNextAuditRow,
} from './queries.ts';
export type { AuditSeal } from './verify-audit-log.ts';
