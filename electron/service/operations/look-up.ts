/**
 * Looks for a transaction. The service may ignore a filter, so only a row that has the wanted value
 * is found, and only a list that was read to its end can prove that there is none.
 */

import type { LookUp, ServiceTimeReading, Transaction } from '../types.ts';
import { parseTransaction } from '../wire/index.ts';
import type { ServiceReader } from './service-reader.ts';

export interface LookUpOptions {
  readonly reader: ServiceReader;
  readonly method: 'GET' | 'POST';
  readonly path: string;
}

export function lookUpByExternalId(options: LookUpOptions, externalId: string): Promise<LookUp> {
  return lookUp(options, 'q[external_id_eq]', externalId, (row) => row.externalId);
}

export function lookUpById(options: LookUpOptions, id: string): Promise<LookUp> {
  return lookUp(options, 'q[id_eq]', id, (row) => row.id);
}

async function lookUp(
  { reader, method, path }: LookUpOptions,
  filter: string,
  wanted: string,
  carried: (row: Transaction) => string | null,
): Promise<LookUp> {
  // A blank filter returns every transaction and would prove nothing.
  if (wanted === '') throw new TypeError('a look-up needs what to look for');
  const target = `${path}?${new URLSearchParams({ [filter]: wanted })}`;
  const list = await reader.readList(
    { method, target, body: method === 'POST' ? '{}' : null },
    'transactions',
  );
  const pages = list.pagesRead;
  // The first page's time, because a transaction that came later may have been missed.
  const time: ServiceTimeReading = pages[0]?.askedTime ?? { kind: 'disputed' };
  const rows = pages.flatMap((page) => page.rows);
  const read = rows.map(parseTransaction);
  const ours = read.filter((row) => row !== null).filter((row) => carried(row) === wanted);
  const found = deduplicateRows(ours);
  if (found.length > 0) return { kind: 'found', rows: found, time };
  if (!list.ok) return { kind: 'failed', problem: list.problem };

  const unclear = (why: string): LookUp => ({ kind: 'unclear', why, time });
  if (read.some((row) => row === null)) {
    return unclear('a row cannot be read');
  }
  if (read.some((row) => row !== null && carried(row) === null)) {
    return unclear('a row has no external_id');
  }
  const isPaged = pages.every((page) => page.pagination !== null);
  if (!list.value.isComplete || (rows.length > 0 && !isPaged)) {
    return unclear('the list may not have been read to its end');
  }
  return { kind: 'empty', time };
}

/** Pages that shift while they are read may bring a row twice. */
function deduplicateRows(rows: readonly Transaction[]): Transaction[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...byId.values()];
}
