/** The service's own list of transactions, page by page, as it is: no filter, and in any order. */
import { ok, type Result } from '../../../shared/contract/index.ts';
import type { TransactionPage } from '../types.ts';
import { parseTransaction } from '../wire/index.ts';
import type { LookUpOptions } from './look-up.ts';

export async function readTransactionPage(
  { reader, method, path }: LookUpOptions,
  number: number,
): Promise<Result<TransactionPage>> {
  const request = { method, target: path, body: method === 'POST' ? '{}' : null };
  const page = await reader.readPage(request, 'transactions', number);
  if (!page.ok) return page;
  const { rows, pagination } = page.value;
  const read = rows.map(parseTransaction);
  return ok({
    page: number,
    transactions: read.filter((row) => row !== null),
    unreadable: read.filter((row) => row === null).length,
    totalPages: pagination?.totalPages ?? null,
    hasNext: pagination === null ? rows.length > 0 : pagination.nextPage !== null,
  });
}
