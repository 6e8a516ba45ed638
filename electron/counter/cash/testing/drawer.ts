import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Cashier,
  fail,
  ok,
  type Problem,
  type Result,
} from '../../../../shared/contract/index.ts';
import { createMoney, subtract } from '../../../../shared/money/index.ts';
import { type Database, readPayment } from '../../../ledger/index.ts';
import { openTestLedger } from '../../../ledger/testing/index.ts';
import { createVirtualClock, toIsoTime, type VirtualClock } from '../../../platform/index.ts';
import {
  insertIntent,
  insertOutcome,
  markCashHandedOver,
  updateUnresolvedOutcome,
} from '../../payments/testing/index.ts';
import type { Cash, CashSettings } from '../types.ts';
import { createTestCash, TEST_CASH_SETTINGS } from './index.ts';

export const ANA: Cashier = { id: 'ana', name: 'Ana', role: 'cashier' };
export const BETO: Cashier = { id: 'beto', name: 'Beto', role: 'cashier' };
export const LUIS: Cashier = { id: 'luis', name: 'Luis', role: 'supervisor' };
const STAFF = [ANA, BETO, LUIS];

export type TestKind = 'bill' | 'top-up' | 'gift-card' | 'cash-out' | 'cancel';

/** A drawer over a real ledger, with payments whose outcome a test sets. */
export interface TestDrawer {
  readonly database: Database;
  readonly clock: VirtualClock;
  readonly settings: { -readonly [Key in keyof CashSettings]: CashSettings[Key] };
  readonly cash: Cash;
  changes: number;
  /** How often the printer was woken. */
  wakes: number;
  /** Called in each commit, before it is synced; throws to break it. */
  fault: () => void;
  /** Writes an intent whose outcome is not known. */
  createIntent(of: {
    kind: TestKind;
    amount: string;
    by: Cashier;
    currency?: string;
    /** The exact amount if omitted. */
    cash?: string;
    fee?: string;
  }): string;
  /** Sets the outcome. */
  setOutcome(paymentId: string, isPaid: boolean): void;
  handOver(paymentId: string, by: Cashier): void;
  /** Makes a paid bill payment. */
  payBill(amount: string, by?: Cashier): string;
  /** Reopens the ledger, as after a restart of the program. */
  restart(): void;
  readRows(sql: string): Record<string, unknown>[];
  close(): void;
}

export function expectOk<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(`a problem: ${JSON.stringify(result.problem)}`);
  return result.value;
}

export function expectProblem(result: Result<unknown>): Problem {
  if (result.ok) throw new Error(`no problem: ${JSON.stringify(result.value)}`);
  return result.problem;
}

export function buildCounts(
  pieces: Readonly<Record<string, number>>,
  other = '0.00',
  currency = 'MXN',
): {
  currency: string;
  pieces: { value: string; count: number }[];
  other: string;
}[] {
  return [
    {
      currency,
      pieces: Object.entries(pieces).map(([value, count]) => ({ value, count })),
      other,
    },
  ];
}

export function createTestDrawer(): TestDrawer {
  const parentFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const folder = mkdtempSync(join(parentFolder, 'mostrador-cash-'));
  const file = join(folder, 'ledger.sqlite');
  const clock = createVirtualClock();
  let database = openTestLedger(file);
  let idCount = 0;
  const createId = (): string => {
    idCount += 1;
    return `id-${idCount.toString().padStart(6, '0')}`;
  };
  database.commit(() => {
    for (const { id, name, role } of STAFF) {
      const at = toIsoTime(clock.now());
      database
        .prepare(
          `INSERT INTO cashiers (id, name, role, pin_hash, created_at) VALUES (?, ?, ?, 'x', ?)`,
        )
        .run(id, name, role, at);
    }
  });
  const createFaultyDatabase = (): Database => ({
    get file() {
      return database.file;
    },
    get codeSealer() {
      return database.codeSealer;
    },
    get diskSpace() {
      return database.diskSpace;
    },
    prepare: (sql) => database.prepare(sql),
    commit: (work) =>
      database.commit(() => {
        const value = work();
        drawer.fault();
        return value;
      }),
    copyTo: (copy, between) => database.copyTo(copy, between),
    checkpointWriteAheadLog: () => database.checkpointWriteAheadLog(),
    close: () => database.close(),
  });
  const createDrawerCash = (): Cash =>
    createTestCash({
      database: createFaultyDatabase(),
      clock,
      createId,
      settings: () => drawer.settings,
      identifyByPin: async ({ cashierId, pin }) => {
        const cashier = STAFF.find(({ id }) => id === cashierId);
        return cashier && pin === '1111'
          ? ok(cashier)
          : fail({ kind: 'wrong-pin', waitSeconds: 0 });
      },
      onChange: () => {
        drawer.changes += 1;
      },
      wakePrinter: () => {
        drawer.wakes += 1;
      },
    });
  let cash: Cash;

  const readRecord = (paymentId: string) => {
    const record = readPayment(database, paymentId);
    if (record === null) throw new Error('no such payment');
    return record;
  };

  const drawer: TestDrawer = {
    get database() {
      return database;
    },
    clock,
    settings: { ...TEST_CASH_SETTINGS },
    get cash() {
      return cash;
    },
    changes: 0,
    wakes: 0,
    fault: () => {},
    createIntent: ({ kind, amount, by, currency = 'MXN', cash: tender = amount, fee }) => {
      const id = createId();
      const due = createMoney(amount, currency);
      const received = createMoney(tender, currency);
      const isPayout = kind === 'cash-out' || kind === 'cancel';
      database.commit(() => {
        insertIntent(database, {
          id,
          orderId: id,
          kind,
          createdAt: toIsoTime(clock.now()),
          version: 'v3.mx',
          externalId: id,
          idempotencyKey: id,
          target: '/',
          body: Buffer.from('{}'),
          billerId: 40,
          billerName: 'CFE',
          billerKind: 'utility',
          billType: 'account_number',
          accountNumber: '501000000007',
          accountShown: '501000000007',
          nameOnAccount: null,
          billId: null,
          amount: due,
          fee: fee === undefined ? null : createMoney(fee, currency),
          due,
          cash: isPayout ? null : received,
          change: isPayout ? null : subtract(received, due),
          rate: null,
          cashierId: by.id,
          cashierName: by.name,
          posNumber: '07',
          shiftId: cash.getOrOpenShiftInCommit(by.id),
          isDrp: false,
          cancelledPaymentId: null,
          approvedBy: null,
          reason: null,
        });
        insertOutcome(database, id, 'sent');
      });
      return id;
    },
    setOutcome: (paymentId, isPaid) => {
      const { intent, outcome } = readRecord(paymentId);
      const at = toIsoTime(clock.now());
      const state = isPaid ? 'paid' : 'rejected';
      database.commit(() => {
        const wasOpen = updateUnresolvedOutcome(database, paymentId, {
          ...outcome,
          state,
          resolvedAt: at,
          resolvedBy: 'look-up',
        });
        if (wasOpen && isPaid) cash.recordPaidPaymentInCommit(intent, at);
      });
    },
    handOver: (paymentId, by) => {
      const { intent } = readRecord(paymentId);
      const at = toIsoTime(clock.now());
      database.commit(() => {
        markCashHandedOver(database, paymentId, { at, by: by.id });
        cash.recordCashHandedOverInCommit(intent, by.id, at);
      });
    },
    payBill: (amount, by = ANA) => {
      const id = drawer.createIntent({ kind: 'bill', amount, by });
      drawer.setOutcome(id, true);
      return id;
    },
    restart: () => {
      database.close();
      database = openTestLedger(file);
      cash = createDrawerCash();
    },
    readRows: (sql) =>
      database
        .prepare(sql)
        .all()
        .map((row) => ({ ...row })),
    close: () => {
      database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  cash = createDrawerCash();
  return drawer;
}
