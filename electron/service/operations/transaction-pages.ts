/** The service's list of transactions, page by page: unfiltered, in any order. */
import { ok, type Result } from '../../../shared/contract/index.ts';
import type { TransactionPage } from '../types.ts';
import { parseTransaction } from '../wire/index.ts';
import type { LookUpOptions } from './look-up.ts';

export async function readTransactionPage(
  { reader, method, path }: LookUpOptions,
  number: number,
): Promise<Result<TransactionPage>> {
  const body = method === 'POST' ? '{}' : null;
  const request = { method, target: path, body, canShareConnection: true };
  const page = await reader.readPage(request, 'transactions', number);
  if (!page.ok) return page;
  const { rows, pagination } = page.value;
  const parsedRows = rows.map(parseTransaction);
  return ok({
    page: number,
    transactions: parsedRows.filter((row) => row !== null),
    unreadableCount: parsedRows.filter((row) => row === null).length,
    totalPages: pagination?.totalPages ?? null,
    totalEntries: pagination?.totalEntries ?? null,
    hasNext: pagination === null ? rows.length > 0 : pagination.nextPage !== null,
  });
}
