/**
 * The audit log: who did what, newest first, with filters by day, person and act. It also shows
 * whether the log's chain of digests is unbroken, and saves the whole log as a file. Times are
 * shown in the shop's zone.
 */
export { AuditLog } from './audit-log.tsx';
