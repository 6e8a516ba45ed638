/**
 * Bills as a resource of generation 3: those that the shop keeps, and in 3.3 the one that a
 * walk-in's consultation makes so that it can be paid.
 */

import { fail, ok, type Problem, type Result } from '../../../shared/contract/index.ts';
import { isNotOfferedCode } from '../../../shared/rules/index.ts';
import type { BillerAccount, ConsultResult, LeavesBill, ServiceBill } from '../types.ts';
import { readBill, readExtraData } from '../wire/index.ts';
import { billListOf, NOBODY } from './bill-list.ts';
import {
  accountFields,
  type Generation,
  plainRead,
  postRead,
  readObject,
  type Wire,
} from './generation.ts';
import type { Read } from './reads.ts';

/**
 * A balance older than this was the existing bill's, from an earlier consultation: it is refreshed.
 */
const FRESH_ENOUGH = 5 * 60_000;
/** A bill that a request made was made within this time of its answer. */
const JUST_MADE = 2 * 60_000;
/** Of bills that are read to know whether one is new; a page holds about a hundred. */
const MOST_PAGES = 50;
/** The same where only a bill that failed needs it. */
const FEW_PAGES = 3;
/** How long a bill that is still being fetched is asked for again, in milliseconds between. */
const FETCHING_PAUSES = [1000, 2000, 3000, 4000, 5000];
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
  consultByBill(account: BillerAccount): Promise<Result<ConsultResult> & LeavesBill>;
}

export function billsOf(wire: Wire): BillOperations {
  const { reader, prefix } = wire;

  const bill = (request: Read, known: Known) =>
    readObject(reader, request, (value) => readBill(value, known));
  /** A refusal that names a bill has kept it. */
  const createBill: Generation['createBill'] = async (account) => {
    const request = postRead(`${prefix}/bills`, accountFields(account));
    const { result: answer, namedId } = await reader.readNaming(request);
    if (answer.ok) {
      const made = readBill(answer.value.value, account);
      return made === null ? reader.unreadable(answer.value.httpStatus) : ok(made);
    }
    const { problem } = answer;
    return namedId !== null && problem.kind === 'service-refused' && problem.httpStatus === 422
      ? { ...fail(problem), failedBill: { id: namedId, wasThere: null } }
      : fail(problem);
  };
  const getBill = (id: string, known: Known = NOBODY) =>
    bill(plainRead('GET', billPath(prefix, id)), known);
  const refreshBill = (id: string, known: Known = NOBODY) =>
    bill(plainRead('POST', `${billPath(prefix, id)}/refresh`), known);

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
    const most = (): number => (tellsAge === true ? FEW_PAGES : MOST_PAGES);
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
    if (age !== null) return Math.abs(age) > JUST_MADE;
    return before === null ? null : before.has(answered.id);
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

  const refreshed = async (
    found: ServiceBill,
    wasThereBefore: boolean | null,
    known: Known,
  ): Promise<Result<ServiceBill>> => {
    const age = sinceUpdate(found);
    if (age === null ? wasThereBefore === false : age < FRESH_ENOUGH) return ok(found);
    const answer = await refreshBill(found.id, known);
    return answer.ok || !isNotOffered(answer.problem) ? answer : ok(found);
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
      return { ...failedBill(value), failedBill: { id: value.id, wasThere: billWasThere } };
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

  const listBills = billListOf(wire);

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
