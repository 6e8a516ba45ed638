import { getNextDay, toDay } from '../../../../shared/dates/index.ts';
import type { Database } from '../../../ledger/index.ts';
import type { ReconciliationSettings } from '../ports.ts';
import { getPreviousDay } from './business-day-times.ts';
import { updateOwnUploadPeriod } from './chain-handover.ts';
import { type BusinessDayRow, insertDay, listDays, readDay } from './day-queries.ts';
import { listUnrecordedEndedDays, planDay } from './plan-day.ts';
import {
  readChainHandover,
  readFirstIntentAt,
  readUploadingSinceDay,
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
  getFirstDayOfChain(): string | null;
  /** Sets the first day of the chain as the chain gave it; it overrides the till's own value. */
  setFirstDayOfChain(day: string): void;
  /**
   * Returns the row of a day. A day that this till does not report has no row; its row is computed
   * from the current settings.
   */
  readDay(day: string): BusinessDayRow;
  isDayReported(day: string): boolean;
  /** Returns a page of days, newest first, including today; only days before `before`, if given. */
  readPageOfDays(
    before: string | null,
    limit: number,
  ): { readonly rows: BusinessDayRow[]; readonly next: string | null };
}

export function createBusinessDays(ports: {
  readonly database: Database;
  readonly settings: () => ReconciliationSettings;
  readonly time: TrustedTime;
}): BusinessDays {
  const { database, settings, time } = ports;
  const getToday = (): string => toDay(time.now(), settings().timeZone);

  const planRow = (day: string): BusinessDayRow =>
    planDay(day, settings(), readDay(database, getPreviousDay(day)));

  const recordEndedDays = (): void => {
    const { timeZone } = settings();
    const certainTime = time.getServiceConfirmedTime();
    // Ending the duty needs no certain time: the current day then belongs to the chain, or is not
    // reported.
    if (certainTime === null && !isIdle()) return;
    const now = toDay(certainTime ?? time.now(), timeZone);
    updateOwnUploadPeriod(database, settings(), now);
    const since = readUploadingSinceDay(database);
    if (since === null) return;
    const [last] = listDays(database, null, 1);
    const { chainFrom } = readChainHandover(database);
    const end = chainFrom !== null && chainFrom < now ? chainFrom : now;
    for (const day of listUnrecordedEndedDays(since, last?.day ?? null, end))
      database.commit(() => insertDay(database, planRow(day)));
  };
  const isIdle = (): boolean => !settings().isUploading && !settings().isUploadedByChain;

  const getFirstListedDay = (): string => {
    const { timeZone } = settings();
    const firstIntentAt = readFirstIntentAt(database);
    const days = [getToday(), readUploadingSinceDay(database) ?? getToday()];
    if (firstIntentAt !== null) days.push(toDay(Date.parse(firstIntentAt), timeZone));
    return days.sort()[0] ?? getToday();
  };

  const read = (day: string): BusinessDayRow => readDay(database, day) ?? planRow(day);

  return {
    recordEndedDays,
    getToday,
    getFirstDay: () => readUploadingSinceDay(database),
    getFirstDayOfChain: () =>
      settings().isUploadedByChain ? readChainHandover(database).chainFrom : null,
    setFirstDayOfChain: (chainFrom) => {
      const handover = readChainHandover(database);
      if (!settings().isUploadedByChain || handover.chainFrom === chainFrom) return;
      database.commit(() => writeChainHandover(database, { ...handover, chainFrom }));
    },
    readDay: read,
    isDayReported: (day) => readDay(database, day) !== null,
    readPageOfDays: (before, limit) => {
      const oldest = getFirstListedDay();
      const rows: BusinessDayRow[] = [];
      let day = before === null ? getToday() : getPreviousDay(before);
      for (; day >= oldest && rows.length < limit; day = getPreviousDay(day)) rows.push(read(day));
      return { rows, next: day >= oldest ? getNextDay(day) : null };
    },
  };
}
