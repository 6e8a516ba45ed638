export { AuditLog } from './audit.tsx';
