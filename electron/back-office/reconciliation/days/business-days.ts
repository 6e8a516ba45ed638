import { getNextDay, toDay } from '../../../../shared/dates/index.ts';
import type { Database } from '../../../ledger/index.ts';
import type { ReconciliationSettings } from '../ports.ts';
import { getDayBefore } from './business-day-times.ts';
import { updateUploadDuty } from './chain-handover.ts';
import { type DayRow, insertDay, listDays, readDay } from './day-queries.ts';
import { listEndedDays, planDay } from './plan-day.ts';
import {
  readFirstIntentAt,
  readHandover,
  readUploadingSince,
  writeHandover,
} from './transaction-queries.ts';
import type { TrustedTime } from './trusted-time.ts';

/** The business days that this till has to report. Each gets its row once it has ended. */
export interface BusinessDays {
  /**
   * Starts or ends this till's duty, and writes the rows of the days that have certainly ended: a
   * row stays as it was written.
   */
  recordEndedDays(): void;
  getToday(): string;
  getFirstDay(): string | null;
  /** The first day whose file the chain makes; null without a chain, and until that is known. */
  getChainStart(): string | null;
  /** What the chain said of it, which holds. */
  setChainFrom(day: string): void;
  /**
   * A day as it is; one that this till does not report has no row, and is computed from the
   * present.
   */
  read(day: string): DayRow;
  isReported(day: string): boolean;
  /** The newest first, including today; those before `before`. */
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

  const plan = (day: string): DayRow =>
    planDay(day, settings(), readDay(database, getDayBefore(day)));

  const recordEndedDays = (): void => {
    const { timeZone } = settings();
    const sure = time.getCertainTime();
    // An end of the duty needs no certainty: what is not over then is nobody's, or the chain's.
    if (sure === null && !isIdle()) return;
    const now = toDay(sure ?? time.now(), timeZone);
    updateUploadDuty(database, settings(), now);
    const since = readUploadingSince(database);
    if (since === null) return;
    const [last] = listDays(database, null, 1);
    const { chainFrom } = readHandover(database);
    const end = chainFrom !== null && chainFrom < now ? chainFrom : now;
    for (const day of listEndedDays(since, last?.day ?? null, end))
      database.commit(() => insertDay(database, plan(day)));
  };
  const isIdle = (): boolean => !settings().uploads && !settings().isOfChain;

  const first = (): string => {
    const { timeZone } = settings();
    const at = readFirstIntentAt(database);
    const days = [getToday(), readUploadingSince(database) ?? getToday()];
    if (at !== null) days.push(toDay(Date.parse(at), timeZone));
    return days.sort()[0] ?? getToday();
  };

  const read = (day: string): DayRow => readDay(database, day) ?? plan(day);

  return {
    recordEndedDays,
    getToday,
    getFirstDay: () => readUploadingSince(database),
    getChainStart: () => (settings().isOfChain ? readHandover(database).chainFrom : null),
    setChainFrom: (chainFrom) => {
      const before = readHandover(database);
      if (!settings().isOfChain || before.chainFrom === chainFrom) return;
      database.commit(() => writeHandover(database, { ...before, chainFrom }));
    },
    read,
    isReported: (day) => readDay(database, day) !== null,
    readPage: (before, limit) => {
      const oldest = first();
      const rows: DayRow[] = [];
      let day = before === null ? getToday() : getDayBefore(before);
      for (; day >= oldest && rows.length < limit; day = getDayBefore(day)) rows.push(read(day));
      return { rows, next: day >= oldest ? getNextDay(day) : null };
    },
  };
}
