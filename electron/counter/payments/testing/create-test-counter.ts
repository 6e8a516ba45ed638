import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cashier, fail, type Order } from '../../../../shared/contract/index.ts';
import { openTestLedger, testCodes } from '../../../ledger/testing/index.ts';
import { createVirtualClock, silentLog, toIsoTime } from '../../../platform/index.ts';
import type { Refunds } from '../../refunds/index.ts';
import { createTestRefunds } from '../../refunds/testing/index.ts';
import { upsertCashier } from '../../staff/testing/index.ts';
import { createPayments } from '../payments.ts';
import type { Payments } from '../types.ts';
import { createCounterCash, createCounterPorts, watchPorts } from './counter-ports.ts';
import { createFakeService, type FakeService } from './fake-service.ts';
import { NEVER_ARRIVES } from './fates.ts';
import { expectOk, expectSynchronous } from './results.ts';
import { ANA, createTestBiller, LUIS } from './samples.ts';
import type { TestCounter } from './test-counter.ts';

/** A counter for tests: a real ledger file, a fake service and virtual time. */

export function createTestCounter(
  options: {
    readonly version?: FakeService['version'];
    readonly keepsKeys?: boolean;
    readonly random?: () => number;
    /** Start the refund watcher, also after a restart. */
    readonly watchesRefunds?: boolean;
  } = {},
): TestCounter {
  // The tests make thousands of commits but do not test the disk, so use memory if it is available.
  const parentFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const folder = mkdtempSync(join(parentFolder, 'mostrador-payments-'));
  const file = join(folder, 'ledger.sqlite');
  const clock = createVirtualClock();
  let totalJumpMs = 0;
  const service = createFakeService({
    ...options,
    clock,
    trueTime: () => clock.now() - totalJumpMs,
  });
  let database = openTestLedger(file, testCodes);
  const random = options.random ?? (() => 0.5);
  let serial = 0;
  database.commit(() => {
    for (const cashier of [ANA, LUIS]) {
      upsertCashier(database, { ...cashier, pinHash: 'x' }, toIsoTime(clock.now()));
    }
  });

  const createId = (): string => {
    serial += 1;
    return `00000000-0000-4000-8000-${serial.toString().padStart(12, '0')}`;
  };

  /** Creates the parts of one run of the program. */
  const createRun = (): { payments: Payments; refunds: Refunds } => {
    const ports = createCounterPorts(counter, createId, random);
    const created: { payments?: Payments } = {};
    const refunds = createTestRefunds({
      ...ports,
      cash: createCounterCash(counter, createId),
      getPayment: (id) => created.payments?.getView(id) ?? fail({ kind: 'not-set-up' }),
      isBusy: () => created.payments?.isSending() ?? false,
      random,
    });
    const payments = createPayments(watchPorts(counter, { ...ports, refunds }));
    created.payments = payments;
    payments.setSavedBillReader((billId) => counter.readSavedBillBalance(billId));
    if (counter.watchesRefunds) refunds.start();
    return { payments, refunds };
  };
  const pressPay = (order: Order, cashier: Cashier) =>
    run.payments.pay(
      {
        orderId: order.id,
        cash: order.due,
        acknowledged: ['large-amount', 'stale-rate', 'looks-like-earlier'],
      },
      cashier,
    );
  const counter: TestCounter = {
    clock,
    service,
    otherTillPayments: [],
    prefetchedAccounts: [],
    billers: new Map([[40, createTestBiller()]]),
    rates: { perUsd: { MXN: '20.00', RD: '50.00' }, fetchedAt: '2026-01-15T11:30:00.000Z' },
    settings: {
      posNumber: '07',
      customerFee: { kind: 'none' },
      keepWalkInBills: false,
      shopCopy: false,
      cashOutBillers: [],
      drpBillers: [],
      shopCurrency: 'MXN',
      accountCurrency: 'MXN',
      timeZone: 'America/Mexico_City',
    },
    changes: [],
    basketChanges: [],
    billerUses: [],
    fault: () => {},
    portCall: () => {},
    areRatesStale: false,
    isPrintQueueBroken: false,
    wakeCount: 0,
    lowBalanceCount: 0,
    cashChangeCount: 0,
    printer: { ok: true, value: null },
    isServiceAvailable: true,
    readSavedBillBalance: async () => fail({ kind: 'not-found', what: 'bill' }),
    shifts: 'automatic',
    checksDrawer: false,
    startsOnRestart: true,
    watchesRefunds: options.watchesRefunds ?? false,
    log: silentLog,
    get payments() {
      return run.payments;
    },
    get refunds() {
      return run.refunds;
    },
    get database() {
      return database;
    },
    restart: () => {
      run.payments.stop();
      run.refunds.stop();
      database.close();
      database = openTestLedger(file, testCodes);
      service.restart();
      run = createRun();
      if (counter.startsOnRestart) run.payments.start();
    },
    advance: (milliseconds) => clock.advance(milliseconds),
    jump: (milliseconds) => {
      totalJumpMs += milliseconds;
      clock.jump(milliseconds);
    },
    prepare: async (changes = {}) => {
      const { amount = '100.00', account = '501000000007', cashier = ANA } = changes;
      const pendingOrder = run.payments.prepare(
        {
          kind: changes.kind ?? 'bill',
          billerId: changes.billerId ?? 40,
          accountNumber: account,
          nameOnAccount: null,
          amount: { amount, currency: 'MXN' },
          balanceId: changes.balanceId ?? null,
        },
        cashier,
      );
      await clock.advance(10);
      return await pendingOrder;
    },
    order: async (changes = {}) => expectOk(await counter.prepare(changes)),
    payOut: async (changes = {}) => {
      const prepared = await counter.prepare({ kind: 'cash-out', ...changes });
      if (!prepared.ok) return prepared;
      return await run.payments.pay(
        { orderId: prepared.value.id, cash: null, acknowledged: ['looks-like-earlier'] },
        changes.cashier ?? ANA,
      );
    },
    setPrintJobState: (paymentId, state) => {
      database
        .prepare("UPDATE print_jobs SET state = ? WHERE intent_id = ? AND kind = 'original'")
        .run(state, paymentId);
    },
    pay: (order, cashier = ANA) => expectSynchronous(pressPay(order, cashier)),
    // A gift card asks the printer first, which is not synchronous.
    payBill: async (changes = {}) => expectOk(await pressPay(await counter.order(changes), ANA)),
    loseBill: async () => {
      service.fates.push(NEVER_ARRIVES);
      const { id } = await counter.payBill();
      await counter.advance(2 * 60_000);
      if (!counter.get(id).canResend) throw new Error('the payment cannot be sent again');
      return id;
    },
    sendAgain: (paymentId) => counter.payments.sendAgain({ paymentId }, ANA),
    confirmAll: () => {
      for (const { id, toConfirm } of expectOk(run.payments.unresolved({}, ANA))) {
        if (toConfirm !== 'none') expectOk(run.payments.confirm({ paymentId: id }, ANA));
      }
    },
    get: (paymentId) => expectOk(run.payments.get({ paymentId }, ANA)),
    rows: (sql) => database.prepare(sql).all(),
    close: () => {
      run.payments.stop();
      run.refunds.stop();
      database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  let run = createRun();
  run.payments.start();
  return counter;
}
