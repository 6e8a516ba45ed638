import { createMoney } from '../../../../shared/money/index.ts';
import type { Intent, PaymentOutcome, PaymentRecord } from '../../../ledger/index.ts';
import type { ServiceTransaction } from '../../../service/index.ts';
import { INITIAL_OUTCOME } from './outcome.ts';

/** The time of the first request of the tests, and of the result that they compute. */
export const FIRST_REQUEST_AT = Date.parse('2026-03-01T18:00:00Z');
export const NOW = '2026-03-01T18:30:00.000Z';

type Send = PaymentRecord['sends'][number];

export function createIntent(changes: Partial<Intent> = {}): Intent {
  return {
    id: 'payment-1',
    kind: 'bill',
    createdAt: '2026-03-01T18:00:00.000Z',
    externalId: 'ours',
    billerId: 40,
    accountNumber: '501000000007',
    accountShown: '5010 0000 0007',
    amount: createMoney('549', 'MXN'),
    ...changes,
  } as Intent;
}

export function createOutcome(changes: Partial<PaymentOutcome> = {}): PaymentOutcome {
  return { ...INITIAL_OUTCOME, state: 'unknown', ...changes };
}

/** A send whose request has a Date this many milliseconds after the first. */
export function createSend(afterMs = 0, changes: Partial<Send> = {}): Send {
  const requestDate = new Date(FIRST_REQUEST_AT + afterMs).toUTCString();
  return { requestDate, result: 'unknown', code: null, ...changes } as Send;
}

export function createRecord(changes: Partial<PaymentRecord> = {}): PaymentRecord {
  return {
    intent: createIntent(),
    outcome: createOutcome(),
    sends: [createSend()],
    lastLookUp: null,
    newestCancel: null,
    refund: null,
    ...changes,
  } as PaymentRecord;
}

/** The row of the payment of `createIntent`. */
export function createTransaction(changes: Partial<ServiceTransaction> = {}): ServiceTransaction {
  return {
    id: '48586',
    externalId: 'ours',
    billerId: 40,
    accountNumber: '501000000007',
    amount: '549.0',
    currency: 'MXN',
    createdAt: '2026-03-01T18:00:01.000Z',
    status: 'fulfilled',
    ticketText: 'PAID',
    fee: null,
    earned: '2.50',
    hoursToFulfill: 24,
    ...changes,
  };
}
