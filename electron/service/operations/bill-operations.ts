/**
 * Bills as a resource of generation 3: saved bills, and in 3.3 the bill that a walk-in's
 * consultation creates so that it can be paid.
 */

import { fail, ok, type Problem, type Result } from '../../../shared/contract/index.ts';
import { isUnsupportedOperationCode } from '../../../shared/rules/index.ts';
import type { ServiceBill } from '../types.ts';
import { parseBill, parseExtraData } from '../wire/index.ts';
import { createBillLister, UNKNOWN_BILL_FIELDS } from './bill-list.ts';
import {
  type ApiGeneration,
  type ApiGenerationContext,
  buildPostReadRequest,
  buildReadRequestWithoutBody,
  readAndParseObject,
  toWireAccountFields,
} from './generation.ts';
import type { ReadRequest } from './service-reader.ts';

/** An older balance belongs to a bill that an earlier consultation created: it is refreshed. */
const MAX_FRESH_BALANCE_AGE_MS = 5 * 60_000;
/** A bill is new if it was updated within this time before the answer. */
const MAX_NEW_BILL_AGE_MS = 2 * 60_000;
/** Limit for the list that shows whether a bill is new; a page contains about a hundred bills. */
const MAX_PAGES = 50;
/** The same limit if only a failed bill needs the list. */
const MAX_PAGES_FOR_FAILED_BILL = 3;
/** Delays between polls of a bill that the service is still fetching. */
const FETCHING_POLL_DELAYS_MS = [1000, 2000, 3000, 4000, 5000];
type KnownBillFields = Parameters<typeof parseBill>[1];

export interface BillOperations
  extends Pick<
    ApiGeneration,
    | 'listBills'
    | 'getBill'
    | 'createBill'
    | 'refreshBill'
    | 'readCurrentBill'
    | 'readExtraData'
    | 'deleteBill'
  > {
  /** Returns the amount that a walk-in owes, by creating a bill. */
  consultByBill: ApiGeneration['consult'];
}

export function createBillOperations(wire: ApiGenerationContext): BillOperations {
  const { reader, prefix } = wire;

  const readBill = (request: ReadRequest, knownFields: KnownBillFields) =>
    readAndParseObject(reader, request, (value) => parseBill(value, knownFields));
  /** A refusal that names a bill has stored that bill. */
  const createBill: ApiGeneration['createBill'] = async (account) => {
    const request = buildPostReadRequest(`${prefix}/bills`, toWireAccountFields(account));
    const { result: answer, refusedBillId } = await reader.readWithRefusedBillId(request);
    if (answer.ok) {
      const createdBill = parseBill(answer.value.value, account);
      return createdBill === null
        ? reader.recordUnreadableAnswer(answer.value.httpStatus)
        : ok(createdBill);
    }
    const { problem } = answer;
    return refusedBillId !== null &&
      problem.kind === 'service-refused' &&
      problem.httpStatus === 422
      ? { ...fail(problem), failedBill: { id: refusedBillId, existedBefore: null } }
      : fail(problem);
  };
  const getBill = (id: string, knownFields: KnownBillFields = UNKNOWN_BILL_FIELDS) =>
    readBill(buildReadRequestWithoutBody('GET', buildBillPath(prefix, id)), knownFields);
  const refreshBill = (id: string, knownFields: KnownBillFields = UNKNOWN_BILL_FIELDS) =>
    readBill(
      buildReadRequestWithoutBody('POST', `${buildBillPath(prefix, id)}/refresh`),
      knownFields,
    );

  const getBalanceAge = ({ balanceUpdatedAt }: ServiceBill): number | null =>
    balanceUpdatedAt === null ? null : wire.now() - Date.parse(balanceUpdatedAt);

  /**
   * Whether every bill has `balance_updated_at`; null until the first bill. A single bill without
   * it, for example one without a balance, makes this false: the next bill may be such a bill too.
   */
  let areAgesKnown: boolean | null = null;
  /**
   * A refusal contains the id of its bill but not the bill's age, so only the list shows whether it
   * is new.
   */
  let keepsFailedBills = false;

  /**
   * Ids of the existing bills, needed if a bill has no age: a bill created afterwards is not among
   * them. Null if the list cannot be read completely.
   */
  const readExistingIds = async (): Promise<ReadonlySet<string> | null> => {
    const ids = new Set<string>();
    const getMaxPages = (): number =>
      areAgesKnown === true ? MAX_PAGES_FOR_FAILED_BILL : MAX_PAGES;
    for (let page = 1; page <= getMaxPages(); page += 1) {
      const answer = await listBills(page);
      if (!answer.ok) return null;
      for (const { id, balanceUpdatedAt } of answer.value.bills) {
        ids.add(id);
        if (balanceUpdatedAt !== null) areAgesKnown ??= true;
      }
      if (!answer.value.hasNext) return ids.size < (answer.value.totalBills ?? 0) ? null : ids;
    }
    return null;
  };

  /**
   * Creating a bill that exists returns the existing one. Its age shows that, or else the list from
   * before. The interface does not promise the age.
   */
  const existedBefore = (bill: ServiceBill, before: ReadonlySet<string> | null): boolean | null => {
    const age = getBalanceAge(bill);
    if (age !== null) return Math.abs(age) > MAX_NEW_BILL_AGE_MS;
    return before === null ? null : before.has(bill.id);
  };

  const pollWhileFetching = async (
    initial: Result<ServiceBill>,
    knownFields: KnownBillFields,
  ): Promise<Result<ServiceBill>> => {
    let current = initial;
    for (const milliseconds of FETCHING_POLL_DELAYS_MS) {
      if (!current.ok || current.value.status !== 'fetching') return current;
      await wire.wait(milliseconds);
      current = await getBill(current.value.id, knownFields);
    }
    return current;
  };

  const refreshIfStale = async (
    bill: ServiceBill,
    existedBefore: boolean | null,
    knownFields: KnownBillFields,
  ): Promise<Result<ServiceBill>> => {
    const age = getBalanceAge(bill);
    if (age === null ? existedBefore === false : age < MAX_FRESH_BALANCE_AGE_MS) return ok(bill);
    const answer = await refreshBill(bill.id, knownFields);
    return answer.ok || !isNotOfferedProblem(answer.problem) ? answer : ok(bill);
  };

  const consultByBill: BillOperations['consultByBill'] = async ({
    needsBalance = true,
    ...account
  }) => {
    const before = areAgesKnown === true && !keepsFailedBills ? null : await readExistingIds();
    const created = await createBill(account);
    if (!created.ok) {
      const { failedBill } = created;
      if (failedBill === undefined) return created;
      keepsFailedBills = true;
      const existedBefore = before === null ? null : before.has(failedBill.id);
      return {
        ...fail(created.problem),
        failedBill: { id: failedBill.id, existedBefore },
      };
    }
    areAgesKnown = created.value.balanceUpdatedAt !== null && areAgesKnown !== false;
    // Computed before the refresh, after which every bill looks newly created.
    const billExistedBefore = existedBefore(created.value, before);
    const current = needsBalance
      ? await pollWhileFetching(
          await refreshIfStale(created.value, billExistedBefore, account),
          account,
        )
      : created;
    if (!current.ok) return current;
    const { value } = current;
    if (needsBalance && value.status === 'failed') {
      return {
        ...failWithBillError(value),
        failedBill: { id: value.id, existedBefore: billExistedBefore },
      };
    }
    return ok({
      amount: value.balance,
      nameOnAccount: value.nameOnAccount,
      dueDate: value.dueDate,
      invoiceNumber: null,
      fee: null,
      amountInChainCurrency: null,
      billId: value.id,
      billExistedBefore,
    });
  };

  const listBills = createBillLister(wire);

  return {
    consultByBill,
    listBills,
    createBill,
    getBill: (id) => getBill(id),
    refreshBill: (id) => refreshBill(id),
    readCurrentBill: async (id) => {
      const answer = await refreshBill(id);
      const hasAnswer = answer.ok || !isNotOfferedProblem(answer.problem);
      return await pollWhileFetching(hasAnswer ? answer : await getBill(id), UNKNOWN_BILL_FIELDS);
    },
    readExtraData: (id) =>
      readAndParseObject(
        reader,
        buildReadRequestWithoutBody('GET', `${buildBillPath(prefix, id)}/xdata`),
        (value) => {
          const bill = parseBill(value, UNKNOWN_BILL_FIELDS);
          return bill === null ? null : { bill, extra: parseExtraData(value) };
        },
      ),
    deleteBill: async (id) => {
      const request: ReadRequest = {
        method: 'DELETE',
        target: buildBillPath(prefix, id),
        body: null,
      };
      const answer = await reader.read(request);
      if (answer.ok)
        return ok({ isGone: true, bill: parseBill(answer.value.value, UNKNOWN_BILL_FIELDS) });
      return isBillGone(answer.problem) ? ok({ isGone: true, bill: null }) : answer;
    },
  };
}

export function buildBillPath(prefix: string, id: string): string {
  // A lone surrogate would make encodeURIComponent throw; the service has no such bill.
  return `${prefix}/bills/${encodeURIComponent(id.toWellFormed())}`;
}

function failWithBillError(bill: ServiceBill) {
  return fail<Problem>({
    kind: 'service-refused',
    httpStatus: 422,
    code: bill.errorCode,
    message: bill.errorMessage,
  });
}

function isNotOfferedProblem(problem: Problem): boolean {
  if (problem.kind !== 'service-refused' || problem.code === null) return false;
  return isUnsupportedOperationCode(problem.code);
}

/** Deleted earlier or never existing: in both cases the bill is gone. */
function isBillGone(problem: Problem): boolean {
  if (problem.kind !== 'service-refused') return false;
  if (problem.httpStatus === 404) return true;
  return problem.httpStatus === 422 && /already deleted/i.test(problem.message ?? '');
}
