import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PaymentKind } from '../../../shared/contract/index.ts';
import { createMoney } from '../../../shared/money/index.ts';
import { insertShift } from '../../counter/cash/testing/index.ts';
import {
  insertIntent,
  insertOutcome,
  insertSend,
  updateUnresolvedOutcome,
} from '../../counter/payments/testing/index.ts';
import { upsertCashier } from '../../counter/staff/testing/index.ts';
import type { Database, OutcomeState } from '../../ledger/index.ts';
import { openTestLedger } from '../../ledger/testing/index.ts';
import { createUuid } from '../../platform/index.ts';

/** A payment to insert into the ledger; omitted fields get defaults. */
export interface LedgerPayment {
  readonly id?: string;
  readonly kind?: PaymentKind;
  readonly state?: OutcomeState;
  /**
   * Milliseconds since the epoch: the Date of the first request, and the till's clock at that time.
   */
  readonly sentAt: number;
  /** The time as the service returned it; null if it returned none. */
  readonly createdAt?: string | null;
  readonly externalId?: string;
  readonly authorization?: string | null;
  readonly billerId?: number;
  readonly accountNumber?: string;
  readonly amount?: string;
  readonly currency?: string;
  readonly posNumber?: string;
  readonly isDrp?: boolean;
  readonly cancels?: string;
}

export interface FilledLedger {
  readonly database: Database;
  /** Returns its id. */
  add(payment: LedgerPayment): string;
  /** Adds all in one commit. */
  addAll(payments: readonly LedgerPayment[]): void;
  /** Sets the payment's outcome to this state. */
  recordOutcome(id: string, state: OutcomeState, authorization: string, createdAt: string): void;
  remove(): void;
}

/** A ledger on disk with one cashier and one shift. */
export function openLedger(): FilledLedger {
  const file = join(tmpdir(), `till-daily-file-${createUuid()}.sqlite`);
  const database = openTestLedger(file);
  const at = '2026-01-01T00:00:00.000Z';
  database.commit(() => {
    upsertCashier(database, { id: 'ana', name: 'Ana', role: 'owner', pinHash: 'x' }, at);
    insertShift(database, {
      id: 'shift',
      drawer: '',
      openedAt: at,
      openedBy: 'ana',
      isFloatCounted: false,
      takenOverFrom: null,
    });
  });
  let count = 0;

  const updateOutcome = (
    id: string,
    state: OutcomeState,
    facts: { readonly authorization: string | null; readonly createdAt: string | null },
  ): void =>
    void updateUnresolvedOutcome(database, id, {
      state,
      resolvedAt: at,
      resolvedBy: 'answer',
      authorization: facts.authorization,
      transactionCreatedAt: facts.createdAt,
      serviceStatus: null,
      hoursToFulfill: null,
      earned: null,
      ticketText: null,
      code: null,
      message: null,
      httpStatus: 201,
      unknownBecause: null,
      evidence: null,
      nextLookUpAt: null,
      seenAt: null,
    });

  const addInCommit = (payment: LedgerPayment): string => {
    count += 1;
    const id = payment.id ?? `p${String(count).padStart(6, '0')}`;
    const sentAt = new Date(payment.sentAt).toISOString();
    const amount = createMoney(payment.amount ?? '100.00', payment.currency ?? 'MXN');
    const state = payment.state ?? 'paid';
    insertIntent(database, {
      id,
      orderId: `order-${id}`,
      kind: payment.kind ?? 'bill',
      createdAt: sentAt,
      version: 'v1.6',
      externalId: payment.externalId ?? `external-${id}`,
      idempotencyKey: `key-${id}`,
      target: '/bill/pay',
      body: Buffer.from('{}'),
      billerId: payment.billerId ?? 40,
      billerName: 'CFE',
      billerKind: 'utility',
      billType: 'account_number',
      accountNumber: payment.accountNumber ?? '501000000007',
      accountShown: payment.accountNumber ?? '501000000007',
      nameOnAccount: null,
      billId: null,
      amount,
      fee: null,
      due: createMoney('100.00', 'MXN'),
      cash: null,
      change: null,
      rate: null,
      cashierId: 'ana',
      cashierName: 'Ana',
      posNumber: payment.posNumber ?? '07',
      shiftId: 'shift',
      isDrp: payment.isDrp ?? false,
      cancelledPaymentId: payment.cancels ?? null,
      approvedBy: null,
      reason: null,
    });
    insertOutcome(database, id, 'sent');
    insertSend(database, {
      intentId: id,
      number: 1,
      requestDate: sentAt,
      startedAt: sentAt,
      cashierId: 'ana',
    });
    const authorization =
      payment.authorization === undefined ? String(81_000 + count) : payment.authorization;
    const createdAt =
      payment.createdAt === undefined ? sentAt.replace(/\.\d+Z$/, 'Z') : payment.createdAt;
    updateOutcome(id, state, { authorization, createdAt });
    return id;
  };

  return {
    database,
    add: (payment) => database.commit(() => addInCommit(payment)),
    addAll: (payments) => database.commit(() => void payments.map(addInCommit)),
    recordOutcome: (id, state, authorization, createdAt) => {
      database.commit(() => updateOutcome(id, state, { authorization, createdAt }));
    },
    remove: () => {
      database.close();
      for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
    },
  };
}
