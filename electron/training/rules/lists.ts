import { type TrainingBillerKind, toWireBiller } from '../catalog/index.ts';
import type { TrainingContext } from '../context.ts';
import { getInteger, toTransactionRecord } from '../state/index.ts';
import {
  createTrainingAnswer,
  stringifyWireJson,
  type TrainingAnswer,
  type WireObject,
  type WireValue,
} from '../wire/index.ts';
import { toBillRecord, toBillShape } from './bills.ts';
import { omitFields } from './wire-forms.ts';
import { toTransactionRow } from './wire-shapes.ts';

const BILLERS_PER_PAGE = 1500;
const ROWS_PER_PAGE = 100;

interface ListPage {
  readonly number: number;
  readonly size: number;
  readonly offset: number;
}

function parsePage(query: URLSearchParams, size: number): ListPage {
  const text = query.get('page') ?? '';
  const number = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
  return { number, size, offset: (number - 1) * size };
}

function toPageAnswer(
  name: string,
  rows: WireValue[],
  page: ListPage,
  entries: number,
): TrainingAnswer {
  const pages = Math.max(1, Math.ceil(entries / page.size));
  const pagination: WireObject = {
    total_entries: entries,
    total_pages: pages,
    previous_page: page.number > 1 ? page.number - 1 : null,
    current_page: page.number,
    next_page: page.number < pages ? page.number + 1 : null,
  };
  return createTrainingAnswer(
    200,
    { [name]: rows },
    { 'X-Pagination': stringifyWireJson(pagination) },
  );
}

export function listBillers(
  context: TrainingContext,
  kind: TrainingBillerKind,
  query: URLSearchParams,
): TrainingAnswer {
  const page = parsePage(query, BILLERS_PER_PAGE);
  const billers = context.catalog.listBillers(kind);
  const rows = billers
    .slice(page.offset, page.offset + page.size)
    .map((biller) => context.wireForms.toBiller(toWireBiller(biller), biller));
  return toPageAnswer('billers', rows, page, billers.length);
}

/** The effect of a fault on a list: filter ignored, no rows, or rows without one of their fields. */
export type ListingFault =
  | 'filter-ignored'
  | 'look-up-empty'
  | 'status-left-out'
  | 'external-id-left-out'
  | null;

/**
 * A blank or unknown filter returns everything. v1.6 lists the newest first, the other versions the
 * oldest first.
 */
export function listTransactions(
  context: TrainingContext,
  query: URLSearchParams,
  generation: 1 | 3,
  fault: ListingFault,
): TrainingAnswer {
  const page = parsePage(query, ROWS_PER_PAGE);
  if (fault === 'look-up-empty') return toPageAnswer('transactions', [], page, 0);
  const isFiltered = fault !== 'filter-ignored';
  const externalId = (isFiltered && query.get('q[external_id_eq]')) || null;
  const id = (isFiltered && query.get('q[id_eq]')) || null;
  const where = '(?1 IS NULL OR external_id = ?1) AND (?2 IS NULL OR CAST(id AS TEXT) = ?2)';
  const entries = countRows(context, `SELECT count(*) AS n FROM transactions WHERE ${where}`, [
    externalId,
    id,
  ]);
  const rows = context.store
    .list(
      `SELECT * FROM transactions WHERE ${where}
       ORDER BY id ${generation === 1 ? 'DESC' : 'ASC'} LIMIT ?3 OFFSET ?4`,
      externalId,
      id,
      page.size,
      page.offset,
    )
    .map((row) => toTransactionRow(context, toTransactionRecord(row), generation));
  const omitted = [
    ...(fault === 'status-left-out' ? ['status'] : []),
    ...(fault === 'external-id-left-out' || !context.wireForms.hasExternalIds()
      ? ['external_id']
      : []),
  ];
  const shownRows = rows.map((row) => omitFields(row, omitted));
  return toPageAnswer('transactions', shownRows, page, entries);
}

export function listBills(context: TrainingContext, query: URLSearchParams): TrainingAnswer {
  const page = parsePage(query, ROWS_PER_PAGE);
  const id = query.get('q[id_eq]') || null;
  const where = 'deleted_at IS NULL AND (?1 IS NULL OR CAST(id AS TEXT) = ?1)';
  const entries = countRows(context, `SELECT count(*) AS n FROM bills WHERE ${where}`, [id]);
  const rows = context.store
    .list(
      `SELECT * FROM bills WHERE ${where} ORDER BY id LIMIT ?2 OFFSET ?3`,
      id,
      page.size,
      page.offset,
    )
    .map((row) => toBillShape(context, toBillRecord(row)));
  return toPageAnswer('bills', rows, page, entries);
}

function countRows(context: TrainingContext, sql: string, values: (string | null)[]): number {
  const row = context.store.get(sql, ...values);
  return row ? getInteger(row, 'n') : 0;
}
