import type {
  Earnings,
  EarningsGrouping,
  EarningsQuery,
  EarningsRow,
} from '../../../shared/contract/index.ts';
import { getNextDay, getStartOfDay, subtractDays, toDay } from '../../../shared/dates/index.ts';
import { isSameCurrency } from '../../../shared/money/index.ts';
import type { Database } from '../../ledger/index.ts';
import { toIsoTime, yieldToEventLoop } from '../../platform/index.ts';
import { readBillerName, readCashierNames, readSalesSums, type SalesSum } from './sales-queries.ts';
import { addSum, createTally, type Tally, toEarningsSum } from './tally.ts';

/** A day, and the one that it is compared with. Instants are milliseconds. */
export interface DayPair {
  readonly day: string;
  readonly now: DaySpan;
  readonly before: DaySpan;
}

interface DaySpan {
  readonly day: string;
  readonly since: number;
  /** Not included. */
  readonly until: number;
}

/** The same days of the week: a Saturday is compared with a Saturday. */
const DAYS_PER_WEEK = 7;

export function buildDayPairs(
  { days, to }: EarningsQuery,
  now: number,
  timeZone: string,
): readonly DayPair[] {
  const today = toDay(now, timeZone);
  const last = to === null || to > today ? today : to;
  const back = Math.max(days, DAYS_PER_WEEK);
  return Array.from({ length: days }, (_, at) => subtractDays(last, days - 1 - at)).map((day) => {
    const current = toDaySpan(day, timeZone);
    const earlier = toDaySpan(subtractDays(day, back), timeZone);
    // A day that is not over is compared with as much of the other.
    const until =
      day === today
        ? Math.min(earlier.since + (now - current.since), earlier.until)
        : earlier.until;
    return { day, now: current, before: { ...earlier, until } };
  });
}

function toDaySpan(day: string, timeZone: string): DaySpan {
  const since = getStartOfDay(day, timeZone);
  return { day, since, until: getStartOfDay(getNextDay(day), timeZone) };
}

/** What was sold in one of the two spans of a pair. */
export interface DaySales {
  readonly pair: DayPair;
  readonly when: (typeof PERIODS)[number];
  readonly sales: readonly SalesSum[];
}

const PERIODS = ['before', 'now'] as const;

/** Day after day, letting a payment through between any two. Another currency's sales stand apart. */
export async function* readDaySales(
  database: Database,
  pairs: readonly DayPair[],
  currency: string,
  apart: 'cashier' | 'both',
): AsyncGenerator<DaySales & { readonly others: number }> {
  for (const pair of pairs) {
    for (const when of PERIODS) {
      const { since, until } = pair[when];
      const all = readSalesSums(database, toIsoTime(since), toIsoTime(until), apart);
      const sales = all.filter((one) => isSameCurrency(one.currency, currency));
      const others = all
        .filter((one) => one.what === 'sold' && !isSameCurrency(one.currency, currency))
        .reduce((sum, { count }) => sum + count, 0);
      yield { pair, when, sales, others };
      await yieldToEventLoop();
    }
  }
}

/** Every biller's sums, a week at a time: day by day most of them sell once. */
async function* readBillerSales(
  database: Database,
  pairs: readonly DayPair[],
  currency: string,
): AsyncGenerator<Pick<DaySales, 'when' | 'sales'>> {
  for (let at = 0; at < pairs.length; at += DAYS_PER_WEEK) {
    const week = pairs.slice(at, at + DAYS_PER_WEEK);
    for (const when of PERIODS) {
      const since = week[0]?.[when].since ?? 0;
      const until = week.at(-1)?.[when].until ?? 0;
      const all = readSalesSums(database, toIsoTime(since), toIsoTime(until), 'biller');
      yield { when, sales: all.filter((one) => isSameCurrency(one.currency, currency)) };
      await yieldToEventLoop();
    }
  }
}

interface TallyPair {
  readonly now: Tally;
  readonly before: Tally;
}

const createTallyPair = (): TallyPair => ({ now: createTally(), before: createTally() });

/** Billers beyond these are one row: nobody reads more. */
const MAX_BILLERS = 60;

/** All that is shown, from the ledger. */
export async function computeEarnings(
  database: Database,
  wanted: EarningsQuery,
  here: { readonly now: number; readonly timeZone: string; readonly currency: string },
): Promise<Earnings> {
  const { now, timeZone, currency } = here;
  const pairs = buildDayPairs(wanted, now, timeZone);
  const total = createTallyPair();
  const by: Record<EarningsGrouping, Map<string, TallyPair>> = {
    day: new Map(pairs.map(({ day }) => [day, createTallyPair()])),
    cashier: new Map(),
    biller: new Map(),
    kind: new Map(),
  };
  let inOtherCurrencies = 0;
  for await (const one of readDaySales(database, pairs, currency, 'cashier')) {
    const { when } = one;
    if (when === 'now') inOtherCurrencies += one.others;
    for (const sum of one.sales) {
      addSum(total[when], sum);
      addSum(getOrCreatePair(by.day, one.pair.day)[when], sum);
      addSum(getOrCreatePair(by.cashier, sum.cashierId ?? '')[when], sum);
      addSum(getOrCreatePair(by.kind, sum.kind)[when], sum);
    }
  }
  for await (const { when, sales } of readBillerSales(database, pairs, currency)) {
    for (const sum of sales) addSum(getOrCreatePair(by.biller, String(sum.billerId))[when], sum);
  }
  const [first] = pairs;
  const last = pairs.at(-1);
  if (first === undefined || last === undefined) throw new TypeError('no day was asked for');
  const people = readCashierNames(database);
  const rowOf = ([id, pair]: readonly [string, TallyPair], name = ''): EarningsRow => ({
    id,
    name,
    now: toEarningsSum(pair.now, currency),
    before: toEarningsSum(pair.before, currency),
  });
  const billers = sortBySales(by.biller);
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
      day: [...by.day].map((one) => rowOf(one)),
      cashier: sortBySales(by.cashier).map((one) => rowOf(one, people.get(one[0]) ?? one[0])),
      biller: [
        ...billers
          .slice(0, MAX_BILLERS)
          .map((one) => rowOf(one, readBillerName(database, Number(one[0])))),
        ...mergeRemaining(billers.slice(MAX_BILLERS), currency),
      ],
      kind: sortBySales(by.kind).map((one) => rowOf(one)),
    },
    inOtherCurrencies,
  };
}

function getOrCreatePair(map: Map<string, TallyPair>, id: string): TallyPair {
  const known = map.get(id);
  if (known !== undefined) return known;
  const made = createTallyPair();
  map.set(id, made);
  return made;
}

/** Those that sold most come first; what sold nothing now, by what it sold before. */
function sortBySales(map: ReadonlyMap<string, TallyPair>): (readonly [string, TallyPair])[] {
  const most = (a: Tally, b: Tally): number =>
    Number(b.amount - a.amount) || Number(b.cashOutAmount - a.cashOutAmount);
  return [...map].sort(
    ([a, one], [b, other]) =>
      most(one.now, other.now) || most(one.before, other.before) || (a < b ? -1 : 1),
  );
}

function mergeRemaining(
  rest: readonly (readonly [string, TallyPair])[],
  currency: string,
): EarningsRow[] {
  if (rest.length === 0) return [];
  const sum = createTallyPair();
  for (const [, pair] of rest) {
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

function mergeTally(to: Tally, other: Tally): void {
  to.count += other.count;
  to.amount += other.amount;
  to.fee += other.fee;
  to.earned += other.earned;
  to.told += other.told;
  to.untold += other.untold;
  to.takenBack += other.takenBack;
  to.cashOutCount += other.cashOutCount;
  to.cashOutAmount += other.cashOutAmount;
}
