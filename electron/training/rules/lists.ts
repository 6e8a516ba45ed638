import { billerRow, type TrainingBillerKind } from '../catalog/index.ts';
import type { Context } from '../context.ts';
import { integerOf, readTransaction } from '../state/index.ts';
import {
  type Answer,
  answer,
  type WireObject,
  type WireValue,
  writeWireJson,
} from '../wire/index.ts';
import { billShape, readBill } from './bills.ts';
import { transactionRow } from './shapes.ts';

const BILLERS_PER_PAGE = 1500;
const ROWS_PER_PAGE = 100;

interface Page {
  readonly number: number;
  readonly size: number;
  readonly offset: number;
}

function pageOf(query: URLSearchParams, size: number): Page {
  const text = query.get('page') ?? '';
  const number = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
  return { number, size, offset: (number - 1) * size };
}

function pageAnswer(name: string, rows: WireValue[], page: Page, entries: number): Answer {
  const pages = Math.max(1, Math.ceil(entries / page.size));
  const pagination: WireObject = {
    total_entries: entries,
    total_pages: pages,
    previous_page: page.number > 1 ? page.number - 1 : null,
    current_page: page.number,
    next_page: page.number < pages ? page.number + 1 : null,
  };
  return answer(200, { [name]: rows }, { 'X-Pagination': writeWireJson(pagination) });
}

export function listBillers(
  context: Context,
  kind: TrainingBillerKind,
  query: URLSearchParams,
): Answer {
  const page = pageOf(query, BILLERS_PER_PAGE);
  const all = context.catalog.list(kind);
  const rows = all.slice(page.offset, page.offset + page.size).map(billerRow);
  return pageAnswer('billers', rows, page, all.length);
}

/** The effect of a fault on a listing: no filter, no rows, or rows that do not say how they stand. */
export type ListingFault = 'filter-ignored' | 'look-up-empty' | 'status-left-out' | null;

/**
 * A blank or unknown filter returns everything. v1.6 lists the newest first, the others the oldest.
 */
export function listTransactions(
  context: Context,
  query: URLSearchParams,
  generation: 1 | 3,
  fault: ListingFault,
): Answer {
  const page = pageOf(query, ROWS_PER_PAGE);
  if (fault === 'look-up-empty') return pageAnswer('transactions', [], page, 0);
  const isFiltered = fault !== 'filter-ignored';
  const externalId = (isFiltered && query.get('q[external_id_eq]')) || null;
  const id = (isFiltered && query.get('q[id_eq]')) || null;
  const where = '(?1 IS NULL OR external_id = ?1) AND (?2 IS NULL OR CAST(id AS TEXT) = ?2)';
  const entries = count(context, `SELECT count(*) AS n FROM transactions WHERE ${where}`, [
    externalId,
    id,
  ]);
  const rows = context.store
    .all(
      `SELECT * FROM transactions WHERE ${where}
       ORDER BY id ${generation === 1 ? 'DESC' : 'ASC'} LIMIT ?3 OFFSET ?4`,
      externalId,
      id,
      page.size,
      page.offset,
    )
    .map((row) => transactionRow(readTransaction(row), generation, context.now));
  if (fault === 'status-left-out') {
    return pageAnswer('transactions', rows.map(withoutStatus), page, entries);
  }
  return pageAnswer('transactions', rows, page, entries);
}

function withoutStatus({ status: _, ...row }: WireObject): WireObject {
  return row;
}

export function listBills(context: Context, query: URLSearchParams): Answer {
  const page = pageOf(query, ROWS_PER_PAGE);
  const id = query.get('q[id_eq]') || null;
  const where = 'deleted_at IS NULL AND (?1 IS NULL OR CAST(id AS TEXT) = ?1)';
  const entries = count(context, `SELECT count(*) AS n FROM bills WHERE ${where}`, [id]);
  const rows = context.store
    .all(
      `SELECT * FROM bills WHERE ${where} ORDER BY id LIMIT ?2 OFFSET ?3`,
      id,
      page.size,
      page.offset,
    )
    .map((row) => billShape(context, readBill(row)));
  return pageAnswer('bills', rows, page, entries);
}

function count(context: Context, sql: string, values: (string | null)[]): number {
  const row = context.store.one(sql, ...values);
  return row ? integerOf(row, 'n') : 0;
}
