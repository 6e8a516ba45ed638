/**
 * Generation 3 (3.3, mx, co): GET for reads, bills as a resource; single operations in mx and co.
 * In 3.3 a walk-in's look-up creates the bill that is then paid.
 */

import { codeFacts } from '../../shared/codes/index.ts';
import { assertNever, fail, ok, type Problem, type Result } from '../../shared/contract/index.ts';
import { capabilitiesOf } from './capabilities.ts';
import { writeExact } from './exact-json.ts';
import { lookUpByExternalId, lookUpById } from './look-up.ts';
import { wireAmount } from './money.ts';
import type { Read } from './reads.ts';
import { readBill, readConsult, readExtraData } from './shapes.ts';
import type {
  AccountOfBiller,
  ConsultResult,
  LinkedBill,
  MoneyOperation,
  MoneyRequest,
} from './types.ts';
import {
  ACCOUNT_CURRENCY,
  accountFields,
  type Generation,
  plainRead,
  postRead,
  readObject,
  readTheAccount,
  readTheBillers,
  readTheRates,
  type Wire,
} from './wire.ts';

/** A balance older than this was the existing bill's, from an earlier look-up: it is refreshed. */
const FRESH_ENOUGH = 5 * 60_000;
/** A bill that a request made was made within this time of its answer. */
const JUST_MADE = 2 * 60_000;
/** How long a bill that is still being fetched is asked for again, in milliseconds between. */
const FETCHING_PAUSES = [1000, 2000, 3000, 4000, 5000];

export function generation3(wire: Wire): Generation {
  const { reader, prefix, version } = wire;
  const capabilities = capabilitiesOf(version);
  const hasSingle = capabilities.singleOperations;
  const transactions = { reader, method: 'GET', path: `${prefix}/transactions` } as const;
  const nobody = { billerId: null, accountNumber: null, currency: ACCOUNT_CURRENCY[version] };
  const billPath = (id: string): string => `${prefix}/bills/${encodeURIComponent(id)}`;
  const notOffered = async (what: 'top-up-check') => fail<Problem>({ kind: 'not-offered', what });

  const bill = (request: Read, known: Parameters<typeof readBill>[1] = nobody) =>
    readObject(reader, request, (value) => readBill(value, known));
  const createBill = (account: AccountOfBiller) =>
    bill(postRead(`${prefix}/bills`, accountFields(account)), account);
  const getBill = (id: string) => bill(plainRead('GET', billPath(id)));
  const refreshBill = (id: string) => bill(plainRead('POST', `${billPath(id)}/refresh`));

  const consultByBill = async (account: AccountOfBiller): Promise<Result<ConsultResult>> => {
    const created = await createBill(account);
    if (!created.ok) return created;
    const current = await settled(await refreshed(created.value));
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
      billWasThere: wasThere(created.value),
    });
  };

  /** A bill is answered as it was when it existed already: nothing else tells the two apart. */
  const wasThere = (made: LinkedBill): boolean => {
    const updatedAt = Date.parse(made.balanceUpdatedAt ?? '');
    return Number.isNaN(updatedAt) || wire.now() - updatedAt > JUST_MADE;
  };

  const refreshed = async (found: LinkedBill): Promise<Result<LinkedBill>> => {
    const updatedAt = Date.parse(found.balanceUpdatedAt ?? '');
    if (Number.isNaN(updatedAt) || wire.now() - updatedAt < FRESH_ENOUGH) return ok(found);
    const answer = await refreshBill(found.id);
    return answer.ok || !isNotOffered(answer.problem) ? answer : ok(found);
  };

  const settled = async (found: Result<LinkedBill>): Promise<Result<LinkedBill>> => {
    let current = found;
    for (const milliseconds of FETCHING_PAUSES) {
      if (!current.ok || current.value.status !== 'fetching') return current;
      await wire.wait(milliseconds);
      current = await getBill(current.value.id);
    }
    return current;
  };

  return {
    capabilities,
    account: () => readTheAccount(wire, 'GET'),
    billers: (kind, onPage) => readTheBillers(wire, 'GET', kind, onPage),
    rates: () => readTheRates(wire, 'GET'),
    consult: (account) => {
      if (!hasSingle) return consultByBill(account);
      const request = postRead(`${prefix}/single/consult`, accountFields(account));
      return readObject(reader, request, (value) => readConsult(value, account.currency));
    },
    check: () => notOffered('top-up-check'),
    listBills: async (page) => {
      const request = plainRead('GET', `${prefix}/bills`);
      const answer = await reader.readPage(request, 'bills', page);
      if (!answer.ok) return fail(answer.problem);
      const { rows, pagination } = answer.value;
      const bills = rows.map((row) => readBill(row, nobody)).filter((row) => row !== null);
      if (bills.length < rows.length) {
        wire.log.warn({ unusable: rows.length - bills.length }, 'bills were left out');
      }
      return ok({
        bills,
        page,
        totalPages: pagination?.totalPages ?? null,
        totalBills: pagination?.totalEntries ?? null,
        // A server without pages sends all of them at once, and again for every page.
        hasNext: rows.length > 0 && (pagination?.nextPage ?? null) !== null,
      });
    },
    getBill,
    createBill,
    refreshBill,
    extraData: (id) =>
      readObject(reader, plainRead('GET', `${billPath(id)}/xdata`), (value) => {
        const found = readBill(value, nobody);
        return found === null ? null : { bill: found, extra: readExtraData(value) };
      }),
    deleteBill: async (id) => {
      const answer = await reader.read({ method: 'DELETE', target: billPath(id), body: null });
      if (answer.ok) return ok({ isGone: true, bill: readBill(answer.value.value, nobody) });
      return isGone(answer.problem) ? ok({ isGone: true, bill: null }) : answer;
    },
    compose: (operation) => compose(prefix, hasSingle, billPath, operation),
    lookUp: (externalId) => lookUpByExternalId(transactions, externalId),
    lookUpTransaction: (id) => lookUpById(transactions, id),
  };
}

function failedBill(bill: LinkedBill) {
  return fail<Problem>({
    kind: 'service-refused',
    httpStatus: 422,
    code: bill.errorCode,
    message: bill.errorMessage,
  });
}

function isNotOffered(problem: Problem): boolean {
  if (problem.kind !== 'service-refused' || problem.code === null) return false;
  return codeFacts(problem.code).class === 'not-offered';
}

/** Deleted before, or never there: the wish is fulfilled either way. */
function isGone(problem: Problem): boolean {
  if (problem.kind !== 'service-refused') return false;
  if (problem.httpStatus === 404) return true;
  return problem.httpStatus === 422 && /already deleted/i.test(problem.message ?? '');
}

function compose(
  prefix: string,
  hasSingle: boolean,
  billPath: (id: string) => string,
  operation: MoneyOperation,
): MoneyRequest {
  switch (operation.kind) {
    case 'pay': {
      const amount = wireAmount(operation.amount);
      const { currency } = operation.amount;
      const tail = {
        external_id: operation.externalId,
        pos_number: operation.posNumber ?? undefined,
      };
      if (operation.billId !== null) {
        const name = operation.nameOnAccount ?? undefined;
        return {
          method: 'POST',
          target: `${billPath(operation.billId)}/pay`,
          body: writeExact({ amount, currency, name_on_account: name, ...tail }),
        };
      }
      if (!hasSingle) throw new TypeError('version 3.3 pays a bill that a look-up created');
      return {
        method: 'POST',
        target: `${prefix}/single/pay`,
        body: writeExact({ ...accountFields(operation), amount, currency, ...tail }),
      };
    }
    case 'cash-out':
      return {
        method: 'POST',
        target: `${prefix}/single/cash_out`,
        body: writeExact({
          ...accountFields(operation),
          amount: wireAmount(operation.amount),
          currency: operation.amount.currency,
          external_id: operation.externalId,
          pos_number: operation.posNumber,
          cashier_id: operation.cashierId,
        }),
      };
    case 'cancel':
      throw new TypeError('generation 3 has no cancellation: capabilities.cancel says so');
    default:
      return assertNever(operation);
  }
}
