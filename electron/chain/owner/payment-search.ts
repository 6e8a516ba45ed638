import { z } from 'zod';
import {
  type CallOutput,
  type ChainPayment,
  type ChainPaymentFilter,
  chainPaymentSchema,
  instantSchema,
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

export async function searchPayments(
  query: ChainViewQuery,
  context: ChainViewContext,
  { filter, cursor, limit }: ValidatedCallInput<'chain.search'>,
): Promise<Result<PaymentsPage>> {
  const after = cursor === null ? null : parseChainCursor(cursor);
  if (cursor !== null && after === null) return INVALID_CURSOR;
  return await readPaymentsPage(query, context, filter, after, limit, SEARCH_TIME_MS);
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
  after: ChainCursor | null,
  limit: number,
  maxSearchMs = Number.POSITIVE_INFINITY,
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
  for (;;) {
    const pieceValues = [cursor?.at ?? period.until, cursor?.id ?? LOWEST_ID, MAX_PIECE_PAYMENTS];
    const pieceRows = await queryRows(query, context, pieceSchema, PIECE_SQL, pieceValues);
    if (!pieceRows.ok) return pieceRows;
    const since = pieceRows.value[0]?.since ?? null;
    const isLast = since === null || (period.since !== null && since <= period.since);
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
    if (clock.uptime() - startedAt >= maxSearchMs) {
      return ok({ payments, next: formatChainCursor(cursor), searchedSince: since });
    }
  }
}

/** An index finds open payments, and a text without a day, which is a number. */
function isReadInPieces(
  { text, shop, kind, state, amount }: ChainPaymentFilter,
  { since, until }: ReturnType<typeof toInstantRange>,
): boolean {
  if (state === 'open') return false;
  if (text === null) return [shop, kind, state, amount].some((condition) => condition !== null);
  if (since === null || until === null) return false;
  return Date.parse(until) - Date.parse(since) <= MAX_TEXT_PERIOD_MS;
}
