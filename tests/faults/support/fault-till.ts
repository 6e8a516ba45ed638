import { type Bills, createBills } from '../../../electron/counter/bills/index.ts';
import { createCash } from '../../../electron/counter/cash/index.ts';
import {
  createTestCash,
  TEST_CASH_SETTINGS,
} from '../../../electron/counter/cash/testing/index.ts';
import { createPayments, type Payments } from '../../../electron/counter/payments/index.ts';
import { NO_OTHER_TILL_PAYMENTS } from '../../../electron/counter/payments/testing/index.ts';
import {
  createRefundRecorder,
  createRefunds,
  type Refunds,
} from '../../../electron/counter/refunds/index.ts';
import { upsertCashier } from '../../../electron/counter/staff/cashier-queries.ts';
import { createAudit } from '../../../electron/ledger/audit/index.ts';
import { type Database, StorageError } from '../../../electron/ledger/index.ts';
import {
  type Clock,
  silentLog,
  toIsoTime,
  type VirtualClock,
} from '../../../electron/platform/index.ts';
import {
  createPrinting,
  type Printing,
  type PrintingDevice,
} from '../../../electron/printing/index.ts';
import {
  type BillPaymentService,
  createBillPaymentService,
  type HttpExchange,
} from '../../../electron/service/index.ts';
import type { createTrainingService } from '../../../electron/training/index.ts';
import {
  type Approval,
  type Biller,
  type Cashier,
  fail,
  ok,
  type Payment,
  type Permission,
  type ServiceVersion,
} from '../../../shared/contract/index.ts';
import { PAPER_WORKER_URL } from '../../support/built-paths.ts';
import type { Random } from '../../support/random.ts';
import { createPortSteps, type PortSteps, ProgramEnded } from './port-steps.ts';
// Loads the encoding module now: it is otherwise loaded when the first paper is rendered, which
// takes real time, and here only virtual time passes.
import '../../../electron/printing/encoding/index.ts';

export const ANA: Cashier = { id: 'ana', name: 'Ana', role: 'cashier' };
export const LUIS: Cashier = { id: 'luis', name: 'Luis', role: 'supervisor' };
export const LUIS_APPROVAL = { cashierId: LUIS.id, pin: '2222' };

export const BILLERS = {
  partial: 35,
  telmex: 37,
  topUp: 13599,
  partner: 20001,
  drp: 5501,
} as const;

/** One run of the program, from its start to its end. */
export interface Till {
  readonly payments: Payments;
  readonly refunds: Refunds;
  readonly bills: Bills;
  readonly printing: Printing;
  readonly database: Database;
  readonly steps: PortSteps;
  readonly service: BillPaymentService;
}

/** What all runs of the program share. */
export interface TillEnvironment {
  readonly database: Database;
  readonly version: ServiceVersion;
  readonly random: Random;
  readonly billers: ReadonlyMap<number, Biller>;
  readonly clock: VirtualClock;
  /** The computer's own clock. */
  readonly tillClock: Clock;
  readonly exchange: HttpExchange;
  readonly keys: ReturnType<typeof createTrainingService>['keys'];
  readonly device: PrintingDevice;
  readonly recordsSteps: boolean;
  readonly hasShopCopy: boolean;
  readonly isDiskAlmostFull: () => boolean;
  /** Closes the till in order. */
  readonly quit: () => void;
  /** Receives each change of a payment that the cashier is shown. */
  readonly onShown: (payment: Payment) => void;
}

function delayValue<Value>(
  clock: Clock,
  value: Promise<Value>,
  milliseconds: number,
): Promise<Value> {
  return value.then(
    (settled) =>
      new Promise<Value>((resolve) => {
        clock.after(milliseconds, () => resolve(settled));
      }),
  );
}

/** Composes the till as the product does, with each port's calls counted and breakable. */
export function openTill(environment: TillEnvironment): Till {
  const { database, clock, version, random, billers } = environment;
  database.commit(() => {
    for (const cashier of [ANA, LUIS]) {
      upsertCashier(database, { ...cashier, pinHash: 'x' }, toIsoTime(clock.now()));
    }
  });
  const steps = createPortSteps({
    delay: (value, milliseconds) => delayValue(clock, value, milliseconds),
    sleep: clock.sleep,
    quit: environment.quit,
    records: environment.recordsSteps,
  });
  const guardedDatabase = steps.guard('database', {
    ...database,
    diskSpace: {
      ...database.diskSpace,
      assertEnough: () => {
        if (environment.isDiskAlmostFull()) throw new StorageError('full', database.file, null);
        database.diskSpace.assertEnough();
      },
    },
  });
  const guardedClock: Clock = {
    ...steps.guard('clock', environment.tillClock),
    after: (milliseconds, callback) => {
      const run = (): void => {
        try {
          if (!steps.hasEnded) callback();
        } catch {
          // An uncaught error ends the program.
          steps.end();
        }
      };
      try {
        return steps.guard('clock', environment.tillClock).after(milliseconds, run);
      } catch (error) {
        // A timer of a program that has ended never fires; the program's next call fails.
        if (error instanceof ProgramEnded) return () => {};
        throw error;
      }
    },
  };
  const { exchange } = steps.guard('network', { exchange: environment.exchange });
  const client = createBillPaymentService(
    { baseUrl: 'https://service.test', version, ...environment.keys },
    { clock: guardedClock, log: silentLog, exchange, random: random.next },
  );
  const service: BillPaymentService = steps.guard('service', client);
  // As in the product: only the client uses the computer's own clock.
  const correctedClock: Clock = { ...guardedClock, now: () => client.getRequestDate() };
  const parts = { database: guardedDatabase, clock: correctedClock, createId: random.uuid };
  const audit = createAudit(parts);
  const printing = createPrinting({
    ...parts,
    log: silentLog,
    settings: () => ({
      printer: { kind: 'screen', columns: 42 },
      shop: { name: 'Abarrotes Lupita' },
      posNumber: '07',
      timeZone: 'America/Mexico_City',
      language: 'es-MX',
      environment: 'production',
    }),
    onChange: () => {},
    getViewer: () => ({ cashierId: 'ana', signedInAt: '', role: 'cashier' }),
    approve: async () => ok(LUIS),
    audit,
    paperWorkerUrl: PAPER_WORKER_URL,
    device: steps.guard('printer', environment.device),
  });
  const catalog = {
    biller: (id: number) => {
      const biller = billers.get(id);
      return biller ? { biller, isListed: true } : null;
    },
    rates: () => ({ perUsd: { MXN: '20.00' }, fetchedAt: toIsoTime(clock.now()) }),
    state: () => ({ areRatesStale: false }),
    recordUse: () => {},
  };
  const cash = createCash({
    ...parts,
    audit,
    paper: printing,
    settings: () => TEST_CASH_SETTINGS,
    identifyByPin: async () => fail({ kind: 'wrong-pin', waitSeconds: 0 }),
    onChange: () => {},
  });
  // A float for the cash-outs, outside the guarded ports: it is no step of an episode.
  createTestCash({
    database,
    clock: environment.tillClock,
    createId: () => `float-${toIsoTime(clock.now())}`,
  }).open({ counts: [{ currency: 'MXN', pieces: [], other: '1000000.00' }] }, ANA);
  const approve = async (_act: Permission, { pin }: Approval) =>
    pin === LUIS_APPROVAL.pin ? ok(LUIS) : fail({ kind: 'wrong-pin', waitSeconds: 0 });
  const recordChange = (paymentId: string): void => {
    if (steps.hasEnded) return;
    const payment = payments.get({ paymentId }, ANA);
    if (payment.ok) environment.onShown(payment.value);
  };
  const recorder = createRefundRecorder({
    database: parts.database,
    catalog,
    audit,
    now: () => service.getRequestDate(),
    random: random.next,
  });
  const payments: Payments = createPayments({
    ...parts,
    service: () => service,
    waitForService: async () => ok(service),
    catalog,
    paper: printing,
    cash,
    refunds: recorder,
    otherTillPayments: NO_OTHER_TILL_PAYMENTS,
    settings: () => ({
      posNumber: '07',
      customerFee: { kind: 'none' },
      keepWalkInBills: false,
      shopCopy: environment.hasShopCopy,
      cashOutBillers: [BILLERS.partner],
      drpBillers: [BILLERS.drp],
      shopCurrency: 'MXN',
      accountCurrency: 'MXN',
      timeZone: 'America/Mexico_City',
    }),
    approve,
    audit,
    log: silentLog,
    onChange: recordChange,
    random: random.next,
  });
  const refunds = createRefunds({
    ...parts,
    recorder,
    service: () => service,
    waitForService: async () => ok(service),
    catalog,
    cash,
    audit,
    approve,
    getPayment: payments.getView,
    isBusy: payments.isSending,
    log: silentLog,
    onChange: recordChange,
    random: random.next,
  });
  const bills = createBills({
    ...parts,
    log: silentLog,
    waitForService: async () => ok(service),
    catalog,
    accountCurrency: () => 'MXN',
    saveBalance: payments.saveBalance,
    withBillDeletionPaused: payments.withBillDeletionPaused,
    onChange: () => {},
  });
  return { payments, refunds, bills, printing, database, steps, service };
}
