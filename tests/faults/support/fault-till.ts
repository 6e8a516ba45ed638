import { type Bills, createBills } from '../../../electron/counter/bills/index.ts';
import { createCash } from '../../../electron/counter/cash/index.ts';
import { TEST_CASH_SETTINGS } from '../../../electron/counter/cash/testing/index.ts';
import {
  createPayments,
  type PaymentCashier,
  type Payments,
} from '../../../electron/counter/payments/index.ts';
import { createRefunds, type Refunds } from '../../../electron/counter/refunds/index.ts';
import { upsertCashier } from '../../../electron/counter/staff/cashier-queries.ts';
import { createAudit } from '../../../electron/ledger/audit/index.ts';
import { type Database, openDatabase } from '../../../electron/ledger/index.ts';
import { testCodes } from '../../../electron/ledger/testing/index.ts';
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
  type Exchange,
} from '../../../electron/service/index.ts';
import type { createTrainingService } from '../../../electron/training/index.ts';
import {
  type Biller,
  fail,
  ok,
  type Payment,
  type Result,
  type ServiceVersion,
} from '../../../shared/contract/index.ts';
import { PAPER_WORKER } from '../../support/built.ts';
import type { Random } from '../../support/random.ts';
import { createPortSteps, type PortSteps, ProgramEnded } from './port-steps.ts';
// Loaded when the first paper is made, which takes real time: here there is only virtual time.
import '../../../electron/printing/encoding/index.ts';

export const ANA: PaymentCashier = { id: 'ana', name: 'Ana', role: 'cashier' };
export const LUIS: PaymentCashier = { id: 'luis', name: 'Luis', role: 'supervisor' };
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

/** What every run of it stands in. */
export interface TillEnvironment {
  readonly file: string;
  readonly version: ServiceVersion;
  readonly random: Random;
  readonly billers: ReadonlyMap<number, Biller>;
  readonly clock: VirtualClock;
  /** What the computer says that it is. */
  readonly clockOfTill: Clock;
  readonly exchange: Exchange;
  readonly keys: ReturnType<typeof createTrainingService>['keys'];
  readonly device: PrintingDevice;
  readonly recordsSteps: boolean;
  /** Somebody closes the till. */
  readonly quit: () => void;
  /** The cashier is shown this. */
  readonly note: (payment: Payment) => void;
}

function createDelay<Value>(
  clock: Clock,
  value: Promise<Value>,
  milliseconds: number,
): Promise<Value> {
  return value.then(
    (one) =>
      new Promise<Value>((resolve) => {
        clock.after(milliseconds, () => resolve(one));
      }),
  );
}

/** Composes it as the product does, with each port counted and breakable. */
export function openTill(shop: TillEnvironment): Till {
  const { clock, version, random, billers } = shop;
  const database = openDatabase(shop.file, testCodes);
  database.commit(() => {
    for (const cashier of [ANA, LUIS]) {
      upsertCashier(database, { ...cashier, pinHash: 'x' }, toIsoTime(clock.now()));
    }
  });
  const steps = createPortSteps({
    delay: (value, milliseconds) => createDelay(clock, value, milliseconds),
    sleep: clock.sleep,
    quit: shop.quit,
    records: shop.recordsSteps,
  });
  const guarded = steps.guard('database', database);
  const guardedClock: Clock = {
    ...steps.guard('clock', shop.clockOfTill),
    after: (milliseconds, callback) => {
      const run = (): void => {
        try {
          if (!steps.hasEnded) callback();
        } catch {
          // What nobody catches ends the program.
          steps.end();
        }
      };
      try {
        return steps.guard('clock', shop.clockOfTill).after(milliseconds, run);
      } catch (error) {
        // Nobody hears a clock that stands; the next call of a program that has ended ends it.
        if (error instanceof ProgramEnded) return () => {};
        throw error;
      }
    },
  };
  const { exchange } = steps.guard('network', { exchange: shop.exchange });
  const client = createBillPaymentService(
    { baseUrl: 'https://service.test', version, ...shop.keys },
    { clock: guardedClock, log: silentLog, exchange, random: random.next },
  );
  const service: BillPaymentService = steps.guard('service', client);
  // As the product composes it: only the client hears the computer's own clock.
  const corrected: Clock = { ...guardedClock, now: () => client.requestDate() };
  const parts = { database: guarded, clock: corrected, newId: random.uuid };
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
    viewer: () => ({ cashierId: 'ana', since: '', role: 'cashier' }),
    approve: async () => ok(LUIS),
    audit,
    paperWorker: PAPER_WORKER,
    device: steps.guard('printer', shop.device),
  });
  const catalog = {
    biller: (id: number) => {
      const found = billers.get(id);
      return found ? { biller: found, isListed: true } : null;
    },
    rates: () => ({ perUsd: { MXN: '20.00' }, fetchedAt: toIsoTime(clock.now()) }),
    state: () => ({ areRatesStale: false }),
    noteUse: () => {},
  };
  const cash = createCash({
    ...parts,
    audit,
    paper: printing,
    settings: () => TEST_CASH_SETTINGS,
    identify: async () => fail({ kind: 'wrong-pin', waitSeconds: 0 }),
    onChange: () => {},
  });
  const approve = async ({ pin }: { readonly pin: string }): Promise<Result<PaymentCashier>> =>
    pin === LUIS_APPROVAL.pin ? ok(LUIS) : fail({ kind: 'wrong-pin', waitSeconds: 0 });
  const changed = (paymentId: string): void => {
    if (steps.hasEnded) return;
    const payment = payments.get({ paymentId }, ANA);
    if (payment.ok) shop.note(payment.value);
  };
  const refunds = createRefunds({
    ...parts,
    service: () => service,
    waitForService: async () => ok(service),
    catalog,
    cash,
    audit,
    approve,
    view: (paymentId) => payments.view(paymentId),
    isBusy: () => payments.isSending(),
    log: silentLog,
    onChange: changed,
    random: random.next,
  });
  const payments: Payments = createPayments({
    ...parts,
    service: () => service,
    connected: async () => ok(service),
    catalog,
    paper: printing,
    cash,
    refunds,
    settings: () => ({
      posNumber: '07',
      customerFee: { kind: 'none' },
      keepWalkInBills: false,
      shopCopy: false,
      cashOutBillers: [BILLERS.partner],
      drpBillers: [BILLERS.drp],
      shopCurrency: 'MXN',
      accountCurrency: 'MXN',
      timeZone: 'America/Mexico_City',
    }),
    approve,
    audit,
    log: silentLog,
    onChange: changed,
    random: random.next,
  });
  const bills = createBills({
    ...parts,
    log: silentLog,
    waitForService: async () => ok(service),
    catalog,
    saveBalance: payments.keepBalance,
    withBillDeletionPaused: payments.withBillDeletionPaused,
    onChange: () => {},
  });
  return { payments, refunds, bills, printing, database, steps, service };
}
