/**
 * The support bundle: one zip in the till's folder of exports, with versions, settings without
 * secrets, the state of the queues, the printer, the clock, the ledger and the backups, the last
 * problems, and the log with account numbers masked. Times are ISO 8601 in UTC. Sections must not
 * contain secrets; any that do are removed. Returns `storage` problems.
 */
export {
  createDiagnostics,
  type Diagnostics,
  type DiagnosticsSection,
} from './diagnostics.ts';
export { createStoredDiagnosticsSections } from './file-sections.ts';
export { maskNumbers } from './mask-text.ts';
