import {
  type BillerKind,
  currencyCodeSchema,
  decimalSchema,
  fail,
  ok,
  type Result,
} from '../../../shared/contract/index.ts';
import type { Database } from '../../ledger/index.ts';
import { type Log, toIsoTime } from '../../platform/index.ts';
import {
  type BillerListRow,
  type BillerRow,
  deleteDelistedBillers,
  markBillerListSuspect,
  readBillerList,
  replaceBillerList,
  replaceRates,
} from './catalog-queries.ts';

const DAY = 24 * 60 * 60 * 1000;

/** From this length on, a large loss is suspicious. */
const MIN_LONG_LIST_LENGTH = 10;
/** A list that lost more than half is accepted if it is still short after this time. */
const DOUBT_PERIOD_MS = DAY;
/** How long a biller that left its list is kept for a form that is still open. */
const DEPARTED_BILLER_TTL_MS = 30 * DAY;

/**
 * Replaces the cached list by a fetched one, inside the caller's commit, and returns whether any
 * biller is new, changed or gone. `rows` are sorted by id, which makes inserting fastest.
 *
 * If a long list has lost more than half of its billers, a fault of the service is more likely than
 * a real change: the old list stays, and the result is `service-unreadable`. If the list is still
 * short a day later it is accepted, unless it is empty: a till without billers is useless, and the
 * service refuses payments to a biller that is really gone.
 */
export function replaceStoredBillerList(
  { database, log }: { readonly database: Database; readonly log: Log },
  kind: BillerKind,
  rows: readonly BillerRow[],
  now: number,
): Result<boolean> {
  const at = toIsoTime(now);
  const list = readBillerList(database, kind);
  if (list && isListDoubtful(list, rows.length, now)) {
    log.warn(
      { kind, had: list.count, got: rows.length },
      'catalog: biller list suspiciously short, kept old one',
    );
    markBillerListSuspect(database, kind, at);
    return fail({ kind: 'service-unreadable', httpStatus: 200 });
  }
  deleteDelistedBillers(database, toIsoTime(now - DEPARTED_BILLER_TTL_MS));
  return ok(replaceBillerList(database, kind, rows, at));
}

/** Replaces the cached rates by the fetched ones, inside the caller's commit. */
export function replaceStoredRates(
  database: Database,
  rates: Readonly<Record<string, string>>,
  now: number,
): Result<boolean> {
  const usable = Object.entries(rates).filter(
    ([currency, rate]) =>
      currencyCodeSchema.safeParse(currency).success && decimalSchema.safeParse(rate).success,
  );
  if (usable.length === 0) return fail({ kind: 'service-unreadable', httpStatus: 200 });
  replaceRates(database, usable, toIsoTime(now));
  return ok(true);
}

function isListDoubtful(list: BillerListRow, count: number, now: number): boolean {
  if (list.count < MIN_LONG_LIST_LENGTH || count * 2 >= list.count) return false;
  if (count === 0 || list.doubtedAt === null) return true;
  return now - Date.parse(list.doubtedAt) < DOUBT_PERIOD_MS;
}
