/**
 * Looks up a transaction. The service may ignore a filter, so only a row with the expected value
 * counts as found, and only a list that was read to its end proves that there is no such row. Some
 * versions return rows without an external_id: the caller compares their other fields.
 */

import type { ServiceTimeReading, ServiceTransaction, TransactionLookUp } from '../types.ts';
import { parseTransaction } from '../wire/index.ts';
import type { ServiceReader } from './service-reader.ts';

export interface LookUpOptions {
  readonly reader: ServiceReader;
  readonly method: 'GET' | 'POST';
  readonly path: string;
}

export function lookUpTransactionByExternalId(
  options: LookUpOptions,
  externalId: string,
): Promise<TransactionLookUp> {
  return lookUp(options, 'q[external_id_eq]', externalId, (row) => row.externalId);
}

export function lookUpTransactionById(
  options: LookUpOptions,
  id: string,
): Promise<TransactionLookUp> {
  return lookUp(options, 'q[id_eq]', id, (row) => row.id);
}

async function lookUp(
  { reader, method, path }: LookUpOptions,
  filter: string,
  value: string,
  getField: (row: ServiceTransaction) => string | null,
): Promise<TransactionLookUp> {
  // The service answers a blank filter with every transaction, which proves nothing.
  if (value === '') throw new TypeError('a look-up needs a value');
  const target = `${path}?${new URLSearchParams({ [filter]: value })}`;
  const list = await reader.readList(
    { method, target, body: method === 'POST' ? '{}' : null },
    'transactions',
  );
  const pages = list.pagesRead;
  // The first page's time: a transaction created later may be missing.
  const time: ServiceTimeReading = pages[0]?.serviceTimeAtRequest ?? { kind: 'disputed' };
  const rows = pages.flatMap((page) => page.rows);
  const parsedRows = rows.map(parseTransaction);
  const transactions = parsedRows.filter((row) => row !== null);
  const matches = deduplicateRows(transactions.filter((row) => getField(row) === value));
  if (matches.length > 0) return { kind: 'found', rows: matches, time };
  if (!list.ok) return { kind: 'failed', problem: list.problem };

  const toUnclear = (reason: string): TransactionLookUp => ({ kind: 'unclear', reason, time });
  if (parsedRows.some((row) => row === null)) {
    return toUnclear('a row cannot be read');
  }
  const isPaged = pages.every((page) => page.pagination !== null);
  if (!list.value.isComplete || (rows.length > 0 && !isPaged)) {
    return toUnclear('the list may not have been read to its end');
  }
  const withoutId = deduplicateRows(transactions.filter((row) => getField(row) === null));
  if (withoutId.length === 0) return { kind: 'empty', time };
  // One external_id is one transaction: the filter worked only if there is no other.
  const isFilterIgnored = deduplicateRows(transactions).length > 1;
  return { kind: 'without-id', rows: withoutId, isFilterIgnored, time };
}

/** A row may appear twice if the list changes between two pages. */
function deduplicateRows(rows: readonly ServiceTransaction[]): ServiceTransaction[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...byId.values()];
}
