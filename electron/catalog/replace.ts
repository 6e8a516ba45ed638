import {
  type Biller,
  type BillerKind,
  currencyCode,
  decimalText,
  fail,
  ok,
  type Result,
} from '../../shared/contract/index.ts';
import type { Database } from '../ledger/index.ts';
import { type Clock, isoTime, type Log, runInPieces, yieldToEventLoop } from '../platform/index.ts';
import {
  type BillerListRow,
  type BillerRow,
  doubtBillerList,
  forgetDepartedBillers,
  readBillerList,
  replaceBillerList,
  replaceRates,
} from './queries.ts';

const DAY = 24 * 60 * 60 * 1000;

/** From this size on a list is long enough for its loss to be noticed. */
const LONG = 10;
/** A list that lost more than half is believed when it still is so after this time. */
const DOUBTED_FOR = DAY;
/** How long a biller that left its list is remembered for a form that is still open. */
const REMEMBERED_FOR = 30 * DAY;

/**
 * Puts a fetched list in the place of the cached one, in one commit, and answers whether any
 * biller is new, changed or gone.
 *
 * A long list of which more than half has gone is more likely a fault at the other end than the
 * truth: the old one stays, and the answer is `service-unreadable`. When the service still says so
 * a day later it is believed, unless it says that there is none at all: a till without billers
 * helps nobody, and what is really gone is refused by the service.
 */
export async function storeList(
  ports: { readonly database: Database; readonly log: Log },
  kind: BillerKind,
  billers: readonly Biller[],
  clock: Clock,
  isStopped: () => boolean,
): Promise<Result<boolean>> {
  const { database, log } = ports;
  const rows = await runInPieces(rowsOf(billers), isStopped);
  // The commit is one piece, and the longest of all: nothing else is done in its turn.
  await yieldToEventLoop();
  if (!rows || isStopped()) return ok(false);
  const now = clock.now();
  const at = isoTime(now);
  return database.commit((): Result<boolean> => {
    const list = readBillerList(database, kind);
    if (list && isDoubtful(list, rows.length, now)) {
      log.warn({ kind, had: list.count, got: rows.length }, 'a list came back too short');
      doubtBillerList(database, kind, at);
      return fail({ kind: 'service-unreadable', httpStatus: 200 });
    }
    forgetDepartedBillers(database, isoTime(now - REMEMBERED_FOR));
    return ok(replaceBillerList(database, kind, rows, at));
  });
}

/** Puts fetched rates in the place of the cached ones, in one commit. */
export function storeRates(
  database: Database,
  rates: Readonly<Record<string, string>>,
  now: number,
): Result<null> {
  const usable = Object.entries(rates).filter(
    ([currency, rate]) =>
      currencyCode.safeParse(currency).success && decimalText.safeParse(rate).success,
  );
  if (usable.length === 0) return fail({ kind: 'service-unreadable', httpStatus: 200 });
  database.commit(() => replaceRates(database, usable, isoTime(now)));
  return ok(null);
}

function isDoubtful(list: BillerListRow, count: number, now: number): boolean {
  if (list.count < LONG || count * 2 >= list.count) return false;
  if (count === 0 || list.doubtedAt === null) return true;
  return now - Date.parse(list.doubtedAt) < DOUBTED_FOR;
}

function* rowsOf(billers: readonly Biller[]): Generator<void, BillerRow[]> {
  const rows: BillerRow[] = [];
  for (const biller of billers) {
    rows.push({ id: biller.id, biller: JSON.stringify(biller) });
    if (rows.length % 250 === 0) yield;
  }
  // In the order in which they are kept, each is put behind the one before.
  return rows.sort((a, b) => a.id - b.id);
}
