/**
 * The audit log: who did what, newest first, with filters by day, person and kind of act. It also
 * verifies the log's hash chain, and exports the log as a file. Times are shown in the shop's time
 * zone.
 */
export { AuditLog } from './audit-log.tsx';
