import { z } from 'zod';
import {
  type CallOutput,
  type ChainPayment,
  chainDailyFileDaySchema,
  chainDailyFileTillSchema,
  chainDifferenceSchema,
  chainOverviewSchema,
  chainPaymentSchema,
  chainRecordBreakSchema,
  chainSalesSchema,
  chainShiftSchema,
  chainTillSchema,
  fail,
  type Language,
  ok,
  type Result,
  type ValidatedCallInput,
} from '../../../shared/contract/index.ts';
import { getNextDay, getStartOfDayMs, toDay, toInstantRange } from '../../../shared/dates/index.ts';
import type { Clock, Log } from '../../platform/index.ts';
import type { ChainViewQuery } from './chain-view.ts';
import {
  type ChainCursor,
  formatChainCursor,
  parseChainCursor,
  parseViewRows,
} from './view-rows.ts';

/** The properties of this till that the views need. */
export interface ChainViewContext {
  readonly now: number;
  readonly clock: Pick<Clock, 'uptime'>;
  readonly timeZone: string;
  /** In which an amount is typed. */
  readonly language: Language;
  readonly log: Log;
}

const toIso = (ms: number): string => new Date(ms).toISOString();

/** Runs one query of a view, and checks its rows. */
export async function queryRows<Shape extends z.ZodType>(
  query: ChainViewQuery,
  { log }: ChainViewContext,
  shape: Shape,
  text: string,
  values: readonly unknown[],
): Promise<Result<z.output<Shape>[]>> {
  const rows = await query(text, values);
  return rows.ok ? parseViewRows(rows.value, shape, log) : rows;
}

export async function readChainOverview(
  query: ChainViewQuery,
  context: ChainViewContext,
): Promise<Result<CallOutput<'chain.overview'>>> {
  const rows = await queryRows(
    query,
    context,
    chainOverviewSchema,
    `SELECT v.*, (chain.notes_v1() -> 'backup' ->> 'at')::timestamptz AS backup_at
      FROM chain.view_overview_v1() v`,
    [],
  );
  if (!rows.ok) return rows;
  const [overview] = rows.value;
  return overview === undefined ? fail({ kind: 'chain-view', reason: 'failed' }) : ok(overview);
}

export async function readTodaysTotals(
  query: ChainViewQuery,
  context: ChainViewContext,
  input: ValidatedCallInput<'chain.today'>,
): Promise<Result<CallOutput<'chain.today'>>> {
  const day = input.day ?? toDay(context.now, context.timeZone);
  const span = [
    getStartOfDayMs(day, context.timeZone),
    getStartOfDayMs(getNextDay(day), context.timeZone),
  ].map(toIso);
  const text = 'SELECT * FROM chain.view_sales_v1($1, $2, $3)';
  const sales = await queryRows(query, context, chainSalesSchema, text, [...span, input.shop]);
  return sales.ok ? ok({ day, readAt: toIso(context.now), sales: sales.value }) : sales;
}

const countedTillSchema = chainTillSchema.extend({
  count: z.number().int(),
  tillsWithProblems: z.number().int(),
});

/** Pages by index: the tills with problems, and so the order, change between two pages. */
export async function listTills(
  query: ChainViewQuery,
  context: ChainViewContext,
  { text, hasProblems, cursor, limit }: ValidatedCallInput<'chain.tills'>,
): Promise<Result<CallOutput<'chain.tills'>>> {
  const from = Number(cursor ?? '0');
  if (!Number.isSafeInteger(from) || from < 0) return INVALID_CURSOR;
  const values = [text, hasProblems, from, limit];
  const sql = 'SELECT * FROM chain.view_tills_v1($1, $2, $3, $4)';
  const rows = await queryRows(query, context, countedTillSchema, sql, values);
  if (!rows.ok) return rows;
  const { count, tillsWithProblems } = rows.value[0] ?? { count: 0, tillsWithProblems: 0 };
  const endIndex = from + rows.value.length;
  const matchCount = hasProblems ? tillsWithProblems : count;
  return ok({
    tills: rows.value.map(({ count: _c, tillsWithProblems: _t, ...till }) => till),
    count,
    tillsWithProblems,
    next: endIndex < matchCount && rows.value.length > 0 ? String(endIndex) : null,
  });
}

export async function readTillDetail(
  query: ChainViewQuery,
  context: ChainViewContext,
  { tillId }: ValidatedCallInput<'chain.till'>,
): Promise<Result<CallOutput<'chain.till'>>> {
  const tills = await queryRows(
    query,
    context,
    chainTillSchema,
    'SELECT * FROM chain.view_till_v1($1)',
    [tillId],
  );
  if (!tills.ok) return tills;
  const [till] = tills.value;
  if (till === undefined) return NOT_FOUND;
  const recordBreaksSql = 'SELECT * FROM chain.view_restarts_v1($1)';
  const recordBreaks = await queryRows(query, context, chainRecordBreakSchema, recordBreaksSql, [
    tillId,
  ]);
  if (!recordBreaks.ok) return recordBreaks;
  const lackingSql = 'SELECT * FROM chain.view_lacking_v2($1)';
  const lacking = await queryRows(query, context, chainPaymentSchema, lackingSql, [tillId]);
  if (!lacking.ok) return lacking;
  return ok({ till, recordBreaks: recordBreaks.value, lacking: lacking.value });
}

export async function listUnresolvedPayments(
  query: ChainViewQuery,
  context: ChainViewContext,
  { cursor, limit }: ValidatedCallInput<'chain.unresolved'>,
): Promise<Result<CallOutput<'chain.unresolved'>>> {
  const text = 'SELECT * FROM chain.view_unresolved_v2($1, $2, $3)';
  const page = await queryPage(
    query,
    context,
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
const SELECT_DAYS = `
  SELECT v.*, coalesce(chain.comparison_v1(v.day) ->> 'isWhole' = 'false', false) AS is_list_unread
  FROM chain.view_days_v1($1, $2) v`;

export async function listDailyFileDays(
  query: ChainViewQuery,
  context: ChainViewContext,
  { before }: ValidatedCallInput<'chain.days'>,
): Promise<Result<CallOutput<'chain.days'>>> {
  const rows = await queryRows(query, context, chainDailyFileDaySchema, SELECT_DAYS, [
    before,
    DAYS_PER_PAGE + 1,
  ]);
  if (!rows.ok) return rows;
  const days = rows.value.slice(0, DAYS_PER_PAGE);
  return ok({
    days,
    next: rows.value.length > DAYS_PER_PAGE ? (days.at(-1)?.day ?? null) : null,
  });
}

export async function readDailyFileDay(
  query: ChainViewQuery,
  context: ChainViewContext,
  input: ValidatedCallInput<'chain.day'>,
): Promise<Result<CallOutput<'chain.day'>>> {
  const before = getNextDay(input.day);
  const rows = await queryRows(query, context, chainDailyFileDaySchema, SELECT_DAYS, [before, 1]);
  if (!rows.ok) return rows;
  const day = rows.value.find((row) => row.day === input.day);
  if (day === undefined) return NOT_FOUND;
  const tillsSql = 'SELECT * FROM chain.view_day_tills_v1($1)';
  const tills = await queryRows(query, context, chainDailyFileTillSchema, tillsSql, [input.day]);
  return tills.ok ? ok({ day, tills: tills.value }) : tills;
}

export async function listPaymentDifferences(
  query: ChainViewQuery,
  context: ChainViewContext,
  { kind, cursor, limit }: ValidatedCallInput<'chain.differences'>,
): Promise<Result<CallOutput<'chain.differences'>>> {
  const text = 'SELECT * FROM chain.view_differences_v1($1, $2, $3, $4)';
  const page = await queryPage(query, context, chainDifferenceSchema, text, [kind], cursor, limit);
  return page.ok ? ok({ differences: page.value.rows, next: page.value.next }) : page;
}

export async function listShifts(
  query: ChainViewQuery,
  context: ChainViewContext,
  { from, to, isDifferent, cursor, limit }: ValidatedCallInput<'chain.shifts'>,
): Promise<Result<CallOutput<'chain.shifts'>>> {
  const span = toInstantRange({ from, to }, context.timeZone);
  const filterValues = [span.since, span.until, isDifferent];
  const text = 'SELECT * FROM chain.view_shifts_v1($1, $2, $3, $4, $5, $6)';
  const shape = chainShiftSchema;
  const toShiftCursor = (shift: z.output<typeof shape>): ChainCursor => ({
    at: shift.openedAt,
    id: shift.id,
  });
  const page = await queryPage(
    query,
    context,
    shape,
    text,
    filterValues,
    cursor,
    limit,
    toShiftCursor,
  );
  return page.ok ? ok({ shifts: page.value.rows, next: page.value.next }) : page;
}

export interface ChainViewPage<Row> {
  readonly rows: Row[];
  readonly next: string | null;
}

const NOT_FOUND = fail({ kind: 'chain-view', reason: 'gone' });
export const INVALID_CURSOR = fail({
  kind: 'invalid-input',
  field: 'cursor',
  reason: 'not one of ours',
});

/** Where the page after this payment begins. */
export function toPaymentCursor({ createdAt, id }: ChainPayment): ChainCursor {
  return { at: createdAt, id };
}

/** Reads one row more than the page shows: that row tells whether there is a next page. */
export async function queryPage<Shape extends z.ZodType<{ readonly id: string }>>(
  query: ChainViewQuery,
  context: ChainViewContext,
  shape: Shape,
  text: string,
  values: readonly unknown[],
  cursor: string | null,
  limit: number,
  toCursor: (row: z.output<Shape>) => ChainCursor = (row) => ({
    at: String(Reflect.get(row, 'at')),
    id: row.id,
  }),
): Promise<Result<ChainViewPage<z.output<Shape>>>> {
  const after = cursor === null ? null : parseChainCursor(cursor);
  if (cursor !== null && after === null) return INVALID_CURSOR;
  const queryValues = [...values, after?.at ?? null, after?.id ?? null, limit + 1];
  const rows = await queryRows(query, context, shape, text, queryValues);
  if (!rows.ok) return rows;
  const page = rows.value.slice(0, limit);
  const last = page.at(-1);
  const next =
    rows.value.length > limit && last !== undefined ? formatChainCursor(toCursor(last)) : null;
  return ok({ rows: page, next });
}
