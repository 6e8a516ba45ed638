/**
 * Bills as a resource of generation 3: those that the shop keeps, and in 3.3 the one that a
 * walk-in's look-up makes so that it can be paid.
 */

import { fail, ok, type Problem, type Result } from '../../../shared/contract/index.ts';
import { isNotOfferedCode } from '../../../shared/rules/index.ts';
import type { BillerAccount, ConsultResult, ServiceBill } from '../types.ts';
import { isJsonObject, readBill, readExtraData, readId } from '../wire/index.ts';
import {
  accountFields,
  type Generation,
  plainRead,
  postRead,
  readObject,
  type Wire,
} from './generation.ts';
import type { Read } from './reads.ts';

/** A balance older than this was the existing bill's, from an earlier look-up: it is refreshed. */
const FRESH_ENOUGH = 5 * 60_000;
/** A bill that a request made was made within this time of its answer. */
const JUST_MADE = 2 * 60_000;
/** How long a bill that is still being fetched is asked for again, in milliseconds between. */
const FETCHING_PAUSES = [1000, 2000, 3000, 4000, 5000];
/** A bill that is read by its id alone: fields that its answer leaves out are not known. */
const NOBODY = { billerId: null, accountNumber: null, currency: '' };

type Known = Parameters<typeof readBill>[1];

export interface BillOperations
  extends Pick<
    Generation,
    | 'listBills'
    | 'getBill'
    | 'createBill'
    | 'refreshBill'
    | 'readBillAnew'
    | 'extraData'
    | 'deleteBill'
  > {
  /** The sum that a walk-in owes, by a bill created for it. */
  consultByBill(account: BillerAccount): Promise<Result<ConsultResult>>;
}

export function billsOf(wire: Wire): BillOperations {
  const { reader, prefix } = wire;

  const bill = (request: Read, known: Known) =>
    readObject(reader, request, (value) => readBill(value, known));
  const createBill = (account: BillerAccount) =>
    bill(postRead(`${prefix}/bills`, accountFields(account)), account);
  const getBill = (id: string, known: Known = NOBODY) =>
    bill(plainRead('GET', billPath(prefix, id)), known);
  const refreshBill = (id: string, known: Known = NOBODY) =>
    bill(plainRead('POST', `${billPath(prefix, id)}/refresh`), known);

  const sinceUpdate = ({ balanceUpdatedAt }: ServiceBill): number | null =>
    balanceUpdatedAt === null ? null : wire.now() - Date.parse(balanceUpdatedAt);

  /** A bill that existed is answered as it was: nothing but its age tells the two apart. */
  const wasThere = (answered: ServiceBill): boolean => {
    const age = sinceUpdate(answered);
    return age === null || Math.abs(age) > JUST_MADE;
  };

  const settled = async (
    found: Result<ServiceBill>,
    known: Known,
  ): Promise<Result<ServiceBill>> => {
    let current = found;
    for (const milliseconds of FETCHING_PAUSES) {
      if (!current.ok || current.value.status !== 'fetching') return current;
      await wire.wait(milliseconds);
      current = await getBill(current.value.id, known);
    }
    return current;
  };

  const refreshed = async (found: ServiceBill, known: Known): Promise<Result<ServiceBill>> => {
    const age = sinceUpdate(found);
    if (age === null || age < FRESH_ENOUGH) return ok(found);
    const answer = await refreshBill(found.id, known);
    return answer.ok || !isNotOffered(answer.problem) ? answer : ok(found);
  };

  const consultByBill = async (account: BillerAccount): Promise<Result<ConsultResult>> => {
    const made = await createBill(account);
    if (!made.ok) return made;
    // Now: refreshing it makes every bill look as if it had just been made.
    const billWasThere = wasThere(made.value);
    const current = await settled(await refreshed(made.value, account), account);
    if (!current.ok) return current;
    const { value } = current;
    if (value.status === 'failed') return failedBill(value);
    return ok({
      amount: value.balance,
      nameOnAccount: value.nameOnAccount,
      dueDate: value.dueDate,
      invoiceNumber: null,
      fee: null,
      amountInChainCurrency: null,
      billId: value.id,
      billWasThere,
    });
  };

  const readPage = (page: number) =>
    reader.readPage(plainRead('GET', `${prefix}/bills`), 'bills', page);

  /** Without a header: whether the service has another page, or sends the same one for ever. */
  const hasAnother = async (rows: readonly unknown[], page: number): Promise<boolean> => {
    const next = await readPage(page + 1);
    if (!next.ok || next.value.rows.length === 0) return false;
    return idsOf(next.value.rows) !== idsOf(rows);
  };

  const listBills: Generation['listBills'] = async (page) => {
    const answer = await readPage(page);
    if (!answer.ok) return fail(answer.problem);
    const { pagination } = answer.value;
    // A page that the service calls another was sent before: what was asked for is past the end.
    const isAnother = pagination !== null && (pagination.currentPage ?? page) !== page;
    const rows = isAnother ? [] : answer.value.rows;
    const bills = rows.map((row) => readBill(row, NOBODY)).filter((row) => row !== null);
    if (bills.length < rows.length) {
      wire.log.warn({ unusable: rows.length - bills.length }, 'bills were left out');
    }
    const hasNext =
      rows.length > 0 &&
      (pagination === null ? await hasAnother(rows, page) : (pagination.nextPage ?? 0) > page);
    return ok({
      bills,
      page,
      totalPages: pagination?.totalPages ?? null,
      totalBills: pagination?.totalEntries ?? null,
      hasNext,
    });
  };

  return {
    consultByBill,
    listBills,
    createBill,
    getBill: (id) => getBill(id),
    refreshBill: (id) => refreshBill(id),
    readBillAnew: async (id) => {
      const answer = await refreshBill(id);
      const isTold = answer.ok || !isNotOffered(answer.problem);
      return await settled(isTold ? answer : await getBill(id), NOBODY);
    },
    extraData: (id) =>
      readObject(reader, plainRead('GET', `${billPath(prefix, id)}/xdata`), (value) => {
        const found = readBill(value, NOBODY);
        return found === null ? null : { bill: found, extra: readExtraData(value) };
      }),
    deleteBill: async (id) => {
      const request: Read = { method: 'DELETE', target: billPath(prefix, id), body: null };
      const answer = await reader.read(request);
      if (answer.ok) return ok({ isGone: true, bill: readBill(answer.value.value, NOBODY) });
      return isGone(answer.problem) ? ok({ isGone: true, bill: null }) : answer;
    },
  };
}

export function billPath(prefix: string, id: string): string {
  // Half of a surrogate pair is no text, and would throw: the service knows no such bill.
  return `${prefix}/bills/${encodeURIComponent(id.toWellFormed())}`;
}

function idsOf(rows: readonly unknown[]): string {
  return JSON.stringify(rows.map((row) => (isJsonObject(row) ? readId(row.id) : null)));
}

function failedBill(bill: ServiceBill) {
  return fail<Problem>({
    kind: 'service-refused',
    httpStatus: 422,
    code: bill.errorCode,
    message: bill.errorMessage,
  });
}

function isNotOffered(problem: Problem): boolean {
  if (problem.kind !== 'service-refused' || problem.code === null) return false;
  return isNotOfferedCode(problem.code);
}

/** Deleted before, or never there: the wish is fulfilled either way. */
function isGone(problem: Problem): boolean {
  if (problem.kind !== 'service-refused') return false;
  if (problem.httpStatus === 404) return true;
  return problem.httpStatus === 422 && /already deleted/i.test(problem.message ?? '');
}
