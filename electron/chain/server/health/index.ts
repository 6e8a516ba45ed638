/**
 * The health report of the process, on loopback only: `GET /health` returns one JSON object, with
 * 200 while no light is red and 503 otherwise; `GET /metrics` returns numbers in Prometheus' text
 * format. Neither contains a name, amount, account or secret. Times are ISO 8601 in UTC.
 */
export {
  buildHealthGauges,
  buildHealthReport,
  type HealthReport,
  type HealthServer,
  startHealthServer,
} from './health-server.ts';
export { formatGauges, type Gauge } from './prometheus-text.ts';
