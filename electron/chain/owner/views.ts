import { z } from 'zod';
import {
  type CallOutput,
  type CallReceived,
  type ChainFilter,
  chainDifference,
  chainFileDay,
  chainFileTill,
  chainOverview,
  chainRestart,
  chainSales,
  chainShift,
  fail,
  ok,
  type Result,
  type SeenPayment,
  seenPayment,
  seenTill,
} from '../../../shared/contract/index.ts';
import { dayAfter, dayOf, spanOf, startOfDay } from '../../../shared/dates/index.ts';
import type { Log } from '../../platform/index.ts';
import type { AskView } from './ask.ts';
import { type After, afterFrom, afterText, readRows } from './rows.ts';

/** What the views need to know of this till. */
export interface Here {
  readonly now: number;
  readonly timeZone: string;
  readonly log: Log;
}

const iso = (ms: number): string => new Date(ms).toISOString();

async function rowsOf<Shape extends z.ZodType>(
  ask: AskView,
  { log }: Here,
  shape: Shape,
  text: string,
  values: readonly unknown[],
): Promise<Result<z.output<Shape>[]>> {
  const rows = await ask(text, values);
  return rows.ok ? readRows(rows.value, shape, log) : rows;
}

export async function overview(
  ask: AskView,
  here: Here,
): Promise<Result<CallOutput<'chain.overview'>>> {
  const rows = await rowsOf(ask, here, chainOverview, 'SELECT * FROM chain.view_overview_v1()', []);
  if (!rows.ok) return rows;
  const [only] = rows.value;
  return only === undefined ? fail({ kind: 'chain-view', reason: 'failed' }) : ok(only);
}

export async function today(
  ask: AskView,
  here: Here,
  input: CallReceived<'chain.today'>,
): Promise<Result<CallOutput<'chain.today'>>> {
  const day = input.day ?? dayOf(here.now, here.timeZone);
  const span = [startOfDay(day, here.timeZone), startOfDay(dayAfter(day), here.timeZone)].map(iso);
  const text = 'SELECT * FROM chain.view_sales_v1($1, $2, $3)';
  const sales = await rowsOf(ask, here, chainSales, text, [...span, input.shop]);
  return sales.ok ? ok({ day, readAt: iso(here.now), sales: sales.value }) : sales;
}

const countedTill = seenTill.extend({ count: z.number().int(), troubled: z.number().int() });

/** By their place in the list: what is amiss changes while one reads, and so does the order. */
export async function tills(
  ask: AskView,
  here: Here,
  { text, isTroubled, cursor, limit }: CallReceived<'chain.tills'>,
): Promise<Result<CallOutput<'chain.tills'>>> {
  const from = Number(cursor ?? '0');
  if (!Number.isSafeInteger(from) || from < 0) return notOurs;
  const values = [text, isTroubled, from, limit];
  const sql = 'SELECT * FROM chain.view_tills_v1($1, $2, $3, $4)';
  const rows = await rowsOf(ask, here, countedTill, sql, values);
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

export async function till(
  ask: AskView,
  here: Here,
  { tillId }: CallReceived<'chain.till'>,
): Promise<Result<CallOutput<'chain.till'>>> {
  const one = await rowsOf(ask, here, seenTill, 'SELECT * FROM chain.view_till_v1($1)', [tillId]);
  if (!one.ok) return one;
  const [found] = one.value;
  if (found === undefined) return gone;
  const restartsOf = 'SELECT * FROM chain.view_restarts_v1($1)';
  const restarts = await rowsOf(ask, here, chainRestart, restartsOf, [tillId]);
  if (!restarts.ok) return restarts;
  const lackingOf = 'SELECT * FROM chain.view_lacking_v1($1)';
  const lacking = await rowsOf(ask, here, seenPayment, lackingOf, [tillId]);
  if (!lacking.ok) return lacking;
  return ok({ till: found, restarts: restarts.value, lacking: lacking.value });
}

export async function unresolved(
  ask: AskView,
  here: Here,
  { cursor, limit }: CallReceived<'chain.unresolved'>,
): Promise<Result<CallOutput<'chain.unresolved'>>> {
  const text = 'SELECT * FROM chain.view_unresolved_v1($1, $2, $3)';
  const page = await pageOf(ask, here, seenPayment, text, [], cursor, limit, paymentEnd);
  return page.ok ? ok({ payments: page.value.rows, next: page.value.next }) : page;
}

const DAYS = 30;

export async function days(
  ask: AskView,
  here: Here,
  { before }: CallReceived<'chain.days'>,
): Promise<Result<CallOutput<'chain.days'>>> {
  const text = 'SELECT * FROM chain.view_days_v1($1, $2)';
  const rows = await rowsOf(ask, here, chainFileDay, text, [before, DAYS + 1]);
  if (!rows.ok) return rows;
  const shown = rows.value.slice(0, DAYS);
  return ok({ days: shown, next: rows.value.length > DAYS ? (shown.at(-1)?.day ?? null) : null });
}

export async function day(
  ask: AskView,
  here: Here,
  input: CallReceived<'chain.day'>,
): Promise<Result<CallOutput<'chain.day'>>> {
  const before = dayAfter(input.day);
  const text = 'SELECT * FROM chain.view_days_v1($1, $2)';
  const rows = await rowsOf(ask, here, chainFileDay, text, [before, 1]);
  if (!rows.ok) return rows;
  const found = rows.value.find((one) => one.day === input.day);
  if (found === undefined) return gone;
  const tillsOf = 'SELECT * FROM chain.view_day_tills_v1($1)';
  const awaited = await rowsOf(ask, here, chainFileTill, tillsOf, [input.day]);
  return awaited.ok ? ok({ day: found, tills: awaited.value }) : awaited;
}

export async function differences(
  ask: AskView,
  here: Here,
  { kind, cursor, limit }: CallReceived<'chain.differences'>,
): Promise<Result<CallOutput<'chain.differences'>>> {
  const text = 'SELECT * FROM chain.view_differences_v1($1, $2, $3, $4)';
  const page = await pageOf(ask, here, chainDifference, text, [kind], cursor, limit);
  return page.ok ? ok({ differences: page.value.rows, next: page.value.next }) : page;
}

export async function shifts(
  ask: AskView,
  here: Here,
  { from, to, isDifferent, cursor, limit }: CallReceived<'chain.shifts'>,
): Promise<Result<CallOutput<'chain.shifts'>>> {
  const span = spanOf({ from, to }, here.timeZone);
  const wanted = [span.since, span.until, isDifferent];
  const text = 'SELECT * FROM chain.view_shifts_v1($1, $2, $3, $4, $5, $6)';
  const shape = chainShift;
  const end = (one: z.output<typeof shape>): After => ({ at: one.openedAt, id: one.id });
  const page = await pageOf(ask, here, shape, text, wanted, cursor, limit, end);
  return page.ok ? ok({ shifts: page.value.rows, next: page.value.next }) : page;
}

export async function search(
  ask: AskView,
  here: Here,
  { filter, cursor, limit }: CallReceived<'chain.search'>,
): Promise<Result<CallOutput<'chain.search'>>> {
  const after = cursor === null ? null : afterFrom(cursor);
  if (cursor !== null && after === null) return notOurs;
  const page = await found(ask, here, filter, after, limit);
  if (!page.ok) return page;
  return ok({ payments: page.value.rows, next: page.value.next });
}

/** A page of the history; the export asks for longer ones. */
export async function found(
  ask: AskView,
  here: Here,
  filter: ChainFilter,
  after: After | null,
  limit: number,
): Promise<Result<Paged<SeenPayment>>> {
  const { from, to, ...rest } = filter;
  const span = spanOf({ from, to }, here.timeZone);
  const wanted = JSON.stringify({ ...rest, ...span });
  const text = 'SELECT * FROM chain.view_payments_v1($1, $2, $3, $4)';
  const cursor = after === null ? null : afterText(after);
  return await pageOf(ask, here, seenPayment, text, [wanted], cursor, limit, paymentEnd);
}

export interface Paged<Row> {
  readonly rows: Row[];
  readonly next: string | null;
}

const gone = fail({ kind: 'chain-view', reason: 'gone' });
const notOurs = fail({ kind: 'invalid-input', field: 'cursor', reason: 'not one of ours' });

function paymentEnd({ createdAt, id }: SeenPayment): After {
  return { at: createdAt, id };
}

/** A page is read with one row more than it shows: by that one it is known whether more come. */
async function pageOf<Shape extends z.ZodType<{ readonly id: string }>>(
  ask: AskView,
  here: Here,
  shape: Shape,
  text: string,
  values: readonly unknown[],
  cursor: string | null,
  limit: number,
  end: (row: z.output<Shape>) => After = (row) => ({
    at: String(Reflect.get(row, 'at')),
    id: row.id,
  }),
): Promise<Result<Paged<z.output<Shape>>>> {
  const after = cursor === null ? null : afterFrom(cursor);
  if (cursor !== null && after === null) return notOurs;
  const all = [...values, after?.at ?? null, after?.id ?? null, limit + 1];
  const rows = await rowsOf(ask, here, shape, text, all);
  if (!rows.ok) return rows;
  const shown = rows.value.slice(0, limit);
  const last = shown.at(-1);
  const next = rows.value.length > limit && last !== undefined ? afterText(end(last)) : null;
  return ok({ rows: shown, next });
}
