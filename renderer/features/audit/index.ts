/**
 * The audit log: who did what, newest first, with filters by day, person and act; whether its chain
 * of digests is whole; and all of it as a file. Times are shown in the shop's zone.
 */
export { AuditLog } from './audit.tsx';
