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
/** A page on the screen ends after this time, even if it is not full. */
const SEARCH_TIME_MS = 500;
const DAY_MS = 86_400_000;
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
  return await readPaymentsPage(query, context, filter, after, limit, SEARCH_TIME_MS);
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
  maxSearchMs = Number.POSITIVE_INFINITY,
): Promise<Result<PaymentsPage>> {
  const { from, to, ...conditions } = filter;
  const { text } = conditions;
  const period = toInstantRange({ from, to }, context.timeZone);
  const textAmount = text === null ? null : parseSearchedAmount(text, context.language);
  const toFilterJson = (since: string | null): string =>
    JSON.stringify({ ...conditions, textAmount, since, until: period.until });
  if (!isReadInPieces(filter)) {
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
  for (let pieceMs = DAY_MS; ; ) {
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
    if (clock.uptime() - startedAt >= maxSearchMs) {
      return ok({ payments, next: formatChainCursor(cursor), searchedSince: since });
    }
    pieceMs = computeNextPieceMs(pieceMs, clock.uptime() - pieceStartedAt);
  }
}

/** A text is either a number, which an index finds, or searched within one day. */
function isReadInPieces({ text, shop, kind, state, amount }: ChainPaymentFilter): boolean {
  return text === null && [shop, kind, state, amount].some((condition) => condition !== null);
}

/** So that the next piece, too, takes at most half a second. */
function computeNextPieceMs(pieceMs: number, durationMs: number): number {
  if (durationMs < 100) return pieceMs * 4;
  if (durationMs < 250) return pieceMs * 2;
  return durationMs < 500 ? pieceMs : pieceMs / 2;
}
