import { dayAfter, dayOf } from '../../../shared/dates/index.ts';
import type { Database } from '../../ledger/index.ts';
import { isoTime } from '../../platform/index.ts';
import type { ReconciliationSettings } from '../ports.ts';
import { dayBefore, dueAt, fileDate, fileName, rangeOf } from './business-day.ts';
import { type DayRow, insertDay, readDay, readDays } from './day-queries.ts';
import type { TrustedTime } from './time.ts';
import { firstIntentAt, readUploadingSince, writeUploadingSince } from './transaction-queries.ts';

/** The business days that this till has to report. Each gets its row once it has ended. */
export interface BusinessDays {
  /**
   * Starts or ends this till's duty, and writes the rows of the days that have certainly ended: a
   * row stays as it was written.
   */
  keepUp(): void;
  today(): string;
  since(): string | null;
  /**
   * A day as it is; one that this till does not report has no row, and is computed from the
   * present.
   */
  read(day: string): DayRow;
  isReported(day: string): boolean;
  /** The newest first, including today; those before `before`. */
  page(
    before: string | null,
    limit: number,
  ): { readonly rows: DayRow[]; readonly next: string | null };
}

/** After a till was off for this long, somebody else has reported its days. */
const MOST_DAYS = 400;

export function createDays(ports: {
  readonly database: Database;
  readonly settings: () => ReconciliationSettings;
  readonly time: TrustedTime;
}): BusinessDays {
  const { database, settings, time } = ports;
  const today = (): string => dayOf(time.now(), settings().timeZone);

  const plan = (day: string): DayRow => {
    const { timeZone, chainName } = settings();
    const range = rangeOf(day, timeZone);
    // If the zone was changed meanwhile, no moment is in two files or in none.
    const before = readDay(database, dayBefore(day));
    const since = before === null ? range.since : Math.min(before.until, range.until);
    const due = dueAt(day, timeZone);
    return {
      day,
      since,
      until: range.until,
      dueAt: isoTime(due),
      name: fileName(chainName, due),
      file: null,
      offeredAt: null,
      inDoubtAt: null,
      uploadedAt: null,
      handedIn: null,
      late: null,
    };
  };

  const keepUp = (): void => {
    const since = readUploadingSince(database);
    if (!settings().uploads) {
      if (since !== null) database.commit(() => writeUploadingSince(database, null));
      return;
    }
    const sure = time.sure();
    if (sure === null) return;
    const now = dayOf(sure, settings().timeZone);
    if (since === null) {
      database.commit(() => writeUploadingSince(database, now));
      return;
    }
    const [last] = readDays(database, null, 1);
    const next = last === undefined || last.day < since ? since : dayAfter(last.day);
    const ended: string[] = [];
    for (let day = next; day < now && ended.length < MOST_DAYS; day = dayAfter(day))
      ended.push(day);
    for (const day of ended) database.commit(() => insertDay(database, plan(day)));
  };

  const first = (): string => {
    const { timeZone } = settings();
    const at = firstIntentAt(database);
    const days = [today(), readUploadingSince(database) ?? today()];
    if (at !== null) days.push(dayOf(Date.parse(at), timeZone));
    return days.sort()[0] ?? today();
  };

  const read = (day: string): DayRow => readDay(database, day) ?? plan(day);

  return {
    keepUp,
    today,
    since: () => readUploadingSince(database),
    read,
    isReported: (day) => readDay(database, day) !== null,
    page: (before, limit) => {
      const oldest = first();
      const rows: DayRow[] = [];
      let day = before === null ? today() : dayBefore(before);
      for (; day >= oldest && rows.length < limit; day = dayBefore(day)) rows.push(read(day));
      return { rows, next: day >= oldest ? dayAfter(day) : null };
    },
  };
}

/** `YYYYMMDD` of a day's HEADER. */
export function headerDate(row: Pick<DayRow, 'dueAt'>): string {
  return fileDate(Date.parse(row.dueAt));
}
