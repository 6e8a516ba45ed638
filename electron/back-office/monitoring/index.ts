/**
 * The status report of a till, for the remote management of many tills: one documented object,
 * built from an open till or from the files of a closed one, and the heartbeat file that contains
 * it. One gate (`update-gate.ts`) decides whether an update may be installed now. Times are ISO
 * 8601 in UTC. The report contains no personal data and no secrets.
 */

export { createHeartbeat, type Heartbeat, type HeartbeatSettings } from './heartbeat.ts';
export { type LedgerFacts, readLedgerFacts } from './ledger-facts.ts';
export {
  buildStatusReport,
  formatStatusReport,
  getFreeBytes,
  type StatusReport,
  type StatusReportSources,
  statusReportSchema,
  toExitCode,
  toUpdateGateFacts,
} from './status-report.ts';
export { findUpdateBlockers, type UpdateGateFacts } from './update-gate.ts';
