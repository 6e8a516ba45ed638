import { getNextDay, toDay } from '../../../../shared/dates/index.ts';
import type { Database } from '../../../ledger/index.ts';
import type { ReconciliationSettings } from '../ports.ts';
import { getDayBefore } from './business-day-times.ts';
import { updateOwnUploadPeriod } from './chain-handover.ts';
import { type DayRow, insertDay, listDays, readDay } from './day-queries.ts';
import { listEndedDays, planDay } from './plan-day.ts';
import {
  readChainHandover,
  readFirstIntentAt,
  readUploadingSince,
  writeChainHandover,
} from './transaction-queries.ts';
import type { TrustedTime } from './trusted-time.ts';

/** The business days that this till reports. Each gets its row once it has ended. */
export interface BusinessDays {
  /**
   * Starts or ends this till's duty to upload, and writes the rows of the days that have certainly
   * ended. A written row does not change.
   */
  recordEndedDays(): void;
  getToday(): string;
  getFirstDay(): string | null;
  /** The first day whose file the chain makes; null without a chain, and until it is known. */
  getChainStart(): string | null;
  /** Sets the first day of the chain as the chain gave it; it overrides the till's own value. */
  setChainFrom(day: string): void;
  /**
   * Returns the row of a day. A day that this till does not report has no row; its row is computed
   * from the current settings.
   */
  read(day: string): DayRow;
  isReported(day: string): boolean;
  /** Returns a page of days, newest first, including today; only days before `before`, if given. */
  readPage(
    before: string | null,
    limit: number,
  ): { readonly rows: DayRow[]; readonly next: string | null };
}

export function createBusinessDays(ports: {
  readonly database: Database;
  readonly settings: () => ReconciliationSettings;
  readonly time: TrustedTime;
}): BusinessDays {
  const { database, settings, time } = ports;
  const getToday = (): string => toDay(time.now(), settings().timeZone);

  const planRow = (day: string): DayRow =>
    planDay(day, settings(), readDay(database, getDayBefore(day)));

  const recordEndedDays = (): void => {
    const { timeZone } = settings();
    const certainTime = time.getCertainTime();
    // Ending the duty needs no certain time: the current day then belongs to the chain, or is not
    // reported.
    if (certainTime === null && !isIdle()) return;
    const now = toDay(certainTime ?? time.now(), timeZone);
    updateOwnUploadPeriod(database, settings(), now);
    const since = readUploadingSince(database);
    if (since === null) return;
    const [last] = listDays(database, null, 1);
    const { chainFrom } = readChainHandover(database);
    const end = chainFrom !== null && chainFrom < now ? chainFrom : now;
    for (const day of listEndedDays(since, last?.day ?? null, end))
      database.commit(() => insertDay(database, planRow(day)));
  };
  const isIdle = (): boolean => !settings().uploads && !settings().isOfChain;

  const getFirstListedDay = (): string => {
    const { timeZone } = settings();
    const firstIntentAt = readFirstIntentAt(database);
    const days = [getToday(), readUploadingSince(database) ?? getToday()];
    if (firstIntentAt !== null) days.push(toDay(Date.parse(firstIntentAt), timeZone));
    return days.sort()[0] ?? getToday();
  };

  const read = (day: string): DayRow => readDay(database, day) ?? planRow(day);

  return {
    recordEndedDays,
    getToday,
    getFirstDay: () => readUploadingSince(database),
    getChainStart: () => (settings().isOfChain ? readChainHandover(database).chainFrom : null),
    setChainFrom: (chainFrom) => {
      const handover = readChainHandover(database);
      if (!settings().isOfChain || handover.chainFrom === chainFrom) return;
      database.commit(() => writeChainHandover(database, { ...handover, chainFrom }));
    },
    read,
    isReported: (day) => readDay(database, day) !== null,
    readPage: (before, limit) => {
      const oldest = getFirstListedDay();
      const rows: DayRow[] = [];
      let day = before === null ? getToday() : getDayBefore(before);
      for (; day >= oldest && rows.length < limit; day = getDayBefore(day)) rows.push(read(day));
      return { rows, next: day >= oldest ? getNextDay(day) : null };
    },
  };
}
