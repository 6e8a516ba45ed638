/**
 * What a till says of itself to whoever looks after a thousand of them: one documented object, from a
 * till that is open or from the files of one that is closed, and the heartbeat file that holds it. One
 * gate (`gate.ts`) says whether an update may be installed now, whoever asks.
 * Times are ISO 8601 in UTC. Nothing in it is about a person or a customer, and none of it is secret.
 */
export { type LedgerFacts, readFacts } from './facts.ts';
export { type GateFacts, hindrances } from './gate.ts';
export { createHeartbeat, type Heartbeat, type HeartbeatSettings } from './heartbeat.ts';
export {
  exitOf,
  freeBytes,
  gateFactsOf,
  linesOf,
  makeStatusReport,
  type ReportSources,
  type StatusReport,
  statusReport,
} from './report.ts';
