import { resolve } from 'node:path';
import { z } from 'zod';
import { EXIT_CODES, type ExitCode } from '../../../platform/index.ts';
import type { ChainCommandLine } from '../../../settings/command-line/index.ts';
import { type ChainQuery, connectToChain } from '../../client/index.ts';
import { getConfigFile, readChainServerConfig, toStatusJson } from '../config/index.ts';
import { readDailyFileStatus } from '../daily-file/index.ts';
import { formatGauges } from '../health/index.ts';
import { toChainCommandError } from './chain-refusal.ts';
import type { ChainTerminal } from './chain-terminal.ts';
import { buildStatusGauges } from './status-metrics.ts';
import {
  type ChainStatusReport,
  computeStatusIndicators,
  formatStatusReport,
} from './status-report.ts';

/** Prints the status of the chain from its database. Changes nothing; a standby is enough. */
export async function runStatusCommand(
  { options }: ChainCommandLine,
  { workingFolder, env, version, write }: ChainTerminal,
): Promise<ExitCode> {
  if (options.has('json') && options.has('prometheus')) {
    throw new Error('Give either --json or --prometheus.');
  }
  const configOption = options.get('config');
  const file = getConfigFile(
    configOption === undefined ? undefined : resolve(workingFolder, configOption),
    env,
  );
  const { hosts, database, ca, maker } = await readChainServerConfig(file, env);
  if (maker === undefined)
    throw new Error(
      `${file}: the login "maker" is missing, and chain status needs it. Add it from the chain.json that chain init wrote.`,
    );
  const connected = await connectToChain(
    { hosts, database, ca, ...maker },
    { acceptsReadOnlyHost: true },
  );
  if (!connected.ok) throw toChainCommandError(connected.problem);
  const connection = connected.value;
  try {
    const result = await connection.transaction(readChainStatus, { isSnapshot: true });
    if (!result.ok) throw toChainCommandError(result.problem);
    const state = { ...result.value, database, host: connection.host };
    const { worst, indicators } = computeStatusIndicators(state);
    if (options.has('prometheus')) write(formatGauges(buildStatusGauges(state)));
    else if (options.has('json')) {
      const lights = indicators.map(toStatusJson);
      write(`${JSON.stringify({ format: 1, version, ...state, worst, lights })}\n`);
    } else write(formatStatusReport({ ...state, version, worst, indicators }));
    return { green: EXIT_CODES.done, yellow: EXIT_CODES.attention, red: EXIT_CODES.critical }[
      worst
    ];
  } finally {
    await connection.end();
  }
}

const tillSchema = z.object({
  user: z.string(),
  shop: z.string(),
  posNumber: z.string(),
  reportedPosNumber: z.string(),
  seenAt: z.string().nullable(),
  silentSeconds: z.number().nullable(),
  isClosed: z.boolean(),
  unresolved: z.number(),
  papers: z.number(),
  version: z.string().nullable(),
  clockOffset: z.number().nullable(),
  endedAt: z.string().nullable(),
  endedReason: z.string().nullable(),
  barredAt: z.string().nullable(),
  passwordDueAt: z.string().nullable(),
});
const stateSchema = z.object({
  at: z.string(),
  schema: z.number(),
  tills: z.array(tillSchema),
  connections: z.object({ used: z.number(), max: z.number() }),
  databaseBytes: z.coerce.number(),
  oldestTransactionSeconds: z.number().nullable(),
  defaultPartitionRows: z.number(),
  refusedRows: z.number(),
  hintsWaiting: z.number(),
  hintsOfRetired: z.number(),
  hintsUnclaimedSince: z.string().nullable(),
  turnedAwayAt: z.string().nullable(),
  retentionAt: z.string().nullable(),
  backupAt: z.string().nullable(),
});
const orphanedPaymentSchema = z.object({
  externalId: z.string(),
  day: z.string(),
  shop: z.string(),
  posNumber: z.string(),
  amount: z.string(),
  currency: z.string(),
});
const MAX_ORPHANED_PAYMENTS = 20;
const SELECT_ORPHANED_PAYMENTS = `
  SELECT o.external_id AS "externalId", o.day::text, o.shop, o.pos_number AS "posNumber", o.amount,
    o.currency, o.count FROM chain.orphaned_payments_v1($1) o`;
const SELECT_TILLS = `
  SELECT t.role_name AS "user", t.shop, t.pos_number AS "posNumber",
    coalesce(s.pos_number, t.pos_number) AS "reportedPosNumber",
    s.seen_at AS "seenAt", extract(epoch FROM now() - s.seen_at)::int AS "silentSeconds",
    coalesce(s.is_closed, false) AS "isClosed", coalesce(s.unresolved, 0) AS unresolved,
    coalesce(s.papers, 0) AS papers, s.version, s.clock_offset AS "clockOffset",
    CASE WHEN t.barred_at IS NOT NULL OR t.ended_at > now() - interval '1 day' THEN t.ended_at END
      AS "endedAt", t.ended_why AS "endedReason", t.barred_at AS "barredAt",
    t.password_due_at AS "passwordDueAt"
  FROM chain.tills t LEFT JOIN chain.standing s USING (till_id)
  WHERE t.retired_at IS NULL ORDER BY t.shop, 3, t.role_name`;
// PostgreSQL shows of another login's session whose and where it is, but not its backend_type.
const SELECT_TOTALS = `
  SELECT now() AS at, chain.version_v1() AS schema,
    json_build_object(
      'used', (SELECT count(*) FROM pg_stat_activity
        WHERE datid IS NOT NULL AND usesysid IS NOT NULL),
      'max', current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int
        -- Since PostgreSQL 16.
        - coalesce(current_setting('reserved_connections', true), '0')::int) AS connections,
    pg_database_size(current_database()) AS "databaseBytes",
    chain.oldest_transaction_v1() AS "oldestTransactionSeconds",
    (SELECT count(*)::int FROM (SELECT FROM chain.payments_default LIMIT 100000) AS d)
      AS "defaultPartitionRows",
    (SELECT count(*)::int FROM chain.refused_rows) AS "refusedRows",
    -- A till gets a notice with its next push, and reports it done with the one after.
    (SELECT count(DISTINCT w.hint_id)::int FROM chain.hint_tills w
      JOIN chain.hints h ON h.id = w.hint_id
      WHERE w.done_at IS NULL AND h.at < now() - interval '5 minutes') AS "hintsWaiting",
    (SELECT count(DISTINCT w.hint_id)::int FROM chain.hint_tills w
      JOIN chain.hints h ON h.id = w.hint_id JOIN chain.tills t USING (till_id)
      WHERE t.retired_at IS NOT NULL AND w.done_at IS NULL AND NOT EXISTS (
        SELECT FROM chain.hint_tills o JOIN chain.tills a USING (till_id)
        WHERE o.hint_id = w.hint_id AND a.retired_at IS NULL)) AS "hintsOfRetired",
    (SELECT min(h.at) FROM chain.hints h, chain.office_state s
      WHERE h.kind <> 'bill' AND h.at > coalesce(s.notices_claimed_at, '-infinity'))
      AS "hintsUnclaimedSince",
    (SELECT o.at FROM chain.office_notes o
      WHERE o.name = 'webhooks' AND o.at > now() - interval '1 day') AS "turnedAwayAt",
    coalesce((SELECT o.at FROM chain.office_notes o WHERE o.name = 'retention'),
      (SELECT min(t.enrolled_at) FROM chain.tills t)) AS "retentionAt",
    (SELECT o.at FROM chain.office_notes o WHERE o.name = 'backup') AS "backupAt"`;

/** Reads the status from the database; a standby is enough. */
export async function readChainStatus(
  query: ChainQuery,
): Promise<Omit<ChainStatusReport, 'database' | 'host'>> {
  const [totals] = await query(SELECT_TOTALS);
  const { at, ...rest } = stateSchema.parse({ ...totals, tills: await query(SELECT_TILLS) });
  const orphaned = await query(SELECT_ORPHANED_PAYMENTS, [MAX_ORPHANED_PAYMENTS]);
  return {
    at,
    ...rest,
    orphanedPayments: orphaned.map((row) => orphanedPaymentSchema.parse(row)),
    orphanedPaymentCount: Number(orphaned[0]?.count ?? 0),
    dailyFile: await readDailyFileStatus(query, Date.parse(at)),
  };
}
