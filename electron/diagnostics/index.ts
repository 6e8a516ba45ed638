/**
 * What the help line needs, as one zip in the till's folder of exports: versions, settings without
 * secrets, how the queues, the printer, the clock, the ledger and the backups stand, the last
 * problems, and the log with account numbers masked. Times are ISO 8601 in UTC. Secrets are never
 * asked for, and taken out all the same wherever one should stand. Answers `storage` problems.
 */
export {
  createDiagnostics,
  type Diagnostics,
  type DiagnosticsPorts,
  type Section,
} from './diagnostics.ts';
export { maskLine, maskNumbers, withoutSecrets } from './masking.ts';
export { openPaymentStates, printJobsByState, tableSizes } from './queries.ts';
export { settingsWithoutSecrets } from './settings.ts';
