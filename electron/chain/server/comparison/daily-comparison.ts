import { toDay } from '../../../../shared/dates/index.ts';
import { SIGNATURE_TTL_MS } from '../../../../shared/rules/index.ts';
import type { Clock, Log } from '../../../platform/index.ts';
import type { BillPaymentService } from '../../../service/index.ts';
import { type ChainDay, parseChainDay } from '../chain-day.ts';
import type { ChainServerDatabase } from '../database/index.ts';
import { type RepeatingTask, startRepeatingTask } from '../repeated-work.ts';
import { type ChainComparison, compareChainWithServiceList } from './compare-chain.ts';
import {
  createServiceTransactionReader,
  type ServiceTransactionReader,
} from './service-transaction-reader.ts';

export interface DailyComparisonPorts {
  readonly database: ChainServerDatabase;
  readonly clock: Clock;
  readonly log: Log;
  /** Null if the process has no keys of the service: then nothing is compared. */
  readonly service: () => BillPaymentService | null;
  readonly pagesAnHour: number;
  /** The list of a day with more transactions is not read again. */
  readonly maxRereadRows?: number;
}

/**
 * A request is valid for this long: what it does is dated at most this long after the day's end.
 */
const LIST_MARGIN_SECONDS = SIGNATURE_TTL_MS / 1000;
const READ_INTERVAL_MS = 10 * 60_000;
const DAY_SECONDS = 24 * 60 * 60;
const LIST_TIMEOUT_SECONDS = 6 * 60 * 60;
const DEFAULT_MAX_REREAD_ROWS = 200_000;

/** Reads the list through the day, and compares the days that have ended, until it is stopped. */
export function startDailyComparison(
  ports: DailyComparisonPorts,
  fencingToken: number,
): RepeatingTask {
  const { database, clock, log } = ports;
  const { query } = database;
  const abortController = new AbortController();
  const { signal } = abortController;

  const listUncomparedDays = async (): Promise<ChainDay[]> =>
    (await query('SELECT chain.uncompared_days_v1($1) AS day', [toDay(clock.now(), 'UTC')])).map(
      (row) => parseChainDay(row.day),
    );

  const compare = async (
    day: ChainDay,
    list: Pick<ChainComparison, 'problem' | 'isWhole' | 'reread'>,
  ): Promise<void> => {
    const comparison = await compareChainWithServiceList(database, day, list);
    const text = JSON.stringify(comparison);
    await query('SELECT chain.set_comparison_v1($1, $2, $3)', [fencingToken, day.day, text]);
    log.info({ day: day.day, kinds: comparison.kinds }, 'daily-comparison: day compared');
  };

  /** Reads the list again to see refunds made since it was read. */
  const rereadList = async (
    list: ServiceTransactionReader,
    day: ChainDay,
  ): Promise<NonNullable<ChainComparison['reread']>> => {
    const [row] = await query('SELECT chain.count_service_rows_v1($1) AS count', [day.since]);
    const rows = Number(row?.count);
    if (rows > (ports.maxRereadRows ?? DEFAULT_MAX_REREAD_ROWS)) {
      log.warn({ day: day.day, rows }, 'daily-comparison: list too long to read again');
      return 'too-long';
    }
    const result = await list.read(day.since, true);
    if (result.ok && result.value.isWhole) return 'done';
    const problem = result.ok ? null : result.problem;
    log.warn({ day: day.day, problem }, 'daily-comparison: list not read again');
    return 'failed';
  };

  const runOnce = async (): Promise<void> => {
    const service = ports.service();
    if (service === null) return;
    const list = createServiceTransactionReader({ ...ports, query, fencingToken, service, signal });
    const days = await listUncomparedDays();
    const now = Math.floor(service.getRequestDate() / 1000);
    const result = await list.read(days[0]?.since ?? now - DAY_SECONDS, false);
    if (signal.aborted) return;
    const problem = result.ok ? null : result.problem;
    await query('SELECT chain.set_note_v1($1, $2)', [
      'service-list',
      JSON.stringify({ problem, covered: await list.readCoverage() }),
    ]);
    let reread: ChainComparison['reread'] = null;
    for (const day of days) {
      const coverage = await list.readCoverage();
      const isWhole =
        coverage !== null &&
        coverage.since <= day.since &&
        coverage.until >= day.until + LIST_MARGIN_SECONDS;
      const isLate = now >= Date.parse(day.dueAt) / 1000 + LIST_TIMEOUT_SECONDS;
      if (!isWhole && !isLate) continue;
      if (isWhole) reread ??= await rereadList(list, day);
      if (signal.aborted) return;
      await compare(
        day,
        isWhole ? { problem: null, isWhole, reread } : { problem, isWhole, reread: null },
      );
    }
  };

  return startRepeatingTask({
    clock,
    intervalMs: READ_INTERVAL_MS,
    runOnce,
    onFailure: (error) => log.error({ err: error }, 'daily-comparison: run failed'),
    onEnd: () => abortController.abort(),
  });
}
