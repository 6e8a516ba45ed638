import { z } from 'zod';
import {
  type CallOutput,
  type ChainPayment,
  type ChainPaymentFilter,
  chainPaymentSchema,
  instantSchema,
  ok,
  type Problem,
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

const PAYMENTS_SQL = 'SELECT * FROM chain.view_payments_v3($1, $2, $3, $4)';
/** Read within 200 ms from a disk. */
const MAX_PIECE_PAYMENTS = 50_000;
const PIECE_SQL = 'SELECT chain.view_search_since_v1($1, $2, $3) AS since';
const pieceSchema = z.object({ since: instantSchema.nullable() });
/** A page on the screen ends after the piece that reaches this, even if it is not full. */
const SEARCH_TIME_MS = 400;
const HOUR_MS = 3_600_000;
/** The longest period in which the database compares a text with names and amounts (`is_day`). */
const MAX_TEXT_PERIOD_MS = 26 * HOUR_MS;
/** Before every payment of the same time. */
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';
/**
 * A text within a day is searched by indexes first, which find the payments with this number, and
 * then by reading the day for the others. A cursor begins with what its page searches.
 */
const TEXT_MATCHES = ['number', 'other'] as const;
type TextMatch = (typeof TEXT_MATCHES)[number];

export async function searchPayments(
  query: ChainViewQuery,
  context: ChainViewContext,
  { filter, cursor, limit }: ValidatedCallInput<'chain.search'>,
): Promise<Result<PaymentsPage>> {
  return await readPaymentsPage(query, context, filter, cursor, limit, SEARCH_TIME_MS);
}

/**
 * Reads a page of the payment history; the export reads longer pages, in any time. A page with a
 * filter that no index serves is read in pieces of so many payments, the newest first: otherwise a
 * filter that few payments match would read all of them.
 */
export async function readPaymentsPage(
  query: ChainViewQuery,
  context: ChainViewContext,
  filter: ChainPaymentFilter,
  pageCursor: string | null,
  limit: number,
  maxSearchMs = Number.POSITIVE_INFINITY,
): Promise<Result<PaymentsPage>> {
  const { from, to, ...conditions } = filter;
  const { text } = conditions;
  const period = toInstantRange({ from, to }, context.timeZone);
  const textAmount = text === null ? null : parseSearchedAmount(text, context.language);
  const toFilterJson = (since: string | null, match: TextMatch | null): string =>
    JSON.stringify({ ...conditions, textAmount, match, since, until: period.until });
  const readIndexedPage = (match: TextMatch | null, cursor: string | null) =>
    queryPage(
      query,
      context,
      chainPaymentSchema,
      PAYMENTS_SQL,
      [toFilterJson(period.since, match)],
      cursor,
      limit,
      toPaymentCursor,
    );
  if (!isReadInPieces(filter, period)) {
    const page = await readIndexedPage(null, pageCursor);
    return page.ok
      ? ok({ payments: page.value.rows, next: page.value.next, searchedSince: null })
      : page;
  }
  const { clock } = context;
  const startedAt = clock.uptime();
  const position = parseSearchCursor(pageCursor);
  if (position === null) return INVALID_CURSOR;
  let { match, cursor } = position;
  const payments: ChainPayment[] = [];
  // Reading the day soon finds the newest payments with a number that too many of them have.
  if (text !== null && (pageCursor === null || match === 'number')) {
    const page = await readIndexedPage('number', cursor && formatChainCursor(cursor));
    if (page.ok) {
      const { rows, next } = page.value;
      match = 'other';
      cursor = { at: period.until ?? '', id: LOWEST_ID };
      if (rows.length === limit) {
        const nextCursor = next === null ? formatSearchCursor(match, cursor) : `number/${next}`;
        return ok({ payments: rows, next: nextCursor, searchedSince: null });
      }
      payments.push(...rows);
    } else if (pageCursor !== null || !isNumberOfTooMany(page.problem)) {
      return page;
    }
  }
  for (;;) {
    const pieceValues = [cursor?.at ?? period.until, cursor?.id ?? LOWEST_ID, MAX_PIECE_PAYMENTS];
    const pieceRows = await queryRows(query, context, pieceSchema, PIECE_SQL, pieceValues);
    if (!pieceRows.ok) return pieceRows;
    const since = pieceRows.value[0]?.since ?? null;
    const isLast = since === null || (period.since !== null && since <= period.since);
    // One row more than the page shows: that row tells whether there is a next page.
    const piece = await queryRows(query, context, chainPaymentSchema, PAYMENTS_SQL, [
      toFilterJson(isLast ? period.since : since, match),
      cursor?.at ?? null,
      cursor?.id ?? null,
      limit + 1 - payments.length,
    ]);
    if (!piece.ok) return piece;
    payments.push(...piece.value);
    const last = payments[limit - 1];
    if (payments.length > limit && last !== undefined) {
      const next = formatSearchCursor(match, toPaymentCursor(last));
      const page = sortNewestFirst(payments.slice(0, limit));
      return ok({ payments: page, next, searchedSince: null });
    }
    if (isLast) return ok({ payments: sortNewestFirst(payments), next: null, searchedSince: null });
    cursor = { at: since, id: LOWEST_ID };
    if (clock.uptime() - startedAt >= maxSearchMs) {
      const next = formatSearchCursor(match, cursor);
      return ok({ payments: sortNewestFirst(payments), next, searchedSince: since });
    }
  }
}

interface SearchPosition {
  /** Null if the page searches everything in one way. */
  readonly match: TextMatch | null;
  readonly cursor: ChainCursor | null;
}

/** Null if the text is not a cursor of a page that is read in pieces. */
function parseSearchCursor(text: string | null): SearchPosition | null {
  if (text === null) return { match: null, cursor: null };
  const match = TEXT_MATCHES.find((name) => text.startsWith(`${name}/`)) ?? null;
  const cursor = parseChainCursor(match === null ? text : text.slice(match.length + 1));
  return cursor && { match, cursor };
}

function formatSearchCursor(match: TextMatch | null, cursor: ChainCursor): string {
  return match === null ? formatChainCursor(cursor) : `${match}/${formatChainCursor(cursor)}`;
}

/** A page may have payments with the number and others. */
function sortNewestFirst(payments: readonly ChainPayment[]): ChainPayment[] {
  return payments.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
}

function isNumberOfTooMany(problem: Problem): boolean {
  return problem.kind === 'chain-view' && problem.reason === 'needs-longer-number';
}

/** An index finds open payments, and a text in a longer period, which is a number. */
function isReadInPieces(
  { text, shop, kind, state, amount }: ChainPaymentFilter,
  { since, until }: ReturnType<typeof toInstantRange>,
): boolean {
  if (state === 'open') return false;
  if (text === null) return [shop, kind, state, amount].some((condition) => condition !== null);
  if (since === null || until === null) return false;
  return Date.parse(until) - Date.parse(since) <= MAX_TEXT_PERIOD_MS;
}
