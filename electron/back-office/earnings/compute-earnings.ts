import type {
  Earnings,
  EarningsGrouping,
  EarningsQuery,
  EarningsRow,
} from '../../../shared/contract/index.ts';
import { getNextDay, getStartOfDayMs, subtractDays, toDay } from '../../../shared/dates/index.ts';
import { isSameCurrency } from '../../../shared/money/index.ts';
import type { Database } from '../../ledger/index.ts';
import { toIsoTime, yieldToEventLoop } from '../../platform/index.ts';
import { readBillerName, readCashierNames, readSalesSums, type SalesSum } from './sales-queries.ts';
import { addToSalesTally, createSalesTally, type SalesTally, toEarningsSum } from './tally.ts';

/** A day, and the day that it is compared with. Instants are milliseconds since the epoch. */
export interface ComparedDay {
  readonly day: string;
  readonly now: DaySpan;
  readonly before: DaySpan;
}

interface DaySpan {
  readonly day: string;
  readonly since: number;
  /** Exclusive. */
  readonly until: number;
}

/** Compares the same days of the week: a Saturday with a Saturday. */
const DAYS_PER_WEEK = 7;

export function buildComparedDays(
  { days, to }: EarningsQuery,
  now: number,
  timeZone: string,
): readonly ComparedDay[] {
  const today = toDay(now, timeZone);
  const last = to === null || to > today ? today : to;
  const daysBack = Math.max(days, DAYS_PER_WEEK);
  return Array.from({ length: days }, (_, index) => subtractDays(last, days - 1 - index)).map(
    (day) => {
      const current = toDaySpan(day, timeZone);
      const earlier = toDaySpan(subtractDays(day, daysBack), timeZone);
      // The current day is compared with the same part of the earlier day.
      const until =
        day === today
          ? Math.min(earlier.since + (now - current.since), earlier.until)
          : earlier.until;
      return { day, now: current, before: { ...earlier, until } };
    },
  );
}

function toDaySpan(day: string, timeZone: string): DaySpan {
  const since = getStartOfDayMs(day, timeZone);
  return { day, since, until: getStartOfDayMs(getNextDay(day), timeZone) };
}

/** The sales in one of the two spans of a compared day. */
export interface DaySales {
  readonly comparedDay: ComparedDay;
  readonly period: (typeof PERIODS)[number];
  readonly sales: readonly SalesSum[];
}

const PERIODS = ['before', 'now'] as const;

/**
 * Reads day by day and yields to the event loop in between, so that payments are not delayed.
 * `others` counts the sales in other currencies.
 */
export async function* readDaySales(
  database: Database,
  comparedDays: readonly ComparedDay[],
  currency: string,
  grouping: 'cashier' | 'both',
): AsyncGenerator<DaySales & { readonly others: number }> {
  for (const comparedDay of comparedDays) {
    for (const period of PERIODS) {
      const { since, until } = comparedDay[period];
      const sums = readSalesSums(database, toIsoTime(since), toIsoTime(until), grouping);
      const sales = sums.filter((sum) => isSameCurrency(sum.currency, currency));
      const others = sums
        .filter((sum) => sum.what === 'sold' && !isSameCurrency(sum.currency, currency))
        .reduce((sum, { count }) => sum + count, 0);
      yield { comparedDay, period, sales, others };
      await yieldToEventLoop();
    }
  }
}

/** Reads the sums per biller a week at a time: on a single day most billers have one sale. */
async function* readBillerSales(
  database: Database,
  comparedDays: readonly ComparedDay[],
  currency: string,
): AsyncGenerator<Pick<DaySales, 'period' | 'sales'>> {
  for (let start = 0; start < comparedDays.length; start += DAYS_PER_WEEK) {
    const week = comparedDays.slice(start, start + DAYS_PER_WEEK);
    for (const period of PERIODS) {
      const since = week[0]?.[period].since ?? 0;
      const until = week.at(-1)?.[period].until ?? 0;
      const sums = readSalesSums(database, toIsoTime(since), toIsoTime(until), 'biller');
      yield { period, sales: sums.filter((sum) => isSameCurrency(sum.currency, currency)) };
      await yieldToEventLoop();
    }
  }
}

interface TallyPair {
  readonly now: SalesTally;
  readonly before: SalesTally;
}

const createTallyPair = (): TallyPair => ({ now: createSalesTally(), before: createSalesTally() });

/** More billers are merged into one row. */
const MAX_BILLERS = 60;

/** Computes the whole report from the ledger. */
export async function computeEarnings(
  database: Database,
  query: EarningsQuery,
  context: { readonly now: number; readonly timeZone: string; readonly currency: string },
): Promise<Earnings> {
  const { now, timeZone, currency } = context;
  const comparedDays = buildComparedDays(query, now, timeZone);
  const total = createTallyPair();
  const groups: Record<EarningsGrouping, Map<string, TallyPair>> = {
    day: new Map(comparedDays.map(({ day }) => [day, createTallyPair()])),
    cashier: new Map(),
    biller: new Map(),
    kind: new Map(),
  };
  let inOtherCurrencies = 0;
  for await (const daySales of readDaySales(database, comparedDays, currency, 'cashier')) {
    const { period } = daySales;
    if (period === 'now') inOtherCurrencies += daySales.others;
    for (const sum of daySales.sales) {
      addToSalesTally(total[period], sum);
      addToSalesTally(getOrCreatePair(groups.day, daySales.comparedDay.day)[period], sum);
      addToSalesTally(getOrCreatePair(groups.cashier, sum.cashierId ?? '')[period], sum);
      addToSalesTally(getOrCreatePair(groups.kind, sum.kind)[period], sum);
    }
  }
  for await (const { period, sales } of readBillerSales(database, comparedDays, currency)) {
    for (const sum of sales)
      addToSalesTally(getOrCreatePair(groups.biller, String(sum.billerId))[period], sum);
  }
  const [first] = comparedDays;
  const last = comparedDays.at(-1);
  if (first === undefined || last === undefined) throw new TypeError('no day was asked for');
  const cashierNames = readCashierNames(database);
  const toRow = ([id, pair]: readonly [string, TallyPair], name = ''): EarningsRow => ({
    id,
    name,
    now: toEarningsSum(pair.now, currency),
    before: toEarningsSum(pair.before, currency),
  });
  const billers = sortBySales(groups.biller);
  return {
    from: first.day,
    to: last.day,
    before: { from: first.before.day, to: last.before.day },
    isRunning: last.now.until > now,
    readAt: toIsoTime(now),
    currency,
    total: {
      now: toEarningsSum(total.now, currency),
      before: toEarningsSum(total.before, currency),
    },
    by: {
      day: [...groups.day].map((entry) => toRow(entry)),
      cashier: sortBySales(groups.cashier).map((entry) =>
        toRow(entry, cashierNames.get(entry[0]) ?? entry[0]),
      ),
      biller: [
        ...billers
          .slice(0, MAX_BILLERS)
          .map((entry) => toRow(entry, readBillerName(database, Number(entry[0])))),
        ...mergeRemaining(billers.slice(MAX_BILLERS), currency),
      ],
      kind: sortBySales(groups.kind).map((entry) => toRow(entry)),
    },
    inOtherCurrencies,
  };
}

function getOrCreatePair(map: Map<string, TallyPair>, id: string): TallyPair {
  const existing = map.get(id);
  if (existing !== undefined) return existing;
  const created = createTallyPair();
  map.set(id, created);
  return created;
}

/** Sorts by current sales, highest first; those without current sales by earlier ones. */
function sortBySales(map: ReadonlyMap<string, TallyPair>): (readonly [string, TallyPair])[] {
  const compareSales = (a: SalesTally, b: SalesTally): number =>
    Number(b.amount - a.amount) || Number(b.cashOutAmount - a.cashOutAmount);
  return [...map].sort(
    ([a, entry], [b, other]) =>
      compareSales(entry.now, other.now) ||
      compareSales(entry.before, other.before) ||
      (a < b ? -1 : 1),
  );
}

function mergeRemaining(
  remaining: readonly (readonly [string, TallyPair])[],
  currency: string,
): EarningsRow[] {
  if (remaining.length === 0) return [];
  const sum = createTallyPair();
  for (const [, pair] of remaining) {
    for (const when of ['now', 'before'] as const) mergeTally(sum[when], pair[when]);
  }
  return [
    {
      id: null,
      name: '',
      now: toEarningsSum(sum.now, currency),
      before: toEarningsSum(sum.before, currency),
    },
  ];
}

function mergeTally(target: SalesTally, source: SalesTally): void {
  target.count += source.count;
  target.amount += source.amount;
  target.fee += source.fee;
  target.earned += source.earned;
  target.earnedCount += source.earnedCount;
  target.missingEarnedCount += source.missingEarnedCount;
  target.takenBackCount += source.takenBackCount;
  target.cashOutCount += source.cashOutCount;
  target.cashOutAmount += source.cashOutAmount;
}
