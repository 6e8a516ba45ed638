/**
 * What a till says of itself to whoever looks after a thousand of them: one documented object, from a
 * till that is open or from the files of one that is closed, and the heartbeat file that holds it. One
 * gate (`update-gate.ts`) says whether an update may be installed now, whoever asks.
 * Times are ISO 8601 in UTC. Nothing in it is about a person or a customer, and none of it is secret.
 */

export { createHeartbeat, type Heartbeat, type HeartbeatSettings } from './heartbeat.ts';
export { type LedgerFacts, readLedgerFacts } from './ledger-facts.ts';
export {
  buildStatusReport,
  formatStatusReport,
  getFreeBytes,
  type ReportSources,
  type StatusReport,
  statusReportSchema,
  toExitCode,
  toUpdateGateFacts,
} from './status-report.ts';
export { findUpdateHindrances, type UpdateGateFacts } from './update-gate.ts';
