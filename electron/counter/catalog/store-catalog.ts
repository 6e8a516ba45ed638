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
  deleteDepartedBillers,
  markBillerListDoubted,
  readBillerList,
  replaceBillerList,
  replaceRates,
} from './catalog-queries.ts';

const DAY = 24 * 60 * 60 * 1000;

/** From this size on, a list is long enough for a loss to be suspicious. */
const MIN_LONG_LIST_LENGTH = 10;
/** A list that lost more than half is believed if it is still so after this time. */
const DOUBT_PERIOD_MS = DAY;
/** How long a biller that left its list is remembered for a form that is still open. */
const DEPARTED_BILLER_TTL_MS = 30 * DAY;

/**
 * Puts a fetched list in the place of the cached one, inside the caller's commit, and answers
 * whether any biller is new, changed or gone. `rows` are in the order of their ids, in which
 * inserting is fastest.
 *
 * A long list of which more than half has gone is more likely a fault at the other end than the
 * truth: the old one stays, and the answer is `service-unreadable`. When the service still says so
 * a day later it is believed, unless it says that there is none at all: a till without billers
 * helps nobody, and what is really gone is refused by the service.
 */
export function storeBillerList(
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
    markBillerListDoubted(database, kind, at);
    return fail({ kind: 'service-unreadable', httpStatus: 200 });
  }
  deleteDepartedBillers(database, toIsoTime(now - DEPARTED_BILLER_TTL_MS));
  return ok(replaceBillerList(database, kind, rows, at));
}

/** Replaces the cached rates by the fetched ones, inside the caller's commit. */
export function storeRates(
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
