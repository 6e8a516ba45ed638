import { afterEach, beforeEach } from 'vitest';
import {
  fail,
  ok,
  type TillCallResult,
  type ValidatedCallInput,
} from '../../../shared/contract/index.ts';
import { silentLog } from '../../platform/index.ts';
import type { ServiceBill } from '../../service/index.ts';
import { ANA, createTestCounter, expectOk, type TestCounter } from '../payments/testing/index.ts';
import { type Bills, createBills } from './bills.ts';

export const ACCOUNT = '501000000007';
export const MINUTE = 60_000;

/** A test counter of a shop that saves bills, with actions for tests. */
export interface BillShop {
  readonly counter: TestCounter;
  bills: Bills;
  /** Ids of saved bills that were reported as changed. */
  readonly changedBillIds: string[];
  /** Opens a new counter with this service version. */
  openCounter(version: 'v1.6' | 'v3.3'): void;
  linkBill(
    changes?: Partial<ValidatedCallInput<'bills.link'>>,
  ): Promise<TillCallResult<'bills.link'>>;
  listSavedBillIds(): unknown[];
  listWalkInBillIds(): unknown[];
  /** Consults the account of a customer without a saved bill, and pays it if `pays`. */
  consultAsWalkIn(pays: boolean): Promise<void>;
}

/** Opens a new counter for each test. */
export function createBillShop(): BillShop {
  const changedBillIds: string[] = [];
  let counter: TestCounter;
  let bills: Bills;
  const openCounter = (version: 'v1.6' | 'v3.3'): void => {
    counter = createTestCounter({ version });
    let nextId = 0;
    bills = createBills({
      database: counter.database,
      clock: counter.clock,
      log: silentLog,
      createId: () => {
        nextId += 1;
        return `balance-${nextId}`;
      },
      waitForService: async () =>
        counter.isServiceAvailable
          ? ok(counter.service)
          : fail({ kind: 'not-connected', reason: 'not-ready' }),
      accountCurrency: () => counter.settings.accountCurrency,
      catalog: {
        biller: (id) => {
          const biller = counter.billers.get(id);
          return biller ? { biller } : null;
        },
      },
      saveBalance: (balance) => counter.payments.saveBalance(balance),
      withBillDeletionPaused: (work) => counter.payments.withBillDeletionPaused(work),
      onChange: (bill) => changedBillIds.push(bill.id),
    });
  };
  beforeEach(() => openCounter('v3.3'));
  afterEach(() => counter.close());
  return {
    changedBillIds,
    get counter() {
      return counter;
    },
    get bills() {
      return bills;
    },
    set bills(replacement) {
      bills = replacement;
    },
    openCounter,
    linkBill: (changes = {}) =>
      bills.link({ billerId: 40, accountNumber: ACCOUNT, nameOnAccount: null, ...changes }),
    listSavedBillIds: () =>
      counter.rows('SELECT bill_id FROM kept_bills').map((row) => Object(row).bill_id),
    listWalkInBillIds: () =>
      counter
        .rows('SELECT bill_id FROM walk_in_bills WHERE deleted_at IS NULL')
        .map((row) => Object(row).bill_id),
    consultAsWalkIn: async (pays) => {
      const input = { billerId: 40, accountNumber: ACCOUNT, nameOnAccount: null };
      const consult = counter.payments.consult(input, ANA);
      await counter.advance(10);
      const balance = expectOk(await consult);
      if (!pays) return;
      expectOk(counter.pay(await counter.order({ account: ACCOUNT, balanceId: balance.id })));
      await counter.advance(1000);
    },
  };
}

export function createServiceBill(changes: Partial<ServiceBill> = {}): ServiceBill {
  return {
    id: '8390',
    billerId: 40,
    accountNumber: ACCOUNT,
    nameOnAccount: null,
    dueDate: null,
    balance: { amount: '549.00', currency: 'MXN' },
    balanceUpdatedAt: '2026-01-15T00:13:46.000Z',
    status: 'linked',
    errorCode: null,
    errorMessage: null,
    hasExtraData: false,
    ...changes,
  };
}

export const createFailedBill = () =>
  createServiceBill({
    status: 'failed',
    balance: null,
    errorCode: 'R2',
    errorMessage: 'Invalid Account Number',
  });
export const rejectMissingBill = async () =>
  fail({ kind: 'service-refused', httpStatus: 404, code: null, message: "Couldn't find bill" });
