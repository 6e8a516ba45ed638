import { getNextDay, subtractDays, toDay } from '../../../../shared/dates/index.ts';
import type { Clock, Log } from '../../../platform/index.ts';
import { type ChainServerDatabase, isNoLongerElectedError } from '../database/index.ts';
import { type RepeatingTask, startRepeatingTask } from '../repeated-work.ts';

/**
 * Creates the monthly partitions of the payments in advance, and shortens and deletes old data
 * according to `chain.keeping`: account numbers to their last four characters after 100 days (with
 * them the bytes of the day's file), whole months after 400 days unless one of their files is still
 * missing, and the service's list after four days, except what a day is still to be compared with, and
 * what may prove the end of an open payment.
 * Each step commits in pieces and runs whatever becomes of the others, on a connection of its own: long
 * work delays neither the file nor webhooks. The note `retention` is of the last run without a failure,
 * `retention-failed` of the last other.
 */
export interface RetentionPorts {
  readonly database: ChainServerDatabase;
  readonly clock: Clock;
  readonly log: Log;
  /** The values of the configuration file; null keeps the database's values. */
  readonly limits: { readonly accountDays: number; readonly dropDays: number } | null;
  /** For tests; default 20,000, and 1,000 when notices are claimed. */
  readonly rowsPerBatch?: number;
}

const INTERVAL_MS = 60 * 60_000;
const NOTICE_INTERVAL_MS = 60_000;
const SERVICE_ROWS_TTL_SECONDS = 4 * 24 * 60 * 60;
const ROWS_PER_BATCH = 20_000;
const NOTICES_PER_BATCH = 1_000;
const MAX_DAYS_PER_RUN = 40;
/** Their old rows are deleted one by one; payments with a month of their own are dropped with it. */
const AGING_TABLES = [
  'payments_default',
  'shifts',
  'z_reports',
  'refunds',
  'refused_rows',
  'sales',
  'restarts',
] as const;

export function startRetentionTask(ports: RetentionPorts, fencingToken: number): RepeatingTask {
  const { database, clock, log, limits, rowsPerBatch = ROWS_PER_BATCH } = ports;
  const { query } = database;
  let isEnded = false;

  const applySettings = async (): Promise<{
    readonly accountDays: number;
    readonly dropDays: number;
  }> => {
    if (limits !== null) {
      await query('SELECT chain.keep_v1($1, $2)', [limits.accountDays, limits.dropDays]);
      return limits;
    }
    const [row] = await query('SELECT account_days, payment_days FROM chain.keeping');
    return { accountDays: Number(row?.account_days), dropDays: Number(row?.payment_days) };
  };

  /** Each piece is a transaction of its own, so an interrupted run continues. */
  const shortenDay = async (day: string): Promise<void> => {
    const text = 'SELECT * FROM chain.shorten_accounts_v2($1, $2, $3, $4)';
    let last: Record<string, unknown> | undefined = {};
    while (last !== undefined && !isEnded) {
      const values = [day, last.ledger_id ?? null, last.payment_id ?? null, rowsPerBatch];
      [last] = await query(text, values);
    }
  };

  const shortenAccounts = async (before: string): Promise<void> => {
    const [first] = await query('SELECT chain.next_to_shorten_v1() AS day');
    let day = typeof first?.day === 'string' ? first.day : before;
    for (let dayCount = 0; day < before && dayCount < MAX_DAYS_PER_RUN && !isEnded; dayCount += 1) {
      await shortenDay(day);
      if (isEnded) return;
      await query('SELECT chain.shortened_v1($1, $2)', [fencingToken, day]);
      day = getNextDay(day);
    }
  };

  /** Runs a deletion, which returns how many are gone, until there is nothing left to delete. */
  const deleteInPieces = async (text: string, values: readonly unknown[] = []): Promise<void> => {
    for (;;) {
      const [row] = await query(text, [...values, rowsPerBatch]);
      if (row?.gone !== rowsPerBatch || isEnded) return;
    }
  };

  const deleteServiceRows = async (): Promise<void> => {
    const before = Math.floor(clock.now() / 1000) - SERVICE_ROWS_TTL_SECONDS;
    const text = 'SELECT chain.forget_service_rows_v1($1, $2, $3) AS gone';
    await deleteInPieces(text, [fencingToken, before]);
  };

  /** While a file is missing, its payments stay. */
  const readDropDay = async (before: string): Promise<string> => {
    const [row] = await query("SELECT chain.missing_days_v1() ->> 'day' AS day LIMIT 1");
    const missing = typeof row?.day === 'string' ? subtractDays(row.day, 2) : before;
    return missing < before ? missing : before;
  };

  const dropMonths = async (before: string): Promise<void> => {
    const text = 'SELECT chain.drop_before_v1($1) AS name';
    const dropped = await query(text, [await readDropDay(before)]);
    if (dropped.length > 0) log.info({ dropped }, 'retention: partitions dropped');
  };

  const deleteRows = async (table: (typeof AGING_TABLES)[number], before: string): Promise<void> =>
    deleteInPieces('SELECT chain.delete_before_v1($1, $2, $3) AS gone', [
      table,
      await readDropDay(before),
    ]);

  const deleteNotices = async (): Promise<void> => {
    const text = 'SELECT * FROM chain.forget_hints_v2($1, $2, $3)';
    let last: Record<string, unknown> | undefined = {};
    while (last !== undefined && !isEnded)
      [last] = await query(text, [last.at ?? null, last.id ?? null, rowsPerBatch]);
    await deleteInPieces('SELECT chain.forget_hint_tills_v1($1) AS gone');
  };

  const runOnce = async (): Promise<void> => {
    const today = toDay(clock.now(), 'UTC');
    const { accountDays, dropDays } = await applySettings();
    const dropBefore = subtractDays(today, dropDays);
    const steps: Readonly<Record<string, () => Promise<unknown>>> = {
      partitions: () => query('SELECT chain.make_partitions_v1($1, 2)', [today]),
      accounts: () => shortenAccounts(subtractDays(today, accountDays)),
      serviceRows: deleteServiceRows,
      months: () => dropMonths(dropBefore),
      ...Object.fromEntries(
        AGING_TABLES.map((table) => [table, () => deleteRows(table, dropBefore)]),
      ),
      days: async () =>
        query('SELECT chain.forget_days_v1($1, $2)', [fencingToken, await readDropDay(dropBefore)]),
      notices: deleteNotices,
    };
    const failed: string[] = [];
    for (const [step, runStep] of Object.entries(steps)) {
      if (isEnded) return;
      try {
        await runStep();
      } catch (error) {
        if (isEnded || isNoLongerElectedError(error)) return;
        log.error({ err: error, step }, 'retention: step failed');
        failed.push(step);
      }
    }
    const note = JSON.stringify({ accountDays, dropDays, failed });
    const name = failed.length === 0 ? 'retention' : 'retention-failed';
    await query('SELECT chain.set_note_v1($1, $2)', [name, note]);
  };

  return startRepeatingTask({
    clock,
    intervalMs: INTERVAL_MS,
    runOnce,
    onFailure: (error) => log.error({ err: error }, 'retention: run failed'),
    onEnd: () => {
      isEnded = true;
    },
  });
}

/**
 * Gives each recent webhook notice to the tills that reported its payment meanwhile: a notice and a
 * push that run at the same time do not see each other. Each piece commits, and the next run continues
 * after it.
 */
export function startNoticeClaimTask({
  database: { query },
  clock,
  log,
  rowsPerBatch = NOTICES_PER_BATCH,
}: Omit<RetentionPorts, 'limits'>): RepeatingTask {
  let isEnded = false;
  return startRepeatingTask({
    clock,
    intervalMs: NOTICE_INTERVAL_MS,
    runOnce: async () => {
      // As text, because a time of JavaScript has no microseconds.
      const [row] = await query('SELECT now()::text AS began');
      const text = 'SELECT * FROM chain.claim_notices_v2($1, $2, $3, $4)';
      let last: Record<string, unknown> | undefined = {};
      while (last !== undefined && !isEnded)
        [last] = await query(text, [row?.began, last.at ?? null, last.id ?? null, rowsPerBatch]);
    },
    onFailure: (error) => log.warn({ err: error }, 'webhook-notices: claiming failed'),
    onEnd: () => {
      isEnded = true;
    },
  });
}
