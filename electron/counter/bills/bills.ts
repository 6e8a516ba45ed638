import {
  type Balance,
  type Biller,
  type CallOutput,
  type CallReceived,
  fail,
  type LinkedBill,
  ok,
  type Problem,
  type Result,
} from '../../../shared/contract/index.ts';
import {
  formatAccountNumber,
  toServiceAccountNumber,
  validateAccount,
} from '../../../shared/rules/index.ts';
import { createStorageGuard, type Database } from '../../ledger/index.ts';
import { type Clock, type Log, type NewId, toIsoTime } from '../../platform/index.ts';
import type { BillPaymentService, ServiceBill } from '../../service/index.ts';
import { toExtraRows } from './extra-rows.ts';
import {
  deleteSavedBill,
  findOpenPaymentOfBill,
  isSavedBill,
  isWalkInBill,
  markBillSaved,
  markWalkInBillDeleted,
} from './walk-in-bills.ts';

export interface BillsPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  /** The service, waited for where the till has just been opened. */
  readonly waitForService: () => Promise<Result<BillPaymentService>>;
  readonly catalog: { biller(id: number): { readonly biller: Biller } | null };
  /** Where payments take in what a saved bill owes. */
  readonly saveBalance: (kept: {
    readonly balance: Balance;
    readonly billId: string;
    readonly isKept: true;
  }) => void;
  /** Does this while no walk-in's bill is being deleted. */
  readonly withBillDeletionPaused: <Value>(work: () => Promise<Value>) => Promise<Value>;
  /** A saved bill was read because the service has news of it. */
  readonly onChange: (bill: LinkedBill) => void;
}

export interface Bills {
  list(input: CallReceived<'bills.list'>): Promise<Result<CallOutput<'bills.list'>>>;
  link(input: CallReceived<'bills.link'>): Promise<Result<LinkedBill>>;
  refresh(input: CallReceived<'bills.refresh'>): Promise<Result<LinkedBill>>;
  extraData(input: CallReceived<'bills.extraData'>): Promise<Result<CallOutput<'bills.extraData'>>>;
  unlink(input: CallReceived<'bills.unlink'>): Promise<Result<Record<string, never>>>;
  balance(input: CallReceived<'bills.balance'>): Promise<Result<Balance>>;
  /** The service has news of it, somebody says: it is read, if this till keeps it, and shown. */
  readAgain(billId: string): Promise<Result<unknown>>;
}

export function createBills(ports: BillsPorts): Bills {
  const { database, clock, newId } = ports;
  const { withStorageAsync } = createStorageGuard(ports);

  async function withService<Value>(
    work: (service: BillPaymentService) => Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    const connected = await ports.waitForService();
    if (!connected.ok) return connected;
    const service = connected.value;
    if (!service.capabilities.linkedBills) {
      return fail({ kind: 'not-offered', what: 'linked-bills' });
    }
    return withStorageAsync(() => work(service));
  }

  /** The account may have been linked with the literals of its mask. */
  function accountOf({ billerId, accountNumber }: ServiceBill) {
    const biller = ports.catalog.biller(billerId)?.biller;
    if (biller === undefined) return { accountNumber, accountShown: accountNumber };
    return {
      accountNumber: toServiceAccountNumber(biller, accountNumber),
      accountShown: formatAccountNumber(biller, accountNumber),
    };
  }

  function shown(bill: ServiceBill): LinkedBill {
    const known = ports.catalog.biller(bill.billerId)?.biller;
    return {
      ...bill,
      ...accountOf(bill),
      billerName: known?.name ?? String(bill.billerId),
      hasExtraData: bill.hasExtraData || (known?.hasExtraData ?? false),
    };
  }

  function keep(billId: string): void {
    database.commit(() => markBillSaved(database, billId, toIsoTime(clock.now())));
  }

  /**
   * A refresh makes a bill look as if it had just been made. What no walk-in's consultation made is
   * somebody's, and is remembered as such before a walk-in comes with the same account.
   */
  function noteRefreshed(bill: ServiceBill): void {
    if (!isWalkInBill(database, bill.id) && !isSavedBill(database, bill.id)) keep(bill.id);
  }

  async function readOf(
    billId: string,
    read: (billId: string) => Promise<Result<ServiceBill>>,
  ): Promise<Result<ServiceBill>> {
    const bill = await read(billId);
    if (!bill.ok)
      return isBillMissing(bill.problem) ? fail({ kind: 'not-found', what: 'bill' }) : bill;
    noteRefreshed(bill.value);
    return bill;
  }

  async function link(input: CallReceived<'bills.link'>): Promise<Result<LinkedBill>> {
    const found = ports.catalog.biller(input.billerId);
    if (!found) return fail({ kind: 'not-found', what: 'biller' });
    const { biller } = found;
    if (biller.kind !== 'utility' && biller.kind !== 'partner') {
      return fail({ kind: 'biller-unusable', reason: 'wrong-kind', billerKind: biller.kind });
    }
    const account = validateAccount(biller, input.accountNumber, input.nameOnAccount);
    if (!account.ok) return account;
    return await withService((service) =>
      ports.withBillDeletionPaused(async () => {
        const made = await service.createBill({
          billerId: biller.id,
          ...account.value,
          currency: biller.currency,
        });
        if (!made.ok) {
          // Somebody wants it: the service may yet link it by itself.
          if (made.failedBill !== undefined) keep(made.failedBill.id);
          return fail(made.problem);
        }
        keep(made.value.id);
        return ok(shown(made.value));
      }),
    );
  }

  async function extraData(
    service: BillPaymentService,
    billId: string,
  ): Promise<Result<CallOutput<'bills.extraData'>>> {
    const read = await service.extraData(billId);
    if (read.ok) return ok({ bill: shown(read.value.bill), rows: toExtraRows(read.value.extra) });
    if (!isBillMissing(read.problem)) return read;
    // The bill, or what it should tell beside itself?
    const bill = await readOf(billId, service.getBill);
    return bill.ok ? fail({ kind: 'not-offered', what: 'extra-data' }) : bill;
  }

  function balanceOf(bill: ServiceBill): Result<Balance> {
    if (bill.status === 'failed') return fail(toRefusalProblem(bill));
    const balance: Balance = {
      id: newId(),
      billerId: bill.billerId,
      accountNumber: accountOf(bill).accountNumber,
      amount: bill.balance,
      nameOnAccount: bill.nameOnAccount,
      dueDate: bill.dueDate,
      amountInShopCurrency: null,
      serviceFee: null,
    };
    ports.saveBalance({ balance, billId: bill.id, isKept: true });
    return ok(balance);
  }

  return {
    readAgain: async (billId) => {
      if (!isSavedBill(database, billId)) return ok(null);
      const read = await withService(async (service) => readOf(billId, service.getBill));
      if (read.ok) ports.onChange(shown(read.value));
      // A version without bills, or a bill that is gone: nothing is left to read.
      const isOver = !read.ok && ['not-offered', 'not-found'].includes(read.problem.kind);
      return isOver ? ok(null) : read;
    },
    list: ({ page }) =>
      withService(async (service) => {
        const list = await service.listBills(page);
        return list.ok ? ok({ ...list.value, bills: list.value.bills.map(shown) }) : list;
      }),
    link,
    refresh: ({ billId }) =>
      withService(async (service) => {
        const bill = await readOf(billId, service.refreshBill);
        return bill.ok ? ok(shown(bill.value)) : bill;
      }),
    extraData: ({ billId }) => withService((service) => extraData(service, billId)),
    unlink: ({ billId }) =>
      withService(async (service) => {
        const paymentId = findOpenPaymentOfBill(database, billId);
        if (paymentId !== null) return fail({ kind: 'held', paymentId });
        const gone = await service.deleteBill(billId);
        if (!gone.ok) return gone;
        database.commit(() => {
          deleteSavedBill(database, billId);
          markWalkInBillDeleted(database, billId, toIsoTime(clock.now()));
        });
        return ok({});
      }),
    balance: ({ billId }) =>
      withService(async (service) => {
        const bill = await readOf(billId, service.readBillAnew);
        return bill.ok ? balanceOf(bill.value) : bill;
      }),
  };
}

/** Why the biller refused the account of a failed bill, as an answer would say it. */
function toRefusalProblem({ errorCode, errorMessage }: ServiceBill): Problem {
  return { kind: 'service-refused', httpStatus: 422, code: errorCode, message: errorMessage };
}

function isBillMissing(problem: Problem): boolean {
  return problem.kind === 'service-refused' && problem.httpStatus === 404 && problem.code === null;
}
