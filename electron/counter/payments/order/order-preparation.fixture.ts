import { afterEach, beforeEach } from 'vitest';
import type {
  Biller,
  Problem,
  Result,
  ServiceVersion,
  TillCallResult,
} from '../../../../shared/contract/index.ts';
import {
  ANA,
  createTestBiller,
  createTestCounter,
  expectProblem,
  type TestCounter,
} from '../testing/index.ts';

export const MINUTE = 60_000;

/** A test counter for orders, with shortcuts for its calls. */
export interface OrderingCounter {
  counter: TestCounter;
  /** Replaces biller 40 by one with these changes. */
  use(changes: Partial<Biller>): void;
  waitFor<Value>(work: Promise<Value>): Promise<Value>;
  consult(accountNumber?: string, billerId?: number): Promise<TillCallResult<'payments.consult'>>;
  prepare(changes?: {
    amount?: string;
    currency?: string;
    account?: string;
    balanceId?: string | null;
    billerId?: number;
  }): Promise<TillCallResult<'payments.prepare'>>;
}

/** Creates a new counter for each test. */
export function createOrderingCounter(version?: ServiceVersion): OrderingCounter {
  const waitFor: OrderingCounter['waitFor'] = async (work) => {
    await at.counter.advance(20);
    return work;
  };
  let counter: TestCounter;
  const at: OrderingCounter = {
    get counter() {
      return counter;
    },
    set counter(newCounter) {
      counter = newCounter;
    },
    use: (changes) => {
      counter.billers.set(40, createTestBiller(changes));
    },
    waitFor,
    consult: (accountNumber = '501000000007', billerId = 40) =>
      waitFor(counter.payments.consult({ billerId, accountNumber, nameOnAccount: null }, ANA)),
    prepare: (changes = {}) =>
      waitFor(
        counter.payments.prepare(
          {
            kind: 'bill',
            billerId: changes.billerId ?? 40,
            accountNumber: changes.account ?? '501000000007',
            nameOnAccount: null,
            amount: { amount: changes.amount ?? '549.00', currency: changes.currency ?? 'MXN' },
            balanceId: changes.balanceId ?? null,
          },
          ANA,
        ),
      ),
  };
  beforeEach(() => {
    counter = createTestCounter(version === undefined ? {} : { version });
  });
  afterEach(() => counter.close());
  return at;
}

export const expectProblemReason = (result: Result<unknown>): Problem => expectProblem(result);
