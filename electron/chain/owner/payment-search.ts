import {
  type CallOutput,
  type ChainPayment,
  type ChainPaymentFilter,
  chainPaymentSchema,
  ok,
  type Result,
  type ValidatedCallInput,
} from '../../../shared/contract/index.ts';
import { toInstantRange } from '../../../shared/dates/index.ts';
import { parseSearchedAmount } from '../../back-office/history/index.ts';
import type { ChainViewQuery } from './chain-view.ts';
import { type ChainCursor, formatChainCursor, parseChainCursor } from './view-rows.ts';
import {
  type ChainViewContext,
  INVALID_CURSOR,
  queryPage,
  queryRows,
  toPaymentCursor,
} from './views.ts';

export type PaymentsPage = CallOutput<'chain.search'>;

const PAYMENTS_SQL = 'SELECT * FROM chain.view_payments_v2($1, $2, $3, $4)';
/** A page on the screen ends once one of these is reached, even if it is not full. */
const SCREEN_LIMITS = { readingMs: 250, totalMs: 700 };
const NO_LIMITS = { readingMs: Number.POSITIVE_INFINITY, totalMs: Number.POSITIVE_INFINITY };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The longest period in which the database compares a text with names and amounts. */
const MAX_TEXT_PERIOD_MS = 26 * HOUR_MS;
/** A busy chain has 14,000 payments in it. */
const FIRST_PIECE_MS = HOUR_MS;
/** Longer than payments are kept: what is older is read in one piece. */
const MAX_AGE_MS = 800 * DAY_MS;
/** Before every payment of the same time. */
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

export async function searchPayments(
  query: ChainViewQuery,
  context: ChainViewContext,
  { filter, cursor, limit }: ValidatedCallInput<'chain.search'>,
): Promise<Result<PaymentsPage>> {
  const after = cursor === null ? null : parseChainCursor(cursor);
  if (cursor !== null && after === null) return INVALID_CURSOR;
  return await readPaymentsPage(query, context, filter, after, limit, SCREEN_LIMITS);
}

/**
 * Reads a page of the payment history; the export reads longer pages, in any time. A page with a
 * filter that no index serves is read in pieces of time, the newest first: otherwise a filter that
 * few payments match would read all of them.
 */
export async function readPaymentsPage(
  query: ChainViewQuery,
  context: ChainViewContext,
  filter: ChainPaymentFilter,
  after: ChainCursor | null,
  limit: number,
  { readingMs: maxReadingMs, totalMs: maxTotalMs } = NO_LIMITS,
): Promise<Result<PaymentsPage>> {
  const { from, to, ...conditions } = filter;
  const { text } = conditions;
  const period = toInstantRange({ from, to }, context.timeZone);
  const textAmount = text === null ? null : parseSearchedAmount(text, context.language);
  const toFilterJson = (since: string | null): string =>
    JSON.stringify({ ...conditions, textAmount, since, until: period.until });
  if (!isReadInPieces(filter, period)) {
    const values = [toFilterJson(period.since)];
    const cursor = after === null ? null : formatChainCursor(after);
    const shape = chainPaymentSchema;
    const page = await queryPage(
      query,
      context,
      shape,
      PAYMENTS_SQL,
      values,
      cursor,
      limit,
      toPaymentCursor,
    );
    return page.ok
      ? ok({ payments: page.value.rows, next: page.value.next, searchedSince: null })
      : page;
  }
  const { clock } = context;
  const startedAt = clock.uptime();
  const payments: ChainPayment[] = [];
  let cursor = after;
  // What a query takes at least on this network, however little it reads.
  let fastestMs = Number.POSITIVE_INFINITY;
  let totalReadingMs = 0;
  for (let pieceMs = FIRST_PIECE_MS; ; ) {
    const until = Date.parse(cursor?.at ?? period.until ?? '') || context.now;
    const since = new Date(until - pieceMs).toISOString();
    const isLast =
      until - pieceMs < context.now - MAX_AGE_MS ||
      (period.since !== null && since <= period.since);
    const pieceStartedAt = clock.uptime();
    // One row more than the page shows: that row tells whether there is a next page.
    const piece = await queryRows(query, context, chainPaymentSchema, PAYMENTS_SQL, [
      toFilterJson(isLast ? period.since : since),
      cursor?.at ?? null,
      cursor?.id ?? null,
      limit + 1 - payments.length,
    ]);
    if (!piece.ok) return piece;
    payments.push(...piece.value);
    const last = payments[limit - 1];
    if (payments.length > limit && last !== undefined) {
      const next = formatChainCursor(toPaymentCursor(last));
      return ok({ payments: payments.slice(0, limit), next, searchedSince: null });
    }
    if (isLast) return ok({ payments, next: null, searchedSince: null });
    cursor = { at: since, id: LOWEST_ID };
    const pieceEndedAt = clock.uptime();
    fastestMs = Math.min(fastestMs, pieceEndedAt - pieceStartedAt);
    const readingMs = pieceEndedAt - pieceStartedAt - fastestMs;
    totalReadingMs += readingMs;
    if (totalReadingMs >= maxReadingMs || pieceEndedAt - startedAt >= maxTotalMs) {
      return ok({ payments, next: formatChainCursor(cursor), searchedSince: since });
    }
    pieceMs = computeNextPieceMs(pieceMs, readingMs);
  }
}

/** A text without a day is a number, which an index finds. */
function isReadInPieces(
  { text, shop, kind, state, amount }: ChainPaymentFilter,
  { since, until }: ReturnType<typeof toInstantRange>,
): boolean {
  if (text === null) return [shop, kind, state, amount].some((condition) => condition !== null);
  if (since === null || until === null) return false;
  return Date.parse(until) - Date.parse(since) <= MAX_TEXT_PERIOD_MS;
}

/** So that reading the next piece, too, takes at most a quarter of a second. */
function computeNextPieceMs(pieceMs: number, readingMs: number): number {
  if (readingMs < 60) return pieceMs * 4;
  if (readingMs < 120) return pieceMs * 2;
  return readingMs < 250 ? pieceMs : Math.max(FIRST_PIECE_MS, pieceMs / 2);
}
