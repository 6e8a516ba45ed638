import { z } from 'zod';
import {
  type CallOutput,
  type CallReceived,
  type ChainFilter,
  type ChainPayment,
  chainDifferenceSchema,
  chainFileDaySchema,
  chainFileTillSchema,
  chainOverviewSchema,
  chainPaymentSchema,
  chainRestartSchema,
  chainSalesSchema,
  chainShiftSchema,
  chainTillSchema,
  fail,
  ok,
  type Result,
} from '../../../../shared/contract/index.ts';
import {
  getNextDay,
  getStartOfDay,
  toDay,
  toInstantRange,
} from '../../../../shared/dates/index.ts';
import type { Log } from '../../../platform/index.ts';
import type { ChainViewQuery } from './chain-view.ts';
import { type ChainCursor, formatChainCursor, parseChainCursor, readRows } from './view-rows.ts';

/** What the views need to know of this till. */
export interface ViewContext {
  readonly now: number;
  readonly timeZone: string;
  readonly log: Log;
}

const toIso = (ms: number): string => new Date(ms).toISOString();

async function queryRows<Shape extends z.ZodType>(
  ask: ChainViewQuery,
  { log }: ViewContext,
  shape: Shape,
  text: string,
  values: readonly unknown[],
): Promise<Result<z.output<Shape>[]>> {
  const rows = await ask(text, values);
  return rows.ok ? readRows(rows.value, shape, log) : rows;
}

export async function readOverview(
  ask: ChainViewQuery,
  here: ViewContext,
): Promise<Result<CallOutput<'chain.overview'>>> {
  const rows = await queryRows(
    ask,
    here,
    chainOverviewSchema,
    'SELECT * FROM chain.view_overview_v1()',
    [],
  );
  if (!rows.ok) return rows;
  const [only] = rows.value;
  return only === undefined ? fail({ kind: 'chain-view', reason: 'failed' }) : ok(only);
}

export async function readToday(
  ask: ChainViewQuery,
  here: ViewContext,
  input: CallReceived<'chain.today'>,
): Promise<Result<CallOutput<'chain.today'>>> {
  const day = input.day ?? toDay(here.now, here.timeZone);
  const span = [
    getStartOfDay(day, here.timeZone),
    getStartOfDay(getNextDay(day), here.timeZone),
  ].map(toIso);
  const text = 'SELECT * FROM chain.view_sales_v1($1, $2, $3)';
  const sales = await queryRows(ask, here, chainSalesSchema, text, [...span, input.shop]);
  return sales.ok ? ok({ day, readAt: toIso(here.now), sales: sales.value }) : sales;
}

const countedTillSchema = chainTillSchema.extend({
  count: z.number().int(),
  troubled: z.number().int(),
});

/** By their place in the list: what is amiss changes while one reads, and so does the order. */
export async function listTills(
  ask: ChainViewQuery,
  here: ViewContext,
  { text, isTroubled, cursor, limit }: CallReceived<'chain.tills'>,
): Promise<Result<CallOutput<'chain.tills'>>> {
  const from = Number(cursor ?? '0');
  if (!Number.isSafeInteger(from) || from < 0) return INVALID_CURSOR;
  const values = [text, isTroubled, from, limit];
  const sql = 'SELECT * FROM chain.view_tills_v1($1, $2, $3, $4)';
  const rows = await queryRows(ask, here, countedTillSchema, sql, values);
  if (!rows.ok) return rows;
  const { count, troubled } = rows.value[0] ?? { count: 0, troubled: 0 };
  const shown = from + rows.value.length;
  const all = isTroubled ? troubled : count;
  return ok({
    tills: rows.value.map(({ count: _c, troubled: _t, ...till }) => till),
    count,
    troubled,
    next: shown < all && rows.value.length > 0 ? String(shown) : null,
  });
}

export async function readTill(
  ask: ChainViewQuery,
  here: ViewContext,
  { tillId }: CallReceived<'chain.till'>,
): Promise<Result<CallOutput<'chain.till'>>> {
  const one = await queryRows(ask, here, chainTillSchema, 'SELECT * FROM chain.view_till_v1($1)', [
    tillId,
  ]);
  if (!one.ok) return one;
  const [found] = one.value;
  if (found === undefined) return NOT_FOUND;
  const restartsOf = 'SELECT * FROM chain.view_restarts_v1($1)';
  const restarts = await queryRows(ask, here, chainRestartSchema, restartsOf, [tillId]);
  if (!restarts.ok) return restarts;
  const lackingOf = 'SELECT * FROM chain.view_lacking_v1($1)';
  const lacking = await queryRows(ask, here, chainPaymentSchema, lackingOf, [tillId]);
  if (!lacking.ok) return lacking;
  return ok({ till: found, restarts: restarts.value, lacking: lacking.value });
}

export async function listUnresolved(
  ask: ChainViewQuery,
  here: ViewContext,
  { cursor, limit }: CallReceived<'chain.unresolved'>,
): Promise<Result<CallOutput<'chain.unresolved'>>> {
  const text = 'SELECT * FROM chain.view_unresolved_v1($1, $2, $3)';
  const page = await queryPage(
    ask,
    here,
    chainPaymentSchema,
    text,
    [],
    cursor,
    limit,
    toPaymentCursor,
  );
  return page.ok ? ok({ payments: page.value.rows, next: page.value.next }) : page;
}

const DAYS_PER_PAGE = 30;

export async function listDays(
  ask: ChainViewQuery,
  here: ViewContext,
  { before }: CallReceived<'chain.days'>,
): Promise<Result<CallOutput<'chain.days'>>> {
  const text = 'SELECT * FROM chain.view_days_v1($1, $2)';
  const rows = await queryRows(ask, here, chainFileDaySchema, text, [before, DAYS_PER_PAGE + 1]);
  if (!rows.ok) return rows;
  const shown = rows.value.slice(0, DAYS_PER_PAGE);
  return ok({
    days: shown,
    next: rows.value.length > DAYS_PER_PAGE ? (shown.at(-1)?.day ?? null) : null,
  });
}

export async function readDay(
  ask: ChainViewQuery,
  here: ViewContext,
  input: CallReceived<'chain.day'>,
): Promise<Result<CallOutput<'chain.day'>>> {
  const before = getNextDay(input.day);
  const text = 'SELECT * FROM chain.view_days_v1($1, $2)';
  const rows = await queryRows(ask, here, chainFileDaySchema, text, [before, 1]);
  if (!rows.ok) return rows;
  const found = rows.value.find((one) => one.day === input.day);
  if (found === undefined) return NOT_FOUND;
  const tillsOf = 'SELECT * FROM chain.view_day_tills_v1($1)';
  const awaited = await queryRows(ask, here, chainFileTillSchema, tillsOf, [input.day]);
  return awaited.ok ? ok({ day: found, tills: awaited.value }) : awaited;
}

export async function listDifferences(
  ask: ChainViewQuery,
  here: ViewContext,
  { kind, cursor, limit }: CallReceived<'chain.differences'>,
): Promise<Result<CallOutput<'chain.differences'>>> {
  const text = 'SELECT * FROM chain.view_differences_v1($1, $2, $3, $4)';
  const page = await queryPage(ask, here, chainDifferenceSchema, text, [kind], cursor, limit);
  return page.ok ? ok({ differences: page.value.rows, next: page.value.next }) : page;
}

export async function listShifts(
  ask: ChainViewQuery,
  here: ViewContext,
  { from, to, isDifferent, cursor, limit }: CallReceived<'chain.shifts'>,
): Promise<Result<CallOutput<'chain.shifts'>>> {
  const span = toInstantRange({ from, to }, here.timeZone);
  const wanted = [span.since, span.until, isDifferent];
  const text = 'SELECT * FROM chain.view_shifts_v1($1, $2, $3, $4, $5, $6)';
  const shape = chainShiftSchema;
  const end = (one: z.output<typeof shape>): ChainCursor => ({ at: one.openedAt, id: one.id });
  const page = await queryPage(ask, here, shape, text, wanted, cursor, limit, end);
  return page.ok ? ok({ shifts: page.value.rows, next: page.value.next }) : page;
}

export async function searchPayments(
  ask: ChainViewQuery,
  here: ViewContext,
  { filter, cursor, limit }: CallReceived<'chain.search'>,
): Promise<Result<CallOutput<'chain.search'>>> {
  const after = cursor === null ? null : parseChainCursor(cursor);
  if (cursor !== null && after === null) return INVALID_CURSOR;
  const page = await queryPayments(ask, here, filter, after, limit);
  if (!page.ok) return page;
  return ok({ payments: page.value.rows, next: page.value.next });
}

/** A page of the history; the export asks for longer ones. */
export async function queryPayments(
  ask: ChainViewQuery,
  here: ViewContext,
  filter: ChainFilter,
  after: ChainCursor | null,
  limit: number,
): Promise<Result<ChainPage<ChainPayment>>> {
  const { from, to, ...rest } = filter;
  const span = toInstantRange({ from, to }, here.timeZone);
  const wanted = JSON.stringify({ ...rest, ...span });
  const text = 'SELECT * FROM chain.view_payments_v1($1, $2, $3, $4)';
  const cursor = after === null ? null : formatChainCursor(after);
  return await queryPage(
    ask,
    here,
    chainPaymentSchema,
    text,
    [wanted],
    cursor,
    limit,
    toPaymentCursor,
  );
}

export interface ChainPage<Row> {
  readonly rows: Row[];
  readonly next: string | null;
}

const NOT_FOUND = fail({ kind: 'chain-view', reason: 'gone' });
const INVALID_CURSOR = fail({ kind: 'invalid-input', field: 'cursor', reason: 'not one of ours' });

function toPaymentCursor({ createdAt, id }: ChainPayment): ChainCursor {
  return { at: createdAt, id };
}

/** A page is read with one row more than it shows: by that one it is known whether more come. */
async function queryPage<Shape extends z.ZodType<{ readonly id: string }>>(
  ask: ChainViewQuery,
  here: ViewContext,
  shape: Shape,
  text: string,
  values: readonly unknown[],
  cursor: string | null,
  limit: number,
  end: (row: z.output<Shape>) => ChainCursor = (row) => ({
    at: String(Reflect.get(row, 'at')),
    id: row.id,
  }),
): Promise<Result<ChainPage<z.output<Shape>>>> {
  const after = cursor === null ? null : parseChainCursor(cursor);
  if (cursor !== null && after === null) return INVALID_CURSOR;
  const all = [...values, after?.at ?? null, after?.id ?? null, limit + 1];
  const rows = await queryRows(ask, here, shape, text, all);
  if (!rows.ok) return rows;
  const shown = rows.value.slice(0, limit);
  const last = shown.at(-1);
  const next =
    rows.value.length > limit && last !== undefined ? formatChainCursor(end(last)) : null;
  return ok({ rows: shown, next });
}
