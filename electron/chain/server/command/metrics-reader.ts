import type { Log } from '../../../platform/index.ts';
import { connectToChain } from '../../client/index.ts';
import type { ChainServerConfig } from '../config/index.ts';
import { buildHealthGauges, formatGauges, type Gauge, type HealthReport } from '../health/index.ts';
import { readChainStatus } from './status-command.ts';
import { buildStatusGauges } from './status-metrics.ts';

/** Several scrapers, or an impatient one, read the database once. */
const KEPT_MS = 10_000;

/**
 * Returns the numbers of the process and of its database in Prometheus' text format. The connection is
 * kept only while they are read. If the database does not answer, `mostrador_chain_database_up` is 0
 * and its numbers are missing.
 */
export function createMetricsReader(
  config: ChainServerConfig,
  health: () => HealthReport,
  log: Log,
): () => Promise<string> {
  let last: { readonly readAt: number; readonly gauges: Promise<readonly Gauge[]> } | null = null;
  return async () => {
    const now = performance.now();
    if (last === null || now - last.readAt > KEPT_MS) {
      const gauges = readDatabaseGauges(config).catch((error: unknown) => {
        log.warn({ err: error }, 'health: reading the status for /metrics failed');
        return [buildUpGauge(0)];
      });
      last = { readAt: now, gauges };
    }
    return formatGauges([...buildHealthGauges(health()), ...(await last.gauges)]);
  };
}

/** Without the login "maker", the database is not asked. */
async function readDatabaseGauges({
  hosts,
  database,
  ca,
  maker,
}: ChainServerConfig): Promise<readonly Gauge[]> {
  if (maker === undefined) return [];
  const connected = await connectToChain(
    { hosts, database, ca, ...maker },
    { acceptsReadOnlyHost: true },
  );
  if (!connected.ok) return [buildUpGauge(0)];
  try {
    const result = await connected.value.transaction(readChainStatus, { isSnapshot: true });
    if (!result.ok) return [buildUpGauge(0)];
    const { host } = connected.value;
    return [buildUpGauge(1), ...buildStatusGauges({ ...result.value, database, host })];
  } finally {
    await connected.value.end();
  }
}

const buildUpGauge = (value: 0 | 1): Gauge => ({
  name: 'mostrador_chain_database_up',
  help: 'Whether the database answered.',
  samples: [{ value }],
});
