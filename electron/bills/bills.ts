import {
  type Balance,
  type Biller,
  type CallOutput,
  type CallReceived,
  fail,
  type LinkedBill,
  ok,
  type Result,
} from '../../shared/contract/index.ts';
import { checkAccountNumber } from '../catalog/index.ts';
import { type Database, dropKeptBill, keepBill, openPaymentOfBill } from '../ledger/index.ts';
import { type Clock, isoTime, type NewId } from '../platform/index.ts';
import type { BillPaymentService, LinkedBill as ServiceBill } from '../service/index.ts';
import { extraRows } from './extra-rows.ts';

export interface BillsPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly service: () => BillPaymentService | null;
  readonly catalog: { biller(id: number): { readonly biller: Biller } | null };
  /** Where payments take in what a kept bill owes. */
  readonly keepBalance: (kept: {
    readonly balance: Balance;
    readonly billId: string;
    readonly isKept: true;
  }) => void;
}

export interface Bills {
  list(page: number): Promise<Result<CallOutput<'bills.list'>>>;
  link(input: CallReceived<'bills.link'>): Promise<Result<LinkedBill>>;
  refresh(billId: string): Promise<Result<LinkedBill>>;
  extraData(billId: string): Promise<Result<CallOutput<'bills.extraData'>>>;
  unlink(billId: string): Promise<Result<Record<string, never>>>;
  balance(billId: string): Promise<Result<Balance>>;
}

export function createBills(ports: BillsPorts): Bills {
  const { database, clock, newId } = ports;

  async function withService<Value>(
    work: (service: BillPaymentService) => Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    const service = ports.service();
    if (!service) return fail({ kind: 'not-set-up' });
    if (!service.capabilities.linkedBills) {
      return fail({ kind: 'not-offered', what: 'linked-bills' });
    }
    return await work(service);
  }

  function shown(bill: ServiceBill): LinkedBill {
    const known = ports.catalog.biller(bill.billerId)?.biller;
    const updatedAt = Date.parse(bill.balanceUpdatedAt ?? '');
    return {
      id: bill.id,
      billerId: bill.billerId,
      billerName: known?.name ?? String(bill.billerId),
      accountNumber: bill.accountNumber,
      nameOnAccount: bill.nameOnAccount,
      dueDate: bill.dueDate,
      balance: bill.balance,
      balanceUpdatedAt: Number.isNaN(updatedAt) ? null : isoTime(updatedAt),
      status: bill.status,
      errorCode: bill.errorCode,
      errorMessage: bill.errorMessage,
      hasExtraData: bill.hasExtraData || (known?.hasExtraData ?? false),
    };
  }

  const one = (
    read: (service: BillPaymentService) => Promise<Result<ServiceBill>>,
  ): Promise<Result<LinkedBill>> =>
    withService(async (service) => {
      const bill = await read(service);
      return bill.ok ? ok(shown(bill.value)) : bill;
    });

  async function link(input: CallReceived<'bills.link'>): Promise<Result<LinkedBill>> {
    const found = ports.catalog.biller(input.billerId);
    if (!found) return fail({ kind: 'not-found', what: 'biller' });
    const { biller } = found;
    if (biller.kind !== 'utility' && biller.kind !== 'partner') {
      return fail({ kind: 'biller-unusable', reason: 'wrong-kind', billerKind: biller.kind });
    }
    const account = checkAccountNumber(biller, input.accountNumber, input.nameOnAccount);
    if (!account.ok) return account;
    return await one(async (service) => {
      const made = await service.createBill({
        billerId: biller.id,
        ...account.value,
        currency: biller.currency,
      });
      if (made.ok) {
        database.commit(() => keepBill(database, made.value.id, isoTime(clock.now())));
      }
      return made;
    });
  }

  function balanceOf(bill: ServiceBill): Result<Balance> {
    if (bill.status === 'failed') {
      return fail({
        kind: 'service-refused',
        httpStatus: 422,
        code: bill.errorCode,
        message: bill.errorMessage,
      });
    }
    const balance: Balance = {
      id: newId(),
      billerId: bill.billerId,
      accountNumber: bill.accountNumber,
      amount: bill.balance,
      nameOnAccount: bill.nameOnAccount,
      dueDate: bill.dueDate,
      serviceFee: null,
    };
    ports.keepBalance({ balance, billId: bill.id, isKept: true });
    return ok(balance);
  }

  return {
    list: (page) =>
      withService(async (service) => {
        const list = await service.listBills(page);
        return list.ok ? ok({ ...list.value, bills: list.value.bills.map(shown) }) : list;
      }),
    link,
    refresh: (billId) => one((service) => service.refreshBill(billId)),
    extraData: (billId) =>
      withService(async (service) => {
        const read = await service.extraData(billId);
        if (!read.ok) return read;
        return ok({ bill: shown(read.value.bill), rows: extraRows(read.value.extra) });
      }),
    unlink: (billId) =>
      withService(async (service) => {
        const paymentId = openPaymentOfBill(database, billId);
        if (paymentId !== null) return fail({ kind: 'held', paymentId });
        const gone = await service.deleteBill(billId);
        if (!gone.ok) return gone;
        database.commit(() => dropKeptBill(database, billId));
        return ok({});
      }),
    balance: (billId) =>
      withService(async (service) => {
        const bill = await service.refreshBill(billId);
        return bill.ok ? balanceOf(bill.value) : bill;
      }),
  };
}
