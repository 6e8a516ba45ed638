import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAudit } from '../../../electron/audit/index.ts';
import { type Bills, createBills } from '../../../electron/bills/index.ts';
import { testCash } from '../../../electron/cash/testing/index.ts';
import { type Database, openDatabase } from '../../../electron/ledger/index.ts';
import {
  createPayments,
  type PayingCashier,
  type Payments,
} from '../../../electron/payments/index.ts';
import {
  type Clock,
  isoTime,
  silentLog,
  systemClock,
  type VirtualClock,
  virtualClock,
} from '../../../electron/platform/index.ts';
import { createPrinting, type Printing } from '../../../electron/printing/index.ts';
import { type BillPaymentService, createService } from '../../../electron/service/index.ts';
import { putCashier } from '../../../electron/staff/queries.ts';
import {
  createTrainingService,
  type TrainingTransaction,
} from '../../../electron/training/index.ts';
import {
  type Biller,
  billerKind,
  fail,
  ok,
  type Payment,
  type Result,
  type ServiceVersion,
} from '../../../shared/contract/index.ts';
import type { Random } from '../../support/random.ts';
import { createDevice, type Device } from './device.ts';
import { createNetwork, type Network } from './network.ts';
import { createSteps, type Steps } from './steps.ts';

export const ANA: PayingCashier = { id: 'ana', name: 'Ana', role: 'cashier' };
export const LUIS: PayingCashier = { id: 'luis', name: 'Luis', role: 'supervisor' };
export const LUIS_APPROVES = { cashierId: LUIS.id, pin: '2222' };
export const MINUTE = 60_000;

/** One run of the program, from its start to its end. */
export interface Till {
  readonly payments: Payments;
  readonly bills: Bills;
  readonly printing: Printing;
  readonly database: Database;
  readonly steps: Steps;
  readonly service: BillPaymentService;
}

/**
 * A whole till but for its page and its shell, over a real ledger file, the real client and the
 * training service, in virtual time. The network, the printer, every port and the program itself
 * can be broken; what the cashier was told is written down.
 */
export interface World {
  readonly clock: VirtualClock;
  readonly version: ServiceVersion;
  readonly training: ReturnType<typeof createTrainingService>;
  readonly network: Network;
  readonly device: Device;
  readonly random: Random;
  readonly billers: Map<number, Biller>;
  till(): Till;
  /** The wall clock of the till alone. */
  setTillClock(offBy: number): void;
  /** Ends this run as a power cut would, and starts the next. */
  restart(options?: { readonly isOrderly?: boolean }): Promise<void>;
  advance(milliseconds: number): Promise<void>;
  /** Waits for a call of the till in virtual time; a program that ends meanwhile answers null. */
  finish<Value>(call: () => Promise<Value> | Value): Promise<Value | null>;
  /** What the cashier was told of each payment, in order. */
  readonly told: ReadonlyMap<string, readonly Payment[]>;
  /** What must never be, noted at the moment in which it was: the judge adds it up. */
  readonly wrongs: { readonly what: 'paidTwice' | 'toldWrong'; readonly words: string }[];
  /** Reads every payment as the screen would. */
  look(): void;
  performed(): readonly TrainingTransaction[];
  close(): void;
}

export const BILLERS = {
  partial: 35,
  telmex: 37,
  topUp: 13599,
  partner: 20001,
  drp: 5501,
} as const;

/** The billers as the service lists them; the same for every run of a version. */
const lists = new Map<ServiceVersion, Promise<readonly Biller[]>>();

function billersOf(version: ServiceVersion): Promise<readonly Biller[]> {
  const known = lists.get(version) ?? readBillers(version);
  lists.set(version, known);
  return known;
}

async function readBillers(version: ServiceVersion): Promise<readonly Biller[]> {
  const training = createTrainingService();
  const { exchange } = createNetwork(systemClock, () => training);
  const client = createService(
    { baseUrl: 'https://service.test', version, ...training.keys },
    { clock: systemClock, log: silentLog, exchange },
  );
  try {
    const read = await Promise.all(
      billerKind.options.map(async (kind) => {
        const list = await client.billers(kind);
        if (!list.ok) throw new Error(`no ${kind} billers: ${JSON.stringify(list.problem)}`);
        return list.value;
      }),
    );
    return read.flat();
  } finally {
    training.close();
  }
}

export async function createWorld(options: {
  readonly version: ServiceVersion;
  readonly random: Random;
  readonly recordsSteps?: boolean;
}): Promise<World> {
  const { version, random } = options;
  const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const folder = mkdtempSync(join(place, 'mostrador-faults-'));
  const file = join(folder, 'ledger.sqlite');
  const clock = virtualClock();
  let tillIsOffBy = 0;
  const ofTill: Clock = { ...clock, now: () => clock.now() + tillIsOffBy };
  const training = createTrainingService({ clock, balance: '9000000.00' });
  const network = createNetwork(clock, () => training);
  const billers = new Map((await billersOf(version)).map((one) => [one.id, one]));
  const told = new Map<string, Payment[]>();
  const wrongs: World['wrongs'] = [];
  let till: Till;
  const device = createDevice(clock, () => till.database);

  function note(payment: Payment): void {
    const known = told.get(payment.id) ?? [];
    told.set(payment.id, known);
    const last = known.at(-1);
    if (last?.state === payment.state && last.handOver === payment.handOver) return;
    known.push(payment);
    const isToGo = payment.handOver === 'now' || payment.handOver === 'done';
    const hasSlip = device.papers.some(
      (paper) => paper.paymentId === payment.id && paper.kind === 'original',
    );
    if (payment.kind === 'cash-out' && isToGo && !hasSlip) {
      wrongs.push({ what: 'toldWrong', words: `money before its slip: ${payment.externalId}` });
    }
  }

  function delayed<Value>(value: Promise<Value>, milliseconds: number): Promise<Value> {
    return value.then(
      (one) =>
        new Promise<Value>((resolve) => {
          clock.after(milliseconds, () => resolve(one));
        }),
    );
  }

  function open(): Till {
    const database = openDatabase(file);
    database.commit(() => {
      for (const cashier of [ANA, LUIS]) {
        putCashier(database, { ...cashier, pinHash: 'x' }, isoTime(clock.now()));
      }
    });
    const steps = createSteps({
      delay: delayed,
      sleep: (milliseconds) => clock.jump(milliseconds),
      quit: () => void quit(),
      records: options.recordsSteps ?? false,
    });
    const guarded = steps.guard('database', database);
    const guardedClock: Clock = {
      ...steps.guard('clock', ofTill),
      after: (milliseconds, callback) =>
        steps.guard('clock', ofTill).after(milliseconds, () => {
          try {
            if (!steps.hasEnded) callback();
          } catch {
            // What nobody catches ends the program.
            steps.end();
          }
        }),
    };
    const { exchange } = steps.guard('network', { exchange: network.exchange });
    const client = createService(
      { baseUrl: 'https://service.test', version, ...training.keys },
      { clock: guardedClock, log: silentLog, exchange, random: random.next },
    );
    const service: BillPaymentService = steps.guard('service', client);
    const audit = createAudit({ database: guarded, clock: guardedClock });
    const printing = createPrinting({
      database: guarded,
      clock: guardedClock,
      newId: random.uuid,
      log: silentLog,
      settings: () => ({
        printer: { kind: 'screen', columns: 42 },
        shop: { name: 'Abarrotes Lupita' },
        posNumber: '07',
        timeZone: 'America/Mexico_City',
        language: 'es-MX',
        isTraining: false,
      }),
      onChange: () => {},
      viewer: () => ({ cashierId: 'ana', since: '', role: 'cashier' }),
      approve: async () => ok(LUIS),
      audit,
      device: steps.guard('printer', device.port),
    });
    const catalog = {
      biller: (id: number) => {
        const found = billers.get(id);
        return found ? { biller: found, isListed: true } : null;
      },
      rates: () => ({ perUsd: { MXN: '20.00' }, fetchedAt: isoTime(clock.now()) }),
      state: () => ({ areRatesStale: false }),
      noteUse: () => {},
    };
    const payments = createPayments({
      database: guarded,
      clock: guardedClock,
      newId: random.uuid,
      service: () => service,
      connected: async () => ok(service),
      catalog,
      paper: printing,
      cash: testCash({ database: guarded, clock: guardedClock, newId: random.uuid }),
      settings: () => ({
        posNumber: '07',
        customerFee: { kind: 'none' },
        keepWalkInBills: false,
        shopCopy: false,
        cashOutBillers: [BILLERS.partner],
        drpBillers: [BILLERS.drp],
        shopCurrency: 'MXN',
        timeZone: 'America/Mexico_City',
      }),
      approve: async ({ pin }): Promise<Result<PayingCashier>> =>
        pin === LUIS_APPROVES.pin ? ok(LUIS) : fail({ kind: 'wrong-pin', waitSeconds: 0 }),
      audit,
      log: silentLog,
      onChange: (paymentId) => {
        if (steps.hasEnded) return;
        const payment = payments.get({ paymentId }, ANA);
        if (payment.ok) note(payment.value);
      },
      random: random.next,
    });
    const bills = createBills({
      database: guarded,
      clock: guardedClock,
      newId: random.uuid,
      connected: async () => ok(service),
      catalog,
      keepBalance: payments.keepBalance,
      whileNoneIsDeleted: payments.whileNoneIsDeleted,
    });
    return { payments, bills, printing, database, steps, service };
  }

  function start(): void {
    till = open();
    till.printing.start();
    till.payments.start();
    // As the till does when it connects: the answer corrects its clock.
    void till.service.account();
  }

  async function finish<Value>(call: () => Promise<Value> | Value): Promise<Value | null> {
    const { steps } = till;
    let isDone = false;
    let value: Value | null = null;
    const work = async (): Promise<Value> => await call();
    work().then(
      (one) => {
        value = one;
        isDone = true;
      },
      () => {
        isDone = true;
      },
    );
    for (let step = 0; step < 4000 && !isDone && !steps.hasEnded; step += 1) {
      await clock.advance(step < 40 ? 25 : 1000);
    }
    return value;
  }

  /** As the till closes: the last answers are waited for, and the job in hand; not for long. */
  async function quit(): Promise<void> {
    const { payments, printing, steps } = till;
    const patience = (): Promise<void> =>
      new Promise((resolve) => {
        clock.after(4000, resolve);
      });
    try {
      await Promise.race([payments.finish(), patience()]);
      payments.stop();
      await Promise.race([printing.stop(), patience()]);
    } catch {
      // A program that is broken while it ends has ended all the same.
    }
    steps.end();
  }

  start();
  const world: World = {
    clock,
    version,
    training,
    network,
    device,
    random,
    billers,
    told,
    wrongs,
    till: () => till,
    setTillClock: (offBy) => {
      tillIsOffBy = offBy;
    },
    restart: async ({ isOrderly = false } = {}) => {
      if (isOrderly && !till.steps.hasEnded) {
        const quitting = quit();
        await clock.advance(9000);
        await quitting;
      }
      till.steps.end();
      till.database.close();
      start();
      await clock.advance(100);
    },
    advance: (milliseconds) => clock.advance(milliseconds),
    finish,
    look: () => {
      const ids = till.database.prepare('SELECT id FROM intents').all();
      try {
        for (const payment of till.payments.views(ids.map((row) => String(row.id)))) note(payment);
      } catch {
        // A till that breaks while it is looked at tells the cashier nothing.
      }
    },
    performed: () => training.inspect().transactions,
    close: () => {
      till.steps.end();
      till.payments.stop();
      till.database.close();
      training.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return world;
}
