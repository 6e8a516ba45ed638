import { fail, ok } from '../../../shared/contract/index.ts';
import { isJsonObject, parseBill, parseId } from '../wire/index.ts';
import {
  type ApiGeneration,
  type ApiGenerationContext,
  buildReadRequestWithoutBody,
} from './generation.ts';

/** For a bill that is read by its id only: fields that the answer omits stay unknown. */
export const UNKNOWN_BILL_FIELDS = { billerId: null, accountNumber: null, currency: '' };

/** Lists the shop's bills page by page. */
export function createBillLister({
  reader,
  prefix,
  log,
}: ApiGenerationContext): ApiGeneration['listBills'] {
  const readPage = (page: number) =>
    reader.readPage(buildReadRequestWithoutBody('GET', `${prefix}/bills`), 'bills', page);

  /**
   * Without a pagination header: distinguishes a service that has another page from one that
   * repeats the same page.
   */
  const hasNextPage = async (rows: readonly unknown[], page: number): Promise<boolean> => {
    const next = await readPage(page + 1);
    if (!next.ok || next.value.rows.length === 0) return false;
    return toIdsKey(next.value.rows) !== toIdsKey(rows);
  };

  return async (page) => {
    const answer = await readPage(page);
    if (!answer.ok) return fail(answer.problem);
    const { pagination } = answer.value;
    // The service returned an already delivered page with another number: the requested page is
    // past the end.
    const isOtherPage = pagination !== null && (pagination.currentPage ?? page) !== page;
    const rows = isOtherPage ? [] : answer.value.rows;
    if (page === 1 && rows.length === 0 && (pagination?.totalEntries ?? 0) > 0) {
      return reader.recordUnreadableAnswer(200);
    }
    const bills = rows
      .map((row) => parseBill(row, UNKNOWN_BILL_FIELDS))
      .filter((row) => row !== null);
    if (bills.length < rows.length) {
      log.warn({ unusable: rows.length - bills.length }, 'service-client: unusable bills skipped');
    }
    const hasNext =
      rows.length > 0 &&
      (pagination === null
        ? await hasNextPage(rows, page)
        : Math.max(pagination.nextPage ?? 0, pagination.totalPages ?? 0) > page);
    return ok({
      bills,
      page,
      totalPages: pagination?.totalPages ?? null,
      totalBills: pagination?.totalEntries ?? null,
      hasNext,
    });
  };
}

function toIdsKey(rows: readonly unknown[]): string {
  return JSON.stringify(rows.map((row) => (isJsonObject(row) ? parseId(row.id) : null)));
}
