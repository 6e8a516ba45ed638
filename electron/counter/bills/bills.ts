import {
  type Balance,
  type Biller,
  type CallOutput,
  fail,
  type LinkedBill,
  ok,
  type Problem,
  type Result,
  type ValidatedCallInput,
} from '../../../shared/contract/index.ts';
import { createMoney, type Money } from '../../../shared/money/index.ts';
import {
  formatAccountNumber,
  getPaymentType,
  toCanonicalAccountNumber,
  validateAccount,
} from '../../../shared/rules/index.ts';
import { createStorageGuard, type Database } from '../../ledger/index.ts';
import { type Clock, type CreateId, type Log, toIsoTime } from '../../platform/index.ts';
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
  readonly createId: CreateId;
  readonly log: Log;
  /** The service; waits for the connection if the till has just been opened. */
  readonly waitForService: () => Promise<Result<BillPaymentService>>;
  readonly catalog: { biller(id: number): { readonly biller: Biller } | null };
  /** The currency of the shop's account at the service; null while it is unknown. */
  readonly accountCurrency: () => string | null;
  /** Hands the balance of a saved bill to the payments. */
  readonly saveBalance: (saved: {
    readonly balance: Balance;
    readonly billId: string;
    readonly isSavedBill: true;
  }) => void;
  /** Runs `work` while no walk-in bill is being deleted. */
  readonly withBillDeletionPaused: <Value>(work: () => Promise<Value>) => Promise<Value>;
  /** Called with a saved bill that was read again because it changed at the service. */
  readonly onChange: (bill: LinkedBill) => void;
}

export interface Bills {
  list(input: ValidatedCallInput<'bills.list'>): Promise<Result<CallOutput<'bills.list'>>>;
  link(input: ValidatedCallInput<'bills.link'>): Promise<Result<LinkedBill>>;
  refresh(input: ValidatedCallInput<'bills.refresh'>): Promise<Result<LinkedBill>>;
  extraData(
    input: ValidatedCallInput<'bills.extraData'>,
  ): Promise<Result<CallOutput<'bills.extraData'>>>;
  unlink(input: ValidatedCallInput<'bills.unlink'>): Promise<Result<Record<string, never>>>;
  balance(input: ValidatedCallInput<'bills.balance'>): Promise<Result<Balance>>;
  /** Reads a bill that changed at the service and reports it, if this till has saved it. */
  refreshIfSaved(billId: string): Promise<Result<unknown>>;
}

export function createBills(ports: BillsPorts): Bills {
  const { database, clock, createId } = ports;
  const refreshRule = createBillRefreshRule(
    (id) => ports.catalog.biller(id)?.biller.canCheckBalance ?? true,
  );
  const { catchStorageErrorAsync } = createStorageGuard(ports);

  async function withService<Value>(
    work: (service: BillPaymentService) => Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    const connected = await ports.waitForService();
    if (!connected.ok) return connected;
    const service = connected.value;
    if (!service.capabilities.hasLinkedBills) {
      return fail({ kind: 'not-offered', what: 'linked-bills' });
    }
    return catchStorageErrorAsync(() => work(service));
  }

  /** Removes mask literals, because the account may have been linked with them. */
  function toAccountNumbers({ billerId, accountNumber }: ServiceBill) {
    const biller = ports.catalog.biller(billerId)?.biller;
    if (biller === undefined) return { accountNumber, accountShown: accountNumber };
    return {
      accountNumber: toCanonicalAccountNumber(biller, accountNumber),
      accountShown: formatAccountNumber(biller, accountNumber),
    };
  }

  /**
   * The interface names no currency for a bill's balance: it is the biller's, or else the account's.
   * Null if none is known.
   */
  function getBalanceAmount({ billerId, balance }: ServiceBill): Money | null {
    if (balance === null) return null;
    const currency =
      balance.currency ||
      ports.catalog.biller(billerId)?.biller.currency ||
      ports.accountCurrency();
    return currency ? createMoney(balance.amount, currency) : null;
  }

  function toLinkedBill(bill: ServiceBill): LinkedBill {
    refreshRule.recordBill(bill);
    const biller = ports.catalog.biller(bill.billerId)?.biller;
    return {
      ...bill,
      ...toAccountNumbers(bill),
      balance: getBalanceAmount(bill),
      billerName: biller?.name ?? String(bill.billerId),
      hasExtraData: bill.hasExtraData || (biller?.hasExtraData ?? false),
    };
  }

  function saveBill(billId: string): void {
    database.commit(() => markBillSaved(database, billId, toIsoTime(clock.now())));
  }

  /**
   * After a refresh, a bill looks newly created. A bill that no walk-in consult created belongs to a
   * customer, so it is saved before a walk-in consult of the same account can claim it.
   */
  function saveRefreshedBill(bill: ServiceBill): void {
    if (!isWalkInBill(database, bill.id) && !isSavedBill(database, bill.id)) saveBill(bill.id);
  }

  async function readBill(
    billId: string,
    read: (billId: string) => Promise<Result<ServiceBill>>,
  ): Promise<Result<ServiceBill>> {
    const bill = await read(billId);
    if (!bill.ok)
      return isBillMissing(bill.problem) ? fail({ kind: 'not-found', what: 'bill' }) : bill;
    saveRefreshedBill(bill.value);
    return bill;
  }

  async function link(input: ValidatedCallInput<'bills.link'>): Promise<Result<LinkedBill>> {
    const entry = ports.catalog.biller(input.billerId);
    if (!entry) return fail({ kind: 'not-found', what: 'biller' });
    const { biller } = entry;
    if (biller.kind !== 'utility' && biller.kind !== 'partner') {
      return fail({ kind: 'biller-unusable', reason: 'wrong-kind', billerKind: biller.kind });
    }
    const account = validateAccount(biller, input.accountNumber, input.nameOnAccount);
    if (!account.ok) return account;
    return await withService((service) =>
      ports.withBillDeletionPaused(async () => {
        const created = await service.createBill({
          billerId: biller.id,
          ...account.value,
          currency: biller.currency,
        });
        if (!created.ok) {
          // A customer wants this bill, and the service may still link it later.
          if (created.failedBill !== undefined) saveBill(created.failedBill.id);
          return fail(created.problem);
        }
        saveBill(created.value.id);
        return ok(toLinkedBill(created.value));
      }),
    );
  }

  async function extraData(
    service: BillPaymentService,
    billId: string,
  ): Promise<Result<CallOutput<'bills.extraData'>>> {
    const result = await service.readExtraData(billId);
    if (result.ok)
      return ok({ bill: toLinkedBill(result.value.bill), rows: toExtraRows(result.value.extra) });
    if (!isBillMissing(result.problem)) return result;
    // Find out whether the bill or only its extra data is missing.
    const bill = await readBill(billId, service.getBill);
    return bill.ok ? fail({ kind: 'not-offered', what: 'extra-data' }) : bill;
  }

  function createBalance(bill: ServiceBill): Result<Balance> {
    if (bill.status === 'failed') return fail(toRefusalProblem(bill));
    const biller = ports.catalog.biller(bill.billerId)?.biller;
    const amount = getBalanceAmount(bill);
    if (biller && bill.balance !== null && amount === null) {
      return fail({ kind: 'biller-unusable', reason: 'no-currency', billerKind: biller.kind });
    }
    // A balance that must be paid in full and is still being fetched is not looked up yet.
    const isFetching = bill.balance === null && bill.status === 'fetching';
    if (biller && isFetching && getPaymentType(biller, false) === 'full-balance') {
      return fail({ kind: 'amount', reason: 'balance-first', limit: null });
    }
    const balance: Balance = {
      id: createId(),
      billerId: bill.billerId,
      accountNumber: toAccountNumbers(bill).accountNumber,
      amount,
      nameOnAccount: bill.nameOnAccount,
      dueDate: bill.dueDate,
      amountInShopCurrency: null,
      serviceFee: null,
    };
    ports.saveBalance({ balance, billId: bill.id, isSavedBill: true });
    return ok(balance);
  }

  return {
    refreshIfSaved: async (billId) => {
      if (!isSavedBill(database, billId)) return ok(null);
      const result = await withService(async (service) => readBill(billId, service.getBill));
      if (result.ok) ports.onChange(toLinkedBill(result.value));
      // No retry for a version without bills or a deleted bill.
      const isFinal = !result.ok && ['not-offered', 'not-found'].includes(result.problem.kind);
      return isFinal ? ok(null) : result;
    },
    list: ({ page }) =>
      withService(async (service) => {
        const list = await service.listBills(page);
        return list.ok ? ok({ ...list.value, bills: list.value.bills.map(toLinkedBill) }) : list;
      }),
    link,
    refresh: ({ billId }) =>
      withService(async (service) => {
        const read = await refreshRule.selectRead(service, billId, service.refreshBill);
        const bill = await readBill(billId, read);
        return bill.ok ? ok(toLinkedBill(bill.value)) : bill;
      }),
    extraData: ({ billId }) => withService((service) => extraData(service, billId)),
    unlink: ({ billId }) =>
      withService(async (service) => {
        const paymentId = findOpenPaymentOfBill(database, billId);
        if (paymentId !== null) return fail({ kind: 'held', paymentId });
        const deletion = await service.deleteBill(billId);
        if (!deletion.ok) return deletion;
        database.commit(() => {
          deleteSavedBill(database, billId);
          markWalkInBillDeleted(database, billId, toIsoTime(clock.now()));
        });
        return ok({});
      }),
    balance: ({ billId }) =>
      withService(async (service) => {
        const read = await refreshRule.selectRead(service, billId, service.readCurrentBill);
        const bill = await readBill(billId, read);
        return bill.ok ? createBalance(bill.value) : bill;
      }),
  };
}

/** The refusal of a failed bill, in the form of a refused request. */
function toRefusalProblem({ errorCode, errorMessage }: ServiceBill): Problem {
  return { kind: 'service-refused', httpStatus: 422, code: errorCode, message: errorMessage };
}

function isBillMissing(problem: Problem): boolean {
  return problem.kind === 'service-refused' && problem.httpStatus === 404 && problem.code === null;
}

type ReadBill = (billId: string) => Promise<Result<ServiceBill>>;

/** Which bills are refreshed: a biller that reports no balances refuses a refresh. */
interface BillRefreshRule {
  /** Notes the biller of a bill that was read. */
  recordBill(bill: ServiceBill): void;
  /** Returns `refresh`, or a plain read if the bill's biller reports no balances. */
  selectRead(service: BillPaymentService, billId: string, refresh: ReadBill): Promise<ReadBill>;
}

function createBillRefreshRule(reportsBalances: (billerId: number) => boolean): BillRefreshRule {
  const billerIds = new Map<string, number>();
  return {
    recordBill: ({ id, billerId }) => void billerIds.set(id, billerId),
    selectRead: async (service, billId, refresh) => {
      let billerId = billerIds.get(billId);
      if (billerId === undefined) {
        const bill = await service.getBill(billId);
        if (!bill.ok) return refresh;
        ({ billerId } = bill.value);
      }
      return reportsBalances(billerId) ? refresh : service.getBill;
    },
  };
}
