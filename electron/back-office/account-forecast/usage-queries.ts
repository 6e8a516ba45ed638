import { getMinuteOfDay, getNextDay, getStartOfDayMs, toDay } from '../../../shared/dates/index.ts';
import { isSameCurrency } from '../../../shared/money/index.ts';
import { createRowReader, type Database } from '../../ledger/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import { type DayUsage, SLOT_MINUTES, SLOTS_PER_DAY } from './day-usage.ts';

/**
 * What sales took from the account, by ten minutes in UTC, in millionths: the amount without what the
 * shop earned, if the service said so. A cash-out pays into the account. The first 15 characters of a
 * time (`2026-03-14T15:2`) are its ten minutes.
 */
const USAGE_QUERY = `SELECT substr(at, 1, 15) AS slot, currency, count(*) AS count,
    CAST(sum(CASE kind WHEN 'cash-out' THEN -amount ELSE amount END - coalesce(earned, 0)) AS TEXT) AS used
  FROM sales WHERE at >= ? AND at < ? GROUP BY 1, 2`;

const MILLIONTHS = 1_000_000;

interface UsageRow {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly used: number;
  readonly count: number;
}

function listUsageRows(
  database: Database,
  since: number,
  until: number,
  currency: string,
): UsageRow[] {
  return database
    .prepare(USAGE_QUERY)
    .all(toIsoTime(since), toIsoTime(until))
    .map(createRowReader)
    .filter((row) => isSameCurrency(row.text('currency'), currency))
    .map((row) => ({
      at: Date.parse(`${row.text('slot')}0:00Z`),
      used: Number(row.text('used')) / MILLIONTHS,
      count: row.integer('count'),
    }));
}

/** Reads what the sales of a day took from an account in `currency`. */
export function readDayUsage(
  database: Database,
  day: string,
  timeZone: string,
  currency: string,
): DayUsage {
  const since = getStartOfDayMs(day, timeZone);
  const until = getStartOfDayMs(getNextDay(day), timeZone);
  const usedBySlot = Array.from({ length: SLOTS_PER_DAY }, () => 0);
  let saleCount = 0;
  for (const { at, used, count } of listUsageRows(database, since, until, currency)) {
    const slot = Math.floor(getMinuteOfDay(at, timeZone) / SLOT_MINUTES);
    usedBySlot[slot] = (usedBySlot[slot] ?? 0) + used;
    saleCount += count;
  }
  return { day, usedBySlot, saleCount };
}

/** Reads what sales took from an account since an instant. */
export function readUsageSince(database: Database, since: number, currency: string): number {
  const FAR_FUTURE = Date.UTC(9999, 0, 1);
  return listUsageRows(database, since, FAR_FUTURE, currency).reduce(
    (sum, { used }) => sum + used,
    0,
  );
}

/** The day of the first sale; null if there is none. */
export function readFirstSaleDay(database: Database, timeZone: string): string | null {
  const row = database.prepare('SELECT at FROM sales ORDER BY at LIMIT 1').get();
  return row === undefined ? null : toDay(Date.parse(createRowReader(row).text('at')), timeZone);
}
