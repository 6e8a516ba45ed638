/**
 * The audit log: who did what, when, by whose override. Append-only, and each row is sealed over
 * the one before. Times are ISO 8601 in UTC, days those of the till's zone; amounts in a row's
 * detail carry their currency; secrets never come in. A ledger that cannot be written throws
 * `StorageError`; an export answers `storage`, a page `invalid-input` for a cursor that is not ours.
 *
 * What `verify` can show: a row that was changed, added or removed anywhere before the newest one;
 * and, by the seals of the backups, that the newest were cut off, or that the whole was written
 * anew with fitting digests, up to the newest backup. What it cannot show: what was done to rows
 * that no backup, no export and no note of the head on paper has seen; and nothing, once whoever
 * changed the log could change all of those too. Hence backups belong into another place.
 */
export { type Audit, type AuditNote, type AuditPerson, createAudit } from './audit.ts';
export { type ChainFound, type ChainTrouble, followChain } from './chain.ts';
export { type AuditLog, type AuditLogPorts, createAuditLog } from './log.ts';
export {
  auditDigestOf,
  auditRowsOfKind,
  auditTimeAfter,
  everyAuditDigest,
  newestAuditOfKind,
  pageOfAudit,
} from './queries.ts';
export type { Seal } from './verify.ts';
