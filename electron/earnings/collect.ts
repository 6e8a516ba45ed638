import type {
  Earnings,
  EarningsBy,
  EarningsRow,
  WantedEarnings,
} from '../../shared/contract/index.ts';
import { dayAfter, dayOf, daysBefore, startOfDay } from '../../shared/dates/index.ts';
import { isSameCurrency } from '../../shared/money/index.ts';
import type { Database } from '../ledger/index.ts';
import { isoTime, yieldToEventLoop } from '../platform/index.ts';
import { billerName, cashierNames, type SalesSum, salesBetween } from './sales.ts';
import { addTo, emptyTally, sumOf, type Tally } from './sums.ts';

/** A day, and the one that it is compared with. Instants are milliseconds. */
export interface DayPair {
  readonly day: string;
  readonly now: Span;
  readonly before: Span;
}

interface Span {
  readonly day: string;
  readonly since: number;
  /** Not included. */
  readonly until: number;
}

/** The same days of the week: a Saturday is compared with a Saturday. */
const WEEK = 7;

export function dayPairs(
  { days, to }: WantedEarnings,
  now: number,
  timeZone: string,
): readonly DayPair[] {
  const today = dayOf(now, timeZone);
  const last = to === null || to > today ? today : to;
  const back = Math.max(days, WEEK);
  return Array.from({ length: days }, (_, at) => daysBefore(last, days - 1 - at)).map((day) => {
    const current = spanOfDay(day, timeZone);
    const earlier = spanOfDay(daysBefore(day, back), timeZone);
    // A day that is not over is compared with as much of the other.
    const until =
      day === today
        ? Math.min(earlier.since + (now - current.since), earlier.until)
        : earlier.until;
    return { day, now: current, before: { ...earlier, until } };
  });
}

function spanOfDay(day: string, timeZone: string): Span {
  const since = startOfDay(day, timeZone);
  return { day, since, until: startOfDay(dayAfter(day), timeZone) };
}

/** What was sold in one of the two spans of a pair. */
export interface SoldOnDay {
  readonly pair: DayPair;
  readonly when: (typeof WHENS)[number];
  readonly sales: readonly SalesSum[];
}

const WHENS = ['before', 'now'] as const;

/** Day after day, letting a payment through between any two. Another currency's sales stand apart. */
export async function* soldOnDays(
  database: Database,
  pairs: readonly DayPair[],
  currency: string,
  apart: 'cashier' | 'both',
): AsyncGenerator<SoldOnDay & { readonly others: number }> {
  for (const pair of pairs) {
    for (const when of WHENS) {
      const { since, until } = pair[when];
      const all = salesBetween(database, isoTime(since), isoTime(until), apart);
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
async function* soldByBillers(
  database: Database,
  pairs: readonly DayPair[],
  currency: string,
): AsyncGenerator<Pick<SoldOnDay, 'when' | 'sales'>> {
  for (let at = 0; at < pairs.length; at += WEEK) {
    const week = pairs.slice(at, at + WEEK);
    for (const when of WHENS) {
      const since = week[0]?.[when].since ?? 0;
      const until = week.at(-1)?.[when].until ?? 0;
      const all = salesBetween(database, isoTime(since), isoTime(until), 'biller');
      yield { when, sales: all.filter((one) => isSameCurrency(one.currency, currency)) };
      await yieldToEventLoop();
    }
  }
}

interface Pair {
  readonly now: Tally;
  readonly before: Tally;
}

const emptyPair = (): Pair => ({ now: emptyTally(), before: emptyTally() });

/** Billers beyond these are one row: nobody reads more. */
const MOST_BILLERS = 60;

/** All that is shown, from the ledger. */
export async function collectEarnings(
  database: Database,
  wanted: WantedEarnings,
  here: { readonly now: number; readonly timeZone: string; readonly currency: string },
): Promise<Earnings> {
  const { now, timeZone, currency } = here;
  const pairs = dayPairs(wanted, now, timeZone);
  const total = emptyPair();
  const by: Record<EarningsBy, Map<string, Pair>> = {
    day: new Map(pairs.map(({ day }) => [day, emptyPair()])),
    cashier: new Map(),
    biller: new Map(),
    kind: new Map(),
  };
  let inOtherCurrencies = 0;
  for await (const one of soldOnDays(database, pairs, currency, 'cashier')) {
    const { when } = one;
    if (when === 'now') inOtherCurrencies += one.others;
    for (const sum of one.sales) {
      addTo(total[when], sum);
      addTo(pairIn(by.day, one.pair.day)[when], sum);
      addTo(pairIn(by.cashier, sum.cashierId ?? '')[when], sum);
      addTo(pairIn(by.kind, sum.kind)[when], sum);
    }
  }
  for await (const { when, sales } of soldByBillers(database, pairs, currency)) {
    for (const sum of sales) addTo(pairIn(by.biller, String(sum.billerId))[when], sum);
  }
  const [first] = pairs;
  const last = pairs.at(-1);
  if (first === undefined || last === undefined) throw new TypeError('no day was asked for');
  const people = cashierNames(database);
  const rowOf = ([id, pair]: readonly [string, Pair], name = ''): EarningsRow => ({
    id,
    name,
    now: sumOf(pair.now, currency),
    before: sumOf(pair.before, currency),
  });
  const billers = mostFirst(by.biller);
  return {
    from: first.day,
    to: last.day,
    before: { from: first.before.day, to: last.before.day },
    isRunning: last.now.until > now,
    readAt: isoTime(now),
    currency,
    total: { now: sumOf(total.now, currency), before: sumOf(total.before, currency) },
    by: {
      day: [...by.day].map((one) => rowOf(one)),
      cashier: mostFirst(by.cashier).map((one) => rowOf(one, people.get(one[0]) ?? one[0])),
      biller: [
        ...billers
          .slice(0, MOST_BILLERS)
          .map((one) => rowOf(one, billerName(database, Number(one[0])))),
        ...restOf(billers.slice(MOST_BILLERS), currency),
      ],
      kind: mostFirst(by.kind).map((one) => rowOf(one)),
    },
    inOtherCurrencies,
  };
}

function pairIn(map: Map<string, Pair>, id: string): Pair {
  const known = map.get(id);
  if (known !== undefined) return known;
  const made = emptyPair();
  map.set(id, made);
  return made;
}

/** Those that sold most come first; what sold nothing now, by what it sold before. */
function mostFirst(map: ReadonlyMap<string, Pair>): (readonly [string, Pair])[] {
  const most = (a: Tally, b: Tally): number =>
    Number(b.amount - a.amount) || Number(b.handedOut - a.handedOut);
  return [...map].sort(
    ([a, one], [b, other]) =>
      most(one.now, other.now) || most(one.before, other.before) || (a < b ? -1 : 1),
  );
}

function restOf(rest: readonly (readonly [string, Pair])[], currency: string): EarningsRow[] {
  if (rest.length === 0) return [];
  const sum = emptyPair();
  for (const [, pair] of rest) {
    for (const when of ['now', 'before'] as const) addTally(sum[when], pair[when]);
  }
  return [
    { id: null, name: '', now: sumOf(sum.now, currency), before: sumOf(sum.before, currency) },
  ];
}

function addTally(to: Tally, other: Tally): void {
  to.count += other.count;
  to.amount += other.amount;
  to.fee += other.fee;
  to.earned += other.earned;
  to.told += other.told;
  to.untold += other.untold;
  to.takenBack += other.takenBack;
  to.cashOuts += other.cashOuts;
  to.handedOut += other.handedOut;
}
