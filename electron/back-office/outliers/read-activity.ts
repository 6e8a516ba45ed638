import { z } from 'zod';
import {
  OUTLIER_AUDIT_KINDS,
  OUTLIER_MEASURES,
  type OutlierMeasure,
} from '../../../shared/contract/index.ts';
import { add, createMoney, createZero, isNegative, subtract } from '../../../shared/money/index.ts';
import type { Database } from '../../ledger/index.ts';
import { yieldToEventLoop } from '../../platform/index.ts';
import {
  listActs,
  listApprovedActs,
  listAuditKindStarts,
  listDetailedActs,
  listPeople,
  sumSales,
} from './activity-queries.ts';
import { findWeekIndex, type Week } from './weeks.ts';

/** What one cashier did in one week. */
export interface CashierWeek {
  readonly cashierId: string;
  readonly week: Week;
  payments: number;
  closedShifts: number;
  readonly counts: Record<Exclude<OutlierMeasure, 'count-differences'>, number>;
  /** Decimal text in the shop's currency. */
  countDifference: string;
  readonly overrideKinds: Set<string>;
}

export interface Activity {
  readonly cashierWeeks: readonly CashierWeek[];
  /** By cashier id. */
  readonly names: ReadonlyMap<string, string>;
  /** The average payment in the shop's currency; 0 without payments. */
  readonly averagePayment: number;
  /** The measures that were not recorded before an instant (ISO 8601 in UTC). */
  readonly starts: ReadonlyMap<OutlierMeasure, string>;
}

const measureByKind = new Map<string, OutlierMeasure>(
  Object.entries(OUTLIER_AUDIT_KINDS).flatMap(([name, kinds]) => {
    const measure = OUTLIER_MEASURES.find((known) => known === name);
    return measure === undefined ? [] : kinds.map((kind) => [kind, measure] as const);
  }),
);

/** Kinds of which a covering index of the log has all that is counted. */
const PLAIN_KINDS = [...measureByKind]
  .filter(([, measure]) => measure !== 'wrong-pins' && measure !== 'count-differences')
  .map(([kind]) => kind);

const shiftClosedDetailSchema = z.looseObject({
  differences: z.array(z.looseObject({ currency: z.string(), difference: z.string() })).optional(),
});
const wrongPinDetailSchema = z.looseObject({ cashierId: z.string() });

/**
 * Reads what everybody did in these weeks, the oldest first. Yields to the event loop in between, so
 * that payments are not delayed.
 */
export async function readActivity(
  database: Database,
  weeks: readonly Week[],
  shopCurrency: string,
): Promise<Activity> {
  const cashierWeeks = new Map<string, CashierWeek>();
  const span = { since: weeks[0]?.since ?? '', until: weeks.at(-1)?.until ?? '' };

  const getCashierWeek = (cashierId: string, week: Week): CashierWeek => {
    const key = `${week.from} ${cashierId}`;
    const cashierWeek = cashierWeeks.get(key) ?? createCashierWeek(cashierId, week);
    cashierWeeks.set(key, cashierWeek);
    return cashierWeek;
  };
  const findCashierWeek = (cashierId: string | null, at: string): CashierWeek | null => {
    const week = weeks[findWeekIndex(weeks, at)];
    return week === undefined || cashierId === null ? null : getCashierWeek(cashierId, week);
  };
  const countAct = (
    measure: OutlierMeasure | undefined,
    cashierId: string | null,
    at: string,
  ): void => {
    const cashierWeek = findCashierWeek(cashierId, at);
    if (cashierWeek === null || measure === undefined || measure === 'count-differences') return;
    cashierWeek.counts[measure] += 1;
  };

  let amount = 0;
  let amountCount = 0;
  for (const week of weeks) {
    for (const sales of sumSales(database, week, shopCurrency)) {
      getCashierWeek(sales.cashierId, week).payments += sales.count;
      amount += sales.amount;
      amountCount += sales.amountCount;
    }
    await yieldToEventLoop();
  }

  const people = listPeople(database);
  for (const { id } of people) {
    for (const { kind, at } of listActs(database, id, PLAIN_KINDS, span))
      countAct(measureByKind.get(kind), id, at);
    for (const { kind, at, cashierId } of listApprovedActs(database, id, span)) {
      if (measureByKind.has(kind)) continue;
      countAct('overrides', cashierId, at);
      findCashierWeek(cashierId, at)?.overrideKinds.add(kind);
    }
    await yieldToEventLoop();
  }

  for (const kind of OUTLIER_AUDIT_KINDS['wrong-pins']) {
    for (const { at, cashierId, detail } of listDetailedActs(database, kind, span))
      countAct(
        'wrong-pins',
        cashierId ?? parseDetail(wrongPinDetailSchema, detail)?.cashierId ?? null,
        at,
      );
    await yieldToEventLoop();
  }
  for (const kind of OUTLIER_AUDIT_KINDS['count-differences']) {
    for (const { at, cashierId, detail } of listDetailedActs(database, kind, span)) {
      const cashierWeek = findCashierWeek(cashierId, at);
      if (cashierWeek === null) continue;
      cashierWeek.closedShifts += 1;
      const { differences = [] } = parseDetail(shiftClosedDetailSchema, detail) ?? {};
      for (const { currency, difference } of differences) {
        if (currency !== shopCurrency) continue;
        cashierWeek.countDifference = addAbsolute(
          cashierWeek.countDifference,
          difference,
          currency,
        );
      }
    }
    await yieldToEventLoop();
  }

  return {
    cashierWeeks: [...cashierWeeks.values()],
    names: new Map(people.map(({ id, name }) => [id, name])),
    averagePayment: amountCount === 0 ? 0 : amount / amountCount,
    starts: readMeasureStarts(database),
  };
}

function createCashierWeek(cashierId: string, week: Week): CashierWeek {
  return {
    cashierId,
    week,
    payments: 0,
    closedShifts: 0,
    counts: {
      'drawer-opened': 0,
      cancels: 0,
      overrides: 0,
      'closed-by-hand': 0,
      refunds: 0,
      reprints: 0,
      'wrong-pins': 0,
    },
    countDifference: '0.00',
    overrideKinds: new Set(),
  };
}

/** Null for an entry that was tampered with. The check of the log finds it. */
function parseDetail<Value>(schema: z.ZodType<Value>, json: string): Value | null {
  try {
    return schema.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}

function addAbsolute(sum: string, difference: string, currency: string): string {
  const signed = createMoney(difference, currency);
  const positive = isNegative(signed) ? subtract(createZero(currency), signed) : signed;
  return add(createMoney(sum, currency), positive).amount;
}

/** A measure of several kinds is complete once the last of them is recorded. */
function readMeasureStarts(database: Database): Map<OutlierMeasure, string> {
  const starts = new Map<OutlierMeasure, string>();
  for (const { kind, since } of listAuditKindStarts(database)) {
    const measure = measureByKind.get(kind);
    if (measure === undefined) continue;
    const known = starts.get(measure) ?? '';
    starts.set(measure, since > known ? since : known);
  }
  return starts;
}
