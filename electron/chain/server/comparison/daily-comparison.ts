import { z } from 'zod';
import { toDay } from '../../../../shared/dates/index.ts';
import { SIGNATURE_TTL_MS } from '../../../../shared/rules/index.ts';
import type { Clock, Log } from '../../../platform/index.ts';
import type { BillPaymentService } from '../../../service/index.ts';
import { type ChainDay, chainDaySchema } from '../chain-day.ts';
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
/** A payment is also paired with a row that is dated on the day before, or on the day after. */
const PAIRING_MARGIN_SECONDS = 24 * 60 * 60;
const READ_INTERVAL_MS = 10 * 60_000;
/** Of the day that has not ended yet, and of the day before. */
const FIRST_READ_SECONDS = 2 * 24 * 60 * 60;
const LIST_TIMEOUT_SECONDS = 6 * 60 * 60;
const DEFAULT_MAX_REREAD_ROWS = 200_000;

const uncomparedDaySchema = chainDaySchema.extend({
  isCompared: z.boolean(),
  isDue: z.boolean(),
  areRowsDeleted: z.boolean(),
});
type UncomparedDay = z.infer<typeof uncomparedDaySchema>;

/** Reads the list through the day, and compares the days that have ended, until it is stopped. */
export function startDailyComparison(
  ports: DailyComparisonPorts,
  fencingToken: number,
): RepeatingTask {
  const { database, clock, log } = ports;
  const { query } = database;
  const abortController = new AbortController();
  const { signal } = abortController;

  const listUncomparedDays = async (): Promise<UncomparedDay[]> =>
    (await query('SELECT chain.uncompared_days_v1($1) AS day', [toDay(clock.now(), 'UTC')])).map(
      (row) => uncomparedDaySchema.parse(row.day),
    );

  const isTooLong = async (day: ChainDay): Promise<boolean> => {
    const [row] = await query('SELECT chain.count_service_rows_v1($1) AS count', [day.since]);
    return Number(row?.count) > (ports.maxRereadRows ?? DEFAULT_MAX_REREAD_ROWS);
  };

  /** A day whose rows were deleted is read again, unless the list is too long for that. */
  const findFirstReadableDay = async (
    days: readonly UncomparedDay[],
  ): Promise<UncomparedDay | null> => {
    for (const day of days) if (!day.areRowsDeleted || !(await isTooLong(day))) return day;
    return null;
  };

  /** The retention keeps the rows from then on until the next run; null keeps none. */
  const keepServiceRows = async (since: number | null): Promise<void> => {
    await query('SELECT chain.keep_service_rows_v1($1, $2)', [fencingToken, since]);
  };

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
    if (await isTooLong(day)) {
      log.warn({ day: day.day }, 'daily-comparison: list too long to read again');
      return 'too-long';
    }
    const result = await list.read(getFirstSecond(day), true);
    if (result.ok && result.value.isWhole) return 'done';
    const problem = result.ok ? null : result.problem;
    log.warn({ day: day.day, problem }, 'daily-comparison: list not read again');
    return 'failed';
  };

  const runOnce = async (): Promise<void> => {
    const service = ports.service();
    if (service === null) {
      await keepServiceRows(null);
      return;
    }
    const list = createServiceTransactionReader({ ...ports, query, fencingToken, service, signal });
    const days = await listUncomparedDays();
    const firstDay = await findFirstReadableDay(days);
    const since = firstDay === null ? null : getFirstSecond(firstDay);
    await keepServiceRows(since);
    const now = Math.floor(service.getRequestDate() / 1000);
    const result = await list.read(since ?? now - FIRST_READ_SECONDS, false);
    if (signal.aborted) return;
    const problem = result.ok ? null : result.problem;
    await query('SELECT chain.set_note_v1($1, $2)', [
      'service-list',
      JSON.stringify({ problem, covered: await list.readCoverage() }),
    ]);
    let reread: ChainComparison['reread'] = null;
    for (const day of days.filter(({ isDue }) => isDue)) {
      const coverage = await list.readCoverage();
      const isWhole =
        coverage !== null &&
        coverage.since <= getFirstSecond(day) &&
        coverage.until >= day.until + LIST_MARGIN_SECONDS;
      const isLate = now >= Date.parse(day.dueAt) / 1000 + LIST_TIMEOUT_SECONDS;
      if (!isWhole && !isLate) continue;
      // The earlier comparison knew rows that were deleted since.
      if (!isWhole && day.isCompared && day.areRowsDeleted) continue;
      // What was read again for a day is also of later days, whose own part of the list is shorter.
      if (isWhole && (reread === null || reread === 'too-long')) {
        reread = await rereadList(list, day);
      }
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

function getFirstSecond(day: ChainDay): number {
  return day.since - PAIRING_MARGIN_SECONDS;
}
