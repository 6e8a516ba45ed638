/**
 * The health report of the process, on loopback only: `GET /health` returns one JSON object, with
 * 200 while no light is red and 503 otherwise. It contains no name, amount, account or secret.
 * Times are ISO 8601 in UTC.
 */
export {
  buildHealthReport,
  type HealthReport,
  type HealthServer,
  startHealthServer,
} from './health-server.ts';
