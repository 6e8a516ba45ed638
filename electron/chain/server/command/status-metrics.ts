import type { Gauge } from '../health/index.ts';
import { type ChainStatusReport, computeStatusIndicators } from './status-report.ts';

/**
 * The status of the chain as numbers for Prometheus: no shop, till, login, payment or amount is named.
 * docs/chain.md lists the names; a dashboard knows them.
 */
export function buildStatusGauges(state: ChainStatusReport): readonly Gauge[] {
  const { tills, connections, dailyFile } = state;
  const gauge = (name: string, help: string, value: number | null): Gauge => ({
    name: `mostrador_chain_${name}`,
    help,
    samples: value === null ? [] : [{ value }],
  });
  return [
    gauge('connections_used', 'Connections of all databases of the server.', connections.used),
    gauge(
      'connections_max',
      'Connections that the server accepts from logins of a chain.',
      connections.max,
    ),
    gauge('database_bytes', 'Size of the database.', state.databaseBytes),
    gauge(
      'oldest_transaction_seconds',
      "Age of the oldest open transaction of the chain's logins except administrators.",
      state.oldestTransactionSeconds,
    ),
    gauge(
      'default_partition_rows',
      'Payments outside the monthly partitions, counted up to 100,000.',
      state.defaultPartitionRows,
    ),
    {
      name: 'mostrador_chain_tills',
      help: 'Tills that are not retired, by what they last reported.',
      samples: (['never', 'open', 'closed'] as const).map((state) => ({
        labels: { state },
        value: tills.filter((till) => toTillState(till) === state).length,
      })),
    },
    gauge(
      'unresolved_payments',
      'Payments without an outcome, as the tills report them.',
      tills.reduce((sum, { unresolved }) => sum + unresolved, 0),
    ),
    gauge('orphaned_payments', 'Open payments that no till holds.', state.orphanedPaymentCount),
    gauge('refused_rows', 'Rows of tills that the database refused.', state.refusedRows),
    gauge(
      'webhooks_waiting',
      'Webhooks whose till has not asked the service within five minutes.',
      state.hintsWaiting,
    ),
    gauge('daily_files_missing', 'Daily files that are due and not uploaded.', dailyFile.missing),
    gauge(
      'retention_age_seconds',
      'Time since the retention last succeeded.',
      state.retentionAt === null
        ? null
        : Math.round((Date.parse(state.at) - Date.parse(state.retentionAt)) / 1000),
    ),
    ...buildProblemGauges(state),
  ];
}

function toTillState(till: ChainStatusReport['tills'][number]): 'never' | 'open' | 'closed' {
  if (till.seenAt === null) return 'never';
  return till.isClosed ? 'closed' : 'open';
}

function buildProblemGauges(state: ChainStatusReport): Gauge[] {
  const { indicators } = computeStatusIndicators(state);
  const codes = [...new Set(indicators.map(({ code }) => code))];
  return [
    {
      name: 'mostrador_chain_problems',
      help: 'Problems that chain status reports, by level.',
      samples: (['yellow', 'red'] as const).map((level) => ({
        labels: { level },
        value: indicators.filter((indicator) => indicator.level === level).length,
      })),
    },
    {
      name: 'mostrador_chain_problems_by_code',
      help: 'The same by code, only of those that there are.',
      samples: codes.map((code) => ({
        labels: { code },
        value: indicators.filter((indicator) => indicator.code === code).length,
      })),
    },
  ];
}
