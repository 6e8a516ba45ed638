/**
 * The status report of a till, for the remote management of many tills: one documented object,
 * built from an open till or from the files of a closed one, and the heartbeat file that contains
 * it. One gate (`update-gate.ts`) decides whether an update may be installed now. Times are ISO
 * 8601 in UTC. The report contains no personal data and no secrets.
 */

export {
  createHeartbeatFileWriter,
  type HeartbeatFileWriter,
  type HeartbeatSettings,
} from './heartbeat.ts';
export { type LedgerStatusFacts, readLedgerStatusFacts } from './ledger-facts.ts';
export {
  buildStatusReport,
  formatStatusReport,
  getFreeDiskBytes,
  type StatusReport,
  type StatusReportSources,
  statusReportSchema,
  toStatusExitCode,
  toUpdateGateFacts,
} from './status-report.ts';
export { findUpdateBlockers, type UpdateGateFacts } from './update-gate.ts';
