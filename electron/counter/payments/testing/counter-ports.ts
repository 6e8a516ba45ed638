import { fail, ok } from '../../../../shared/contract/index.ts';
import { createAudit } from '../../../ledger/audit/index.ts';
import type { Database } from '../../../ledger/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import { createTestCash, TEST_CASH_SETTINGS } from '../../cash/testing/index.ts';
import type { OtherTillPayments, PaymentPorts } from '../types.ts';
import { LUIS, LUIS_PIN } from './samples.ts';
import type { TestCounter } from './test-counter.ts';

/** Wraps a port so that `portCall` is called before each call of it. */
function watch<Port extends object>(counter: TestCounter, name: string, port: Port): Port {
  return new Proxy(port, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      return (...parameters: unknown[]) => {
        counter.portCall(`${name}.${String(key)}`);
        return Reflect.apply(value, target, parameters);
      };
    },
  });
}

/** Wraps all ports so that `portCall` is called before each call across them. */
export function watchPorts(counter: TestCounter, plain: PaymentPorts): PaymentPorts {
  const service = watch(counter, 'service', counter.service);
  return watch(counter, 'ports', {
    ...plain,
    database: watch(counter, 'database', plain.database),
    clock: watch(counter, 'clock', plain.clock),
    catalog: watch(counter, 'catalog', plain.catalog),
    paper: watch(counter, 'paper', plain.paper),
    service: () => (plain.service() ? service : null),
    waitForService: async () => {
      const connected = await plain.waitForService();
      return connected.ok ? ok(service) : connected;
    },
  });
}

/** The ledger of the current run; `fault` can make its commits fail. */
const createFaultyDatabase = (counter: TestCounter): Database => ({
  get file() {
    return counter.database.file;
  },
  get codeSealer() {
    return counter.database.codeSealer;
  },
  get diskSpace() {
    return counter.database.diskSpace;
  },
  prepare: (sql) => counter.database.prepare(sql),
  checkpointWriteAheadLog: () => counter.database.checkpointWriteAheadLog(),
  commit: (work) => {
    counter.fault('before-commit');
    const value = counter.database.commit(work);
    counter.fault('after-commit');
    return value;
  },
  copyTo: (file, between) => counter.database.copyTo(file, between),
  close: () => counter.database.close(),
});

/** The drawer of the current run. */
export const createCounterCash = (counter: TestCounter, createId: () => string) =>
  createTestCash({
    database: counter.database,
    clock: counter.clock,
    createId,
    settings: () => ({ ...TEST_CASH_SETTINGS, shifts: counter.shifts }),
    onChange: () => {
      counter.cashChangeCount += 1;
    },
  });

/** The chain's payments for a till without a chain. */
export const NO_OTHER_TILL_PAYMENTS: OtherTillPayments = {
  prefetchPayments: () => {},
  listPaymentsOfLastDay: async () => [],
};

/** The ports of a counter's payments. All are real except the service, the printer and the PIN. */
export function createCounterPorts(
  counter: TestCounter,
  createId: () => string,
  random: () => number,
): Omit<PaymentPorts, 'refunds'> {
  const { clock, service } = counter;
  const cash = createCounterCash(counter, createId);
  const insertPrintJob = (intentId: string, kind: string, cashierId: string): void => {
    counter.database
      .prepare(
        `INSERT INTO print_jobs (id, number, intent_id, kind, created_at, state, cashier_id)
         SELECT ?, coalesce(max(number), 0) + 1, ?, ?, ?, 'waiting', ? FROM print_jobs`,
      )
      .run(createId(), intentId, kind, toIsoTime(clock.now()), cashierId);
  };
  return {
    database: createFaultyDatabase(counter),
    clock,
    createId,
    service: () => (counter.isServiceAvailable ? service : null),
    waitForService: async () =>
      counter.isServiceAvailable
        ? ok(service)
        : fail({ kind: 'not-connected', reason: 'not-ready' }),
    catalog: {
      biller: (id) => {
        const biller = counter.billers.get(id);
        return biller ? { biller, isListed: true } : null;
      },
      rates: () => counter.rates,
      state: () => ({ areRatesStale: counter.areRatesStale }),
      recordUse: (id) => counter.billerUses.push(id),
    },
    paper: {
      enqueuePaymentPaper: (intentId, kind, cashierId) => {
        if (counter.isPrintQueueBroken) throw new Error('the print queue broke');
        insertPrintJob(intentId, kind, cashierId);
      },
      openDrawerForChange: (paymentId, cashierId) => insertPrintJob(paymentId, 'change', cashierId),
      wake: () => {
        counter.wakeCount += 1;
      },
      checkReady: async () => counter.printer,
    },
    cash: {
      ...cash,
      checkCanHandOutCash: (...query) =>
        counter.checksDrawer ? cash.checkCanHandOutCash(...query) : ok(null),
    },
    settings: () => counter.settings,
    approve: async (_act, { cashierId, pin }) =>
      cashierId === LUIS.id && pin === LUIS_PIN
        ? ok(LUIS)
        : fail({ kind: 'wrong-pin', waitSeconds: 0 }),
    audit: createAudit({ database: counter.database, clock }),
    onLowBalance: () => {
      counter.lowBalanceCount += 1;
    },
    otherTillPayments: {
      prefetchPayments: (account) => counter.prefetchedAccounts.push(account),
      listPaymentsOfLastDay: async () => counter.otherTillPayments,
    },
    log: counter.log,
    onChange: (id) => counter.changes.push(id),
    onBasketChange: (id) => counter.basketChanges.push(id),
    random,
  };
}
