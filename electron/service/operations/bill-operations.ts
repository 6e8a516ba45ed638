/**
 * Bills as a resource of generation 3: those that the shop keeps, and in 3.3 the one that a
 * walk-in's consultation makes so that it can be paid.
 */

import { fail, ok, type Problem, type Result } from '../../../shared/contract/index.ts';
import { isNotOfferedCode } from '../../../shared/rules/index.ts';
import type { BillerAccount, ConsultResult, ServiceBill, WithFailedBill } from '../types.ts';
import { parseBill, parseExtraData } from '../wire/index.ts';
import { createBillLister, UNKNOWN_BILL_FIELDS } from './bill-list.ts';
import {
  buildEmptyRead,
  buildPostRead,
  type Generation,
  type GenerationContext,
  readObject,
  toAccountFields,
} from './generation.ts';
import type { ReadRequest } from './service-reader.ts';

/**
 * A balance older than this was the existing bill's, from an earlier consultation: it is refreshed.
 */
const BALANCE_FRESH_FOR_MS = 5 * 60_000;
/** A bill that a request made was made within this time of its answer. */
const NEW_BILL_WITHIN_MS = 2 * 60_000;
/** Of bills that are read to know whether one is new; a page holds about a hundred. */
const MAX_PAGES = 50;
/** The same where only a bill that failed needs it. */
const MAX_PAGES_FOR_FAILED_BILL = 3;
/** How long a bill that is still being fetched is asked for again, in milliseconds between. */
const FETCHING_POLL_DELAYS_MS = [1000, 2000, 3000, 4000, 5000];
type KnownBillFields = Parameters<typeof parseBill>[1];

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
  consultByBill(account: BillerAccount): Promise<Result<ConsultResult> & WithFailedBill>;
}

export function createBillOperations(wire: GenerationContext): BillOperations {
  const { reader, prefix } = wire;

  const bill = (request: ReadRequest, known: KnownBillFields) =>
    readObject(reader, request, (value) => parseBill(value, known));
  /** A refusal that names a bill has kept it. */
  const createBill: Generation['createBill'] = async (account) => {
    const request = buildPostRead(`${prefix}/bills`, toAccountFields(account));
    const { result: answer, namedId } = await reader.readWithNamedId(request);
    if (answer.ok) {
      const made = parseBill(answer.value.value, account);
      return made === null ? reader.unreadable(answer.value.httpStatus) : ok(made);
    }
    const { problem } = answer;
    return namedId !== null && problem.kind === 'service-refused' && problem.httpStatus === 422
      ? { ...fail(problem), failedBill: { id: namedId, wasThere: null } }
      : fail(problem);
  };
  const getBill = (id: string, known: KnownBillFields = UNKNOWN_BILL_FIELDS) =>
    bill(buildEmptyRead('GET', buildBillPath(prefix, id)), known);
  const refreshBill = (id: string, known: KnownBillFields = UNKNOWN_BILL_FIELDS) =>
    bill(buildEmptyRead('POST', `${buildBillPath(prefix, id)}/refresh`), known);

  const sinceUpdate = ({ balanceUpdatedAt }: ServiceBill): number | null =>
    balanceUpdatedAt === null ? null : wire.now() - Date.parse(balanceUpdatedAt);

  /**
   * Whether every bill says when its balance was read; null until one was seen. One that did not,
   * as one without a balance may, is enough: the next may be another.
   */
  let tellsAge: boolean | null = null;
  /** A refusal names its bill and not the bill's age, so that the list alone tells. */
  let keepsFailed = false;

  /**
   * The bills that there are, by id, where a bill does not tell its age: what is made afterwards is
   * not among them. Null if they are not needed, or cannot be read whole.
   */
  const listedNow = async (): Promise<ReadonlySet<string> | null> => {
    const ids = new Set<string>();
    const most = (): number => (tellsAge === true ? MAX_PAGES_FOR_FAILED_BILL : MAX_PAGES);
    for (let page = 1; page <= most(); page += 1) {
      const answer = await listBills(page);
      if (!answer.ok) return null;
      for (const { id, balanceUpdatedAt } of answer.value.bills) {
        ids.add(id);
        if (balanceUpdatedAt !== null) tellsAge ??= true;
      }
      if (!answer.value.hasNext) return ids;
    }
    return null;
  };

  /**
   * A bill that existed is answered as it was: its age tells the two apart, or else the list as it
   * was before. The interface does not promise the age.
   */
  const wasThere = (answered: ServiceBill, before: ReadonlySet<string> | null): boolean | null => {
    const age = sinceUpdate(answered);
    if (age !== null) return Math.abs(age) > NEW_BILL_WITHIN_MS;
    return before === null ? null : before.has(answered.id);
  };

  const settled = async (
    found: Result<ServiceBill>,
    known: KnownBillFields,
  ): Promise<Result<ServiceBill>> => {
    let current = found;
    for (const milliseconds of FETCHING_POLL_DELAYS_MS) {
      if (!current.ok || current.value.status !== 'fetching') return current;
      await wire.wait(milliseconds);
      current = await getBill(current.value.id, known);
    }
    return current;
  };

  const refreshed = async (
    found: ServiceBill,
    wasThereBefore: boolean | null,
    known: KnownBillFields,
  ): Promise<Result<ServiceBill>> => {
    const age = sinceUpdate(found);
    if (age === null ? wasThereBefore === false : age < BALANCE_FRESH_FOR_MS) return ok(found);
    const answer = await refreshBill(found.id, known);
    return answer.ok || !isNotOfferedProblem(answer.problem) ? answer : ok(found);
  };

  const consultByBill: BillOperations['consultByBill'] = async (account) => {
    const before = tellsAge === true && !keepsFailed ? null : await listedNow();
    const made = await createBill(account);
    if (!made.ok) {
      const { failedBill } = made;
      if (failedBill === undefined) return made;
      keepsFailed = true;
      const wasThere = before === null ? null : before.has(failedBill.id);
      return { ...fail(made.problem), failedBill: { id: failedBill.id, wasThere } };
    }
    tellsAge = made.value.balanceUpdatedAt !== null && tellsAge !== false;
    // Now: refreshing it makes every bill look as if it had just been made.
    const billWasThere = wasThere(made.value, before);
    const current = await settled(await refreshed(made.value, billWasThere, account), account);
    if (!current.ok) return current;
    const { value } = current;
    if (value.status === 'failed') {
      return { ...failWithBillError(value), failedBill: { id: value.id, wasThere: billWasThere } };
    }
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

  const listBills = createBillLister(wire);

  return {
    consultByBill,
    listBills,
    createBill,
    getBill: (id) => getBill(id),
    refreshBill: (id) => refreshBill(id),
    readBillAnew: async (id) => {
      const answer = await refreshBill(id);
      const isTold = answer.ok || !isNotOfferedProblem(answer.problem);
      return await settled(isTold ? answer : await getBill(id), UNKNOWN_BILL_FIELDS);
    },
    extraData: (id) =>
      readObject(reader, buildEmptyRead('GET', `${buildBillPath(prefix, id)}/xdata`), (value) => {
        const found = parseBill(value, UNKNOWN_BILL_FIELDS);
        return found === null ? null : { bill: found, extra: parseExtraData(value) };
      }),
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
  // Half of a surrogate pair is no text, and would throw: the service knows no such bill.
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
  return isNotOfferedCode(problem.code);
}

/** Deleted before, or never there: the wish is fulfilled either way. */
function isBillGone(problem: Problem): boolean {
  if (problem.kind !== 'service-refused') return false;
  if (problem.httpStatus === 404) return true;
  return problem.httpStatus === 422 && /already deleted/i.test(problem.message ?? '');
}
